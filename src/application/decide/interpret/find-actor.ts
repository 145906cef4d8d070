import type { Actor } from '../../../domain/work/draft/work-event.ts'
import type { MachinePorts } from '../../ports/machine-ports.ts'
import type { LoadedWork } from '../../ports/state/state-store.ts'
import type { Sender, Message } from '../../ports/queues/message.ts'

/** The sender with their role of now; null for bots that are not listed (design 2.4). */
export async function findActor(
  ports: Pick<MachinePorts, 'people'>,
  message: { repository: Message['repository']; sender: Sender },
  loaded: LoadedWork,
): Promise<Actor | null> {
  const { sender } = message
  // A person acting through a listed App is still that person.
  const listed = sender.isBot && sender.appId !== null && loaded.configuration.bots.includes(sender.appId)
  if (sender.isBot && !listed) return null
  const role = listed ? 'maintain' : await ports.people.findRole(message.repository, sender.login, sender.id)
  return { login: sender.login, id: sender.id, role }
}
