import type { EffectAction } from '../../domain/effects/effect.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import type { Performance } from '../attempts/attempt-effect.ts'
import { examineWork } from '../doctor/examine-work.ts'
import { repairWork } from './repair-work.ts'
import type { MachinePorts, ViewPorts, RecordPorts } from '../ports/machine-ports.ts'

/** More would not be read in a comment, and `countersign doctor` lists all. */
const maxFindings = 50

/** `/doctor [fix]`: looks, mends what it may, and says what it came to; `events` tell the state what mending made. */
export async function examineIssue(
  ports: ViewPorts &
    RecordPorts &
    Pick<MachinePorts, 'store' | 'thread' | 'pullRequests' | 'examination' | 'repairer' | 'timeAfter'>,
  { repository, work }: Pick<Performance, 'repository' | 'work'>,
  action: Extract<EffectAction, { kind: 'examine' }>,
  op: string,
): Promise<{ events: WorkEventBody[]; answer: WorkEventBody }> {
  const examination = await examineWork(ports, repository, work)
  const mending = action.fix ? await repairWork(ports, repository, work, examination.findings) : null
  const answer: WorkEventBody = {
    kind: 'examined',
    op,
    number: action.number,
    examination: { ...examination, findings: examination.findings.slice(0, maxFindings) },
    mending: mending === null ? null : { mended: mending.mended, left: mending.left.slice(0, maxFindings) },
  }
  return { events: mending?.events ?? [], answer }
}
