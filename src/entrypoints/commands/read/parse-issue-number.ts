/** The number of an issue as people write it: `7`, `#7`, `ISS-007`. Undefined where it is something else. */
export function parseIssueNumber(text: string): number | undefined {
  const number = /^(?:#|ISS-0*)?([1-9]\d{0,8})$/.exec(text)?.[1]
  return number === undefined ? undefined : Number(number)
}
