import { z } from 'zod'

/** Every code with what it means; docs/doctor.md lists them. */
export const doctorCodes = {
  plan_missing: 'The record names a plan that is not there, or another one is.',
  plan_hash_differs: 'The plan’s bytes, the record and the approval do not have the same hash.',
  execution_missing: 'An approved plan has no execution record, or one of another plan.',
  loop_missing: 'The record names a loop that is not there, or another one is.',
  session_differs: 'Session, queue or loop say something else of the issue than its record.',
  action_without_one_check: 'A task has no CHECK, or more than one.',
  check_without_one_action: 'A CHECK reviews no task of the plan.',
  node_missing: 'A node of the plan is not in the execution record.',
  node_unknown: 'The execution record has a node that the plan does not have.',
  node_differs: 'A node is of another kind, task, branch or target than in the plan.',
  version_pointer_dangling: 'A node points to a version that is not recorded, or is another task’s.',
  review_pointer_dangling: 'A CHECK points to a review that is not recorded.',
  version_record_differs: 'A recorded version has no task, a doubled id, or a number out of turn.',
  review_record_differs: 'A recorded review names no recorded version, or says something else of it.',
  file_missing: 'A file of a version is not on the workflow branch.',
  file_differs: 'A file of a version has other bytes or another mode than recorded.',
  verdict_missing: 'A verdict file is not on the workflow branch.',
  verdict_differs: 'A verdict file was changed, or says something else than the record.',
  file_unrecorded: 'A file lies among versions or verdicts, and no record names it.',
  commit_missing: 'A recorded commit is not in the repository any more.',
  commit_differs: 'A recorded commit has another tree than recorded.',
  branch_missing: 'A branch that is needed was deleted.',
  branch_rewritten: 'A branch does not contain the commit that was recorded on it.',
  integration_differs: 'The integration branch holds something else than what was approved last.',
  branch_unknown: 'A branch below countersign/ belongs to no plan.',
  pull_request_missing: 'A recorded pull request is not there.',
  pull_request_elsewhere: 'A pull request goes from or into another branch than recorded.',
  pull_request_closed: 'A pull request is recorded as open, and is closed.',
  pull_request_merged: 'A pull request is recorded as open, and is merged.',
  pull_request_open: 'A pull request is recorded as closed, and is open.',
  pull_request_lacking: 'A version is under review and has no open pull request.',
  final_pull_request_differs: 'The final pull request is in another state than recorded.',
  final_pull_request_conflicts: 'The final pull request can’t be merged into the default branch.',
  label_differs: 'The issue’s label is not the one of its state.',
  issue_closed: 'The issue is closed, and its work goes on.',
  plan_comment_missing: 'The comment with the plan is gone.',
  status_comment_missing: 'The comment with the status is gone.',
  effect_overdue: 'Something that is owed was not carried out for a long time.',
  effect_baseless: 'Something is owed that does not follow from the state, or twice.',
  run_differs: 'A task is RUNNING without a run, or has a run without RUNNING.',
  lease_over: 'A run’s lease is over, and nobody took the task back.',
  input_not_approved: 'A task goes on with an input that is not approved, or not the approved one.',
  done_without_approval: 'A task is DONE without a standing approval of its version.',
  merge_without_approval: 'A merge is pending for bytes that are not approved.',
  goal_differs: 'A GOAL is DONE with open leaves, or open with all leaves DONE.',
  waits_for_nobody: 'A node waits, and does not say for whom.',
  check_without_review: 'A CHECK is under way without a review or a version.',
  phase_differs: 'The record’s phase does not fit its nodes.',
  head_not_ours: 'The workflow branch has a commit that the App did not make.',
  state_unreadable: 'A state file does not parse, or breaks its schema.',
} as const

export type DoctorCode = keyof typeof doctorCodes

/** What can be mended without judgement. Nothing is ever removed. */
export const DoctorFixSchema = z.discriminatedUnion('kind', [
  /** Makes the branch, or sets it back; only while its head is still `seen` (null: there is none). */
  z.strictObject({
    kind: z.literal('restore_branch'),
    branch: z.string(),
    sha: z.string(),
    seen: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('reopen_pull_request'), number: z.int().positive() }),
  z.strictObject({ kind: z.literal('open_task_pull_request'), task: z.string(), artifact_id: z.string() }),
  z.strictObject({ kind: z.literal('set_label'), label: z.string().nullable() }),
  z.strictObject({ kind: z.literal('show_plan'), plan_id: z.string() }),
  z.strictObject({ kind: z.literal('show_status'), plan_id: z.string() }),
])
export type DoctorFix = z.infer<typeof DoctorFixSchema>

/** `broken`: the record contradicts itself or its evidence. `drift`: the world around it is not as recorded. */
export const DoctorFindingSchema = z.strictObject({
  code: z.enum(Object.keys(doctorCodes) as [DoctorCode, ...DoctorCode[]]),
  severity: z.enum(['broken', 'drift']),
  /** Short ids of the nodes it is about; empty where it is about the whole. */
  nodes: z.array(z.string()),
  /** What was seen and where, one sentence. */
  what: z.string(),
  fix: DoctorFixSchema.nullable(),
  /** What a person can do. */
  next: z.string(),
})
export type DoctorFinding = z.infer<typeof DoctorFindingSchema>

/** Outcome of a look at one issue, or at several. */
export const DoctorExaminationSchema = z.strictObject({
  findings: z.array(DoctorFindingSchema),
  /** How many things were looked at, and in how many tasks. */
  things: z.int().nonnegative(),
  tasks: z.int().nonnegative(),
  /** What could not be looked at from here, a phrase each. */
  unseen: z.array(z.string()),
  /** Whether it is known that the App wrote the record: without that, no findings are no proof. */
  vouched: z.boolean().default(true),
})
export type DoctorExamination = z.infer<typeof DoctorExaminationSchema>
