/** What came of looking at one criterion. Evidence is short and factual. */
export type CriterionFinding =
  | { kind: 'judged'; result: 'pass' | 'fail'; evidence: string }
  | { kind: 'waits'; for: 'person' | 'ci'; why: string }

export function pass(evidence: string): CriterionFinding {
  return { kind: 'judged', result: 'pass', evidence }
}

export function fail(evidence: string): CriterionFinding {
  return { kind: 'judged', result: 'fail', evidence }
}

/** For what no redo of the deliverable can settle. */
export function askPerson(why: string): CriterionFinding {
  return { kind: 'waits', for: 'person', why }
}
