import { issueNumberOf } from '../../domain/records/iss-record.ts'

/** `#7`, what people call the issue of `ISS-007`: files and branches have the long name, texts this one alone. */
export function nameIssue(id: string): string {
  return `#${issueNumberOf(id)}`
}
