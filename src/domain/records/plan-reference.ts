import { issId } from './iss-record.ts'

/** Which plan is meant; `planId: null` is the issue's newest. */
export interface PlanReference {
  issueId: string
  planId: string | null
}

const longestNumber = 15

/** `SOL-ISS-007-1`, `ISS-007`, `#7` or `7`; undefined for anything else. */
export function parsePlanReference(text: string): PlanReference | undefined {
  const match = /^(?:SOL-ISS-(\d+)-([1-9]\d*)|ISS-(\d+)|#?(\d+))$/.exec(text.trim())
  if (match === null) return undefined
  const [, planIssue, attempt, issue, number] = match
  const digits = planIssue ?? issue ?? number ?? ''
  if (digits.length > longestNumber || Number(digits) === 0) return undefined
  const issueId = issId(Number(digits))
  return { issueId, planId: attempt === undefined ? null : `SOL-${issueId}-${attempt}` }
}
