import { roleAtLeast, type Role } from '../../domain/configuration/sections/roles.ts'
import { renderHoldLifted } from '../../views/status/hold-lifted.ts'
import { CountersignFault } from '../fault.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { postAnswer } from './post-answer.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { readCommands } from './interpret/read-commands.ts'
import type { Message } from '../ports/queues/message.ts'

/** The configuration can't be read either, so whoever decides has the role that `/doctor fix` has by default. */
const decidingRole: Role = 'maintain'

type Comment = Extract<Message, { kind: 'commented' }>

/**
 * `/doctor fix` by a maintainer while everything is on hold: the workflow branch is put back. No state can owe it that the
 * thread says so; a message that is stored before does. False where nobody asked for it, or that wasn't the matter.
 */
export async function liftHold(
  ports: Pick<MachinePorts, 'store' | 'people' | 'enqueue' | 'now' | 'log'>,
  repository: RepositoryRef,
  messages: readonly Message[],
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof CountersignFault) || error.code !== 'on_hold') return false
  for (const message of messages) {
    if (!asksToMend(message) || message.sender.isBot) continue
    const { login, id } = message.sender
    if (!roleAtLeast(await ports.people.findRole(repository, login, id), decidingRole)) continue
    const { issueNumber, planNumber } = message
    const about = { repository, issueNumber, planNumber, key: `hold-lifted:${message.key}`, at: ports.now() }
    const restored = await ports.store.restore(repository, (restoration) =>
      ports.enqueue([{ ...about, kind: 'hold_lifted', restored: restoration, by: login }]),
    )
    if (restored === null) return false
    ports.log('warn', 'the workflow branch was put back', { repository: repository.key, by: login, ...restored })
    return true
  }
  return false
}

/** Says in the thread that the workflow branch is back, now that state could be read; once, however often it is stored. */
export async function sayHoldLifted(
  ports: ViewPorts & Pick<MachinePorts, 'thread'>,
  messages: readonly Message[],
): Promise<void> {
  for (const message of messages) {
    if (message.kind !== 'hold_lifted') continue
    await postAnswer(ports, message.repository, message, (links) =>
      renderHoldLifted(message.restored, message.by, links),
    )
  }
}

function asksToMend(message: Message): message is Comment {
  if (message.kind !== 'commented') return false
  const { commands } = readCommands(message.comment.body, message.leaf === null ? 'issue' : 'pull_request')
  return commands.some((command) => command.kind === 'doctor' && command.fix)
}
