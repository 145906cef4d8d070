import { GitHubError } from './route.ts'

export interface FieldFault {
  resource: string
  field?: string
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom'
  message?: string
  value?: string
}

/** GitHub's 422 with its list of faults. */
export function validationFailed(...faults: FieldFault[]): GitHubError {
  return new GitHubError(422, 'Validation Failed', faults)
}

const bodyLimitCharacters = 65_536

/** Throws 422 for a text of more than 65,536 characters, the limit of issues, comments and reviews. */
export function refuseLongBody(resource: string, body: string): void {
  if (body.length <= bodyLimitCharacters || [...body].length <= bodyLimitCharacters) return
  const message = `body is too long (maximum is ${bodyLimitCharacters} characters)`
  throw validationFailed({ resource, field: 'body', code: 'custom', message })
}
