import { roleAtLeast, type Role } from '../../domain/configuration/configuration.ts'
import { renderHoldLifted } from '../../views/status/hold-lifted.ts'
import { CountersignFault } from '../fault.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import { postAnswer } from './post-answer.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { readCommands } from './interpret/read-commands.ts'
import type { Signal } from '../ports/queues/signal.ts'

/** The configuration can't be read either, so whoever decides has the role that `/doctor fix` has by default. */
const decidingRole: Role = 'maintain'

type Comment = Extract<Signal, { kind: 'commented' }>

/**
 * `/doctor fix` by a maintainer while everything is on hold: the workflow branch is put back. No state can owe it that the
 * thread says so; a signal that is stored before does. False where nobody asked for it, or that wasn't the matter.
 */
export async function liftHold(
  ports: MachinePorts,
  repository: RepositoryRef,
  signals: readonly Signal[],
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof CountersignFault) || error.code !== 'on_hold') return false
  for (const signal of signals) {
    if (!asksToMend(signal) || signal.sender.isBot) continue
    const { login, id } = signal.sender
    if (!roleAtLeast(await ports.people.findRole(repository, login, id), decidingRole)) continue
    const { issueNumber, planNumber } = signal
    const about = { repository, issueNumber, planNumber, key: `hold-lifted:${signal.key}`, at: ports.now() }
    const restored = await ports.store.restore(repository, (restoration) =>
      ports.tell([{ ...about, kind: 'hold_lifted', restored: restoration, by: login }]),
    )
    if (restored === null) return false
    ports.log('warn', 'the workflow branch was put back', { repository: repository.key, by: login, ...restored })
    return true
  }
  return false
}

/** Says in the thread that the workflow branch is back, now that state could be read; once, however often it is stored. */
export async function sayHoldLifted(ports: MachinePorts, signals: readonly Signal[]): Promise<void> {
  for (const signal of signals) {
    if (signal.kind !== 'hold_lifted') continue
    await postAnswer(ports, signal.repository, signal, (links) => renderHoldLifted(signal.restored, signal.by, links))
  }
}

function asksToMend(signal: Signal): signal is Comment {
  if (signal.kind !== 'commented') return false
  const { commands } = readCommands(signal.comment.body, signal.leaf === null ? 'issue' : 'pull_request')
  return commands.some((command) => command.kind === 'doctor' && command.fix)
}
