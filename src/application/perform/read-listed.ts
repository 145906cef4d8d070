import type { EffectAction } from '../../domain/effects/effect.ts'
import { answersOf } from '../../domain/effects/reply.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import { explain, type Performance } from '../attempts/attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'

/** What `/list` is answered with: as it stands when it is said. That it can't be read must not keep back what else is said. */
export async function readListed(
  ports: Pick<MachinePorts, 'store' | 'log'>,
  { repository, work }: Performance,
  actions: readonly EffectAction[],
): Promise<OpenIssue[] | null> {
  const asked = actions.find(
    (action) => action.kind === 'say' && answersOf(action.reply).some(({ kind }) => kind === 'list'),
  )
  if (asked?.kind !== 'say') return null
  try {
    return await ports.store.readOpen(repository, work.record?.number ?? asked.number)
  } catch (error) {
    ports.log('warn', 'open issues not read', { repository: repository.key, why: explain(error) })
    return null
  }
}
