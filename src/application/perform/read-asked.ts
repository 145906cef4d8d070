import type { ConfigurationReport } from '../../domain/configuration/layer-configurations.ts'
import type { EffectAction } from '../../domain/effects/effect.ts'
import { type Answer, answersOf } from '../../domain/effects/reply.ts'
import type { OpenIssue } from '../../domain/session/open-issue.ts'
import { explain, type Performance } from '../attempts/attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'

/** What answers show as it stands when they are said; null where it isn't asked for or can't be read. */
export interface AskedAnswers {
  /** For `/list`. */
  open: OpenIssue[] | null
  /** For `/config`. */
  configuration: ConfigurationReport | null
}

/** That something can't be read must not keep back what else is said. */
export async function readAsked(
  ports: Pick<MachinePorts, 'store' | 'log'>,
  { repository, work }: Performance,
  actions: readonly EffectAction[],
): Promise<AskedAnswers> {
  const read = async <T>(kind: Answer['kind'], ask: (issueNumber: number) => Promise<T>): Promise<T | null> => {
    const said = actions.find(
      (action) => action.kind === 'say' && answersOf(action.reply).some((answer) => answer.kind === kind),
    )
    if (said?.kind !== 'say') return null
    try {
      return await ask(work.record?.number ?? said.number)
    } catch (error) {
      ports.log('warn', `${kind} not read`, { repository: repository.key, why: explain(error) })
      return null
    }
  }
  const [open, configuration] = await Promise.all([
    read('list', (number) => ports.store.readOpen(repository, number)),
    read('configuration', (number) => ports.store.readConfiguration(repository, number)),
  ])
  return { open, configuration }
}
