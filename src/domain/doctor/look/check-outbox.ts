import { recordText } from '../../language/message.ts'
import type { OwedEffect } from '../../effects/effect.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { decideUnderPause, effectStands, nameEffect, ruleOf } from '../../work/effects/effect-rules.ts'
import type { Work } from '../../records/work.ts'
import type { DoctorFacts } from '../doctor-facts.ts'
import { broken, drift, type Looked } from '../looked.ts'

/** What is owed follows from the state, once each, and is carried out in time. */
export function checkOutbox(looked: Looked, work: Work, record: IssRecord, facts: DoctorFacts): void {
  const seen = new Set<string>()
  for (const owed of record.outbox) {
    const { op, action, since } = owed
    const doubled = seen.has(op)
    seen.add(op)
    const stands = effectStands(work, action)
    const name = recordText('{op} ({what})', { op, what: nameEffect(action) })
    looked.expect(stands && !doubled, () => {
      const what = doubled
        ? recordText('{name} is owed twice', { name })
        : recordText('{name} is owed and does not follow from the state', { name })
      return broken('effect_baseless', nodesOf(owed), what, recordText('any command, such as `/status`, drops it'))
    })
    if (!stands || isHeld(owed, record, work)) continue
    looked.expect(since >= facts.overdueBefore, () =>
      drift(
        'effect_overdue',
        nodesOf(owed),
        recordText('{name} is owed since {at} UTC', { name, at: since.slice(0, 16).replace('T', ' ') }),
        recordText('any command, such as `/status`, makes the bot try it again; see the server’s log'),
      ),
    )
  }
}

/** Waits on purpose: for `/resume`, or for a run that has a lease of its own. */
function isHeld({ action }: OwedEffect, record: IssRecord, { execution }: Work): boolean {
  if (record.paused !== null && decideUnderPause(action) !== 'go') return true
  const rule = ruleOf(action)
  return rule.performed === 'as_run' && rule.isLive !== null && rule.isLive(execution, action)
}

function nodesOf({ action }: OwedEffect): string[] {
  return 'task' in action ? [action.task] : []
}
