import type { GateEvent } from '../../gate/draft/gate-event.ts'
import { explainObstacle, showWayOn } from '../../rules/explain-obstacle.ts'
import type { Obstacle } from '../../rules/obstacle.ts'
import { pauseWork } from '../draft/pause.ts'
import { sayOnce } from '../draft/say-once.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'
import { recordText } from '../../language/message.ts'

/**
 * A rule of the repository, or how that is, stands in the way: the work stands still until it changed. It is told once for
 * what was seen of the rules, with what to change; done again, it would come to the same.
 */
export function holdForRule(draft: WorkDraft, what: string, obstacle: Obstacle): void {
  const why = explainObstacle(obstacle)
  const text = recordText('could not {what}: {why}', { what, why })
  if (draft.record.phase === 'working') pauseWork(draft, 'countersign', text, 'rule', { rules: obstacle.seen ?? '' })
  else note(draft, text)
  const about = `rule:${obstacle.kind}:${obstacle.seen ?? ''}:${what}`.slice(0, 200)
  const next = recordText(
    'To go on, {way}. It is noticed within an hour and goes on by itself; `/resume` goes on at once',
    { way: showWayOn(obstacle) },
  )
  sayOnce(draft, about, { kind: 'work_failed', what: recordText('Could not {what}', { what }), why, next })
}

/** What a run made could not be brought to GitHub: nothing is done over and over that can't be kept. */
export function holdRunForRule(draft: WorkDraft, gate: GateEvent): void {
  if (gate.kind !== 'run_left' || gate.obstacle === undefined) return
  holdForRule(draft, recordText('publish what was made for {task}', { task: gate.task }), gate.obstacle)
}
