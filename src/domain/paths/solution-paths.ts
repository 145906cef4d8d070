/** Where the ISS record lies on the workflow branch (design 2.7). */
export function issRecordPath(issueId: string): string {
  return `.workflow/issues/${issueId}.json`
}

/** Places a plan's file may be in, first hit counts: the bound or newest plan, then the superseded ones. */
export function solutionPaths(
  sessionId: string,
  issueId: string,
  planId: string,
  part: 'plan' | 'execution',
): [current: string, superseded: string] {
  const solutions = `.workflow/.scratchpad/${sessionId}/solutions`
  return [`${solutions}/${issueId}-${part}.json`, `${solutions}/history/${planId}/${issueId}-${part}.json`]
}

/** Folder of what the tuning of a skill leaves (spec 004 §1, its work folder). */
export function tuningDir(sessionId: string, issueId: string): string {
  return `.workflow/.scratchpad/${sessionId}/tuning/${issueId}`
}

/** Folder that an export writes, replaced whole (spec 003 §3.2). */
export function bundleDir(planId: string): string {
  return `workspace/deliverables/${planId}/bundle`
}
