import { recordText } from '../../language/message.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { isPausedFor, pauseWork } from '../draft/pause.ts'
import { shortHash } from '../plan-life/issue-text.ts'
import { stopWork } from '../plan-life/plan-life.ts'
import type { Steering } from './steering.ts'
import { note, type WorkDraft } from '../draft/work-draft.ts'

/** Sets the control signal (spec 002 §3): what goes on sees it before each action, after each agent and before each effect. */
export function pauseResumeOrStop(
  draft: WorkDraft,
  steering: Steering,
  login: string,
  lost: readonly string[] = [],
): Refusal | undefined {
  switch (steering.kind) {
    case 'pause':
      return pause(draft, login)
    case 'resume':
      return resume(draft, login, lost)
    case 'stop':
      return stopWork(
        draft,
        login,
        steering.why === '' ? recordText('stopped by {who}', { who: `@${login}` }) : steering.why,
      )
  }
}

function pause(draft: WorkDraft, login: string): Refusal | undefined {
  if (draft.record.phase !== 'working')
    return refuse(recordText('nothing is being worked on'), recordText('`/status` shows where it stands'))
  if (isPausedFor(draft, 'asked'))
    return refuse(
      recordText('it is paused already, by @{who}', { who: draft.record.paused?.by ?? '' }),
      recordText('`/resume` goes on'),
    )
  pauseWork(draft, login, recordText('paused by {who}', { who: `@${login}` }), 'asked')
  return undefined
}

function resume(draft: WorkDraft, login: string, lost: readonly string[]): Refusal | undefined {
  if (draft.record.phase !== 'working' || draft.record.paused === null) return refuseResume(draft)
  if (lost.length > 0)
    return refuse(
      recordText(lost.length === 1 ? '{branches} is still not as recorded' : '{branches} are still not as recorded', {
        branches: lost.map((branch) => `\`${branch}\``).join(', '),
      }),
      recordText(
        lost.length === 1
          ? '`/doctor fix` puts it back, then `/resume` goes on; `/stop` ends the work'
          : '`/doctor fix` puts them back, then `/resume` goes on; `/stop` ends the work',
      ),
    )
  draft.record.paused = null
  if (draft.loop) draft.loop = { ...draft.loop, status: 'running' }
  note(draft, recordText('resumed'), login)
  return undefined
}

/** What was stopped goes on with a command of its own. */
function refuseResume({ record }: WorkDraft): Refusal {
  const hash = shortHash(record)
  switch (record.phase) {
    case 'stopped':
      return refuse(
        recordText('it was stopped, not paused'),
        record.plan_hash === null
          ? recordText('`/plan` makes a plan again; what was approved is kept')
          : recordText('`/approve plan@{hash}` starts it again; what was approved is kept', { hash }),
      )
    case 'proposed':
      return refuse(
        recordText('its plan is not approved yet, so nothing is paused'),
        record.plan_hash === null
          ? recordText('`/plan` makes a plan')
          : recordText('`/approve plan@{hash}` starts it', { hash }),
      )
    case 'completed':
      return refuse(
        recordText('its work is complete, so nothing is paused'),
        recordText('`/status` shows where it stands'),
      )
    case 'registered':
    case 'drafting':
    case 'awaiting_input':
    case 'working':
      return refuse(recordText('it is not paused'), recordText('`/status` shows where it stands'))
  }
}
