import { GitHubError } from './route.ts'

const bodyLimitCharacters = 65_536

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

/** Throws 422 for a text of more than 65,536 characters, the limit of issues, comments and reviews. */
export function refuseLongBody(resource: string, body: string): void {
  refuseLongText(resource, 'body', body, bodyLimitCharacters)
}

/** Throws 422 for a text of more characters than that field takes. */
export function refuseLongText(resource: string, field: string, text: string, limitCharacters: number): void {
  if (text.length <= limitCharacters || Array.from(text).length <= limitCharacters) return
  const message = `${field} is too long (maximum is ${limitCharacters} characters)`
  throw validationFailed({ resource, field, code: 'custom', message })
}
