import { GitHubError } from './route.ts'

/** Of issues and pull requests. */
export const titleLimitCharacters = 256

const bodyLimitCharacters = 65_536
/** As many characters of four bytes. */
const storedLimitBytes = 262_144

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

/** Throws 422 for a text of more than 65,536 characters, the limit of pull requests and reviews. */
export function refuseLongBody(resource: string, body: string): void {
  refuseLongText(resource, 'body', body, bodyLimitCharacters)
}

/**
 * Throws 422 for an issue or a comment that is too long. GitHub names 65,536 characters and takes 262,144 bytes, however
 * many characters they are (measured: dead-claudia/github-limits#13, objectstack-ai/objectstack#18826).
 */
export function refuseLongStored(resource: string, field: string, text: string): void {
  if (Buffer.byteLength(text) <= storedLimitBytes) return
  throw tooLong(resource, field, bodyLimitCharacters)
}

/** Throws 422 for a text of more bytes than that field takes. */
export function refuseManyBytes(resource: string, field: string, text: string, limitBytes: number): void {
  if (Buffer.byteLength(text) <= limitBytes) return
  const message = `${field} exceeds a maximum bytesize of ${limitBytes}`
  throw validationFailed({ resource, field, code: 'custom', message })
}

/** Throws 422 for a text of more characters than that field takes. */
export function refuseLongText(resource: string, field: string, text: string, limitCharacters: number): void {
  if (text.length <= limitCharacters || Array.from(text).length <= limitCharacters) return
  throw tooLong(resource, field, limitCharacters)
}

function tooLong(resource: string, field: string, limitCharacters: number): GitHubError {
  const message = `${field} is too long (maximum is ${limitCharacters} characters)`
  return validationFailed({ resource, field, code: 'custom', message })
}
