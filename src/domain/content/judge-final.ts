import type { ExecutionRecord } from '../records/execution-record.ts'
import type { IssRecord } from '../records/iss-record.ts'
import { recordText } from '../language/message.ts'

/** Whether a final pull request may be merged as it stands. */
export type FinalVerdict = { passes: true; approved: string[] } | { passes: false; why: string; next: string }

/**
 * All tasks approved, and nothing on the branch but what was approved: `differing` are paths where it holds something else,
 * pushed past the gate; null where nobody can tell, which passes nothing.
 */
export function judgeFinal(
  { record, execution }: { record: IssRecord; execution: ExecutionRecord },
  differing: readonly string[] | null,
): FinalVerdict {
  if (record.phase === 'stopped')
    return {
      passes: false,
      why: recordText('the work was stopped'),
      next: recordText('in the issue `/approve` goes on with the plan'),
    }
  if (differing === null)
    return {
      passes: false,
      why: recordText('what the branch holds could not be compared with what was approved'),
      next: recordText('`/doctor` in the issue says what is lacking'),
    }
  if (differing.length > 0) {
    const named = differing.slice(0, mostNamed).map((path) => `\`${path}\``)
    const more = differing.length > named.length ? ` and ${differing.length - named.length} more` : ''
    return {
      passes: false,
      why: recordText('the branch holds what nobody approved: {paths}', { paths: `${named.join(', ')}${more}` }),
      next: recordText(
        '`/doctor fix` in the issue puts the branch back to what was approved, or a push that undoes the change; then `/resume`',
      ),
    }
  }
  const actions = Object.values(execution.nodes).filter((one) => one.kind === 'ACTION')
  const open = actions.filter(({ state }) => state !== 'DONE').map(({ id }) => id)
  if (open.length > 0)
    return {
      passes: false,
      why:
        open.length === 1
          ? recordText('{tasks} is not approved', { tasks: open.join(', ') })
          : recordText('{tasks} are not approved', { tasks: open.slice(0, mostNamed).join(', ') }),
      next: recordText('it passes once every task is approved; `/status` in the issue shows who is waited for'),
    }
  return { passes: true, approved: actions.map(({ id }) => id) }
}

const mostNamed = 5
