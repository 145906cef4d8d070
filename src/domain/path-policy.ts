/** Why a path may not be in a deliverable (design 7 "path tricks"). */
export interface PathFault {
  path: string
  code:
    | 'outside_scope'
    | 'denied'
    | 'not_regular'
    | 'git_metadata'
    | 'malformed'
    | 'ambiguous'
    | 'too_large'
    | 'too_many'
  message: string
}
