import { sha256Hex } from '../../domain/text/sha256.ts'
import type { Links } from '../../views/markdown/links.ts'
import type { MachinePorts, ViewPorts } from '../ports/machine-ports.ts'
import { mark, markedBody, viewLinks } from '../attempts/mark-body.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Message } from '../ports/queues/message.ts'

/** Answers a message in its issue's thread where no state can record that it is owed; once, however often it is tried. */
export async function postAnswer(
  ports: ViewPorts & Pick<MachinePorts, 'thread'>,
  repository: RepositoryRef,
  { issueNumber: number, key }: Pick<Message, 'issueNumber' | 'key'>,
  render: (links: Links) => string,
): Promise<void> {
  // Hashed: a key may hold what a marker can't, like the name of a label.
  const op = sha256Hex(key).slice(0, 16)
  const body = markedBody(ports, 'fault', op, render(viewLinks(ports, { repository: repository.key, number })))
  const comment = { number, mark: mark(ports, 'fault', op), body }
  await ports.thread.post(repository, [{ kind: 'comment', op, subjectId: null, ...comment }], true)
}
