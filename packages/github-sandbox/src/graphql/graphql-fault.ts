import { GitHubError } from '../handler/route.ts'
import { RuleRefusal } from '../rules/rule-refusal.ts'

/** An error of one field, with the `type` that GitHub puts beside its message. */
export class GraphqlFault extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** GitHub's type for what went wrong in a resolver; undefined for mistakes in the document itself. */
export function findFaultType(error: unknown): string | undefined {
  if (error instanceof GraphqlFault) return error.type
  if (!(error instanceof GitHubError)) return undefined
  if (error instanceof RuleRefusal && error.isClassic) return 'BRANCH_PROTECTION_RULE_VIOLATION'
  if (error.status === 404) return 'NOT_FOUND'
  if (error.status === 401 || error.status === 403) return 'FORBIDDEN'

  return 'UNPROCESSABLE'
}

export function notFound(id: string): GraphqlFault {
  return new GraphqlFault('NOT_FOUND', `Could not resolve to a node with the global id of '${id}'`)
}
