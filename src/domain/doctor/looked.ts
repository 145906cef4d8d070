import { recordText } from '../language/message.ts'
import type { DoctorFinding } from '../effects/doctor-finding.ts'

/** Counts what was looked at and keeps what was not as it should be; all of it, so that one fault doesn't hide the next. */
export class Looked {
  readonly findings: DoctorFinding[] = []
  things = 0

  expect(holds: boolean, finding: () => DoctorFinding): void {
    this.things += 1
    if (!holds) this.findings.push(finding())
  }
}

/** A contradiction in the record or its evidence: nothing mends that without judgement. */
export function broken(code: DoctorFinding['code'], nodes: string[], what: string, next: string): DoctorFinding {
  return { code, severity: 'broken', nodes, what, fix: null, next }
}

/** The world is not as recorded. */
export function drift(
  code: DoctorFinding['code'],
  nodes: string[],
  what: string,
  next: string,
  fix: DoctorFinding['fix'] = null,
): DoctorFinding {
  return { code, severity: 'drift', nodes, what, fix, next }
}

/** What is left to people where the record itself is wrong. */
export const lookAtHistory = recordText(
  'look at the newest commits of `countersign/workflow`, and move it back to the last one that was right',
)
