/** A broken rule of a plan; `nodes` are short ids (T1, C1, G0, RC-1). */
export interface PlanFault {
  code:
    | 'id_malformed'
    | 'id_doubled'
    | 'no_task'
    | 'field_missing'
    | 'no_criterion'
    | 'value_not_allowed'
    | 'dependency_dangling'
    | 'dependency_self'
    | 'dependency_circular'
    | 'action_without_one_check'
    | 'check_without_one_action'
    | 'file_set_unspecified'
    | 'criterion_uncovered'
    | 'assemble_input_missing'
    | 'estimate_not_positive'
    | 'views_disagree'
    | 'path_not_allowed'
    /** The plan breaks no rule; its score is too low, and this would raise it. */
    | 'score_too_low'
    /** The plan breaks no rule; a second reader found this. */
    | 'reader_found'
  nodes: string[]
  message: string
}
