import { decideWork } from '../../domain/work/decide-work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { CountersignFault } from '../fault.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'

const maxTries = 8

/**
 * Tells an issue's state what mending made, where no machine does it: what follows stays owed, for the server to carry
 * out. Throws `state_busy` where others keep writing.
 */
export async function recordRepair(
  ports: Pick<MachinePorts, 'store' | 'now' | 'newId' | 'timeAfter' | 'wait'>,
  repository: RepositoryRef,
  issueNumber: number,
  events: readonly WorkEventBody[],
): Promise<void> {
  if (events.length === 0) return
  const keyed = events.map((body) => ({ key: `doctor:${ports.newId()}`, at: ports.now(), ...body }))
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const loaded = await ports.store.read(repository, issueNumber, 'fresh')
    const { configuration, defaultBranch, sessionId } = loaded
    const { newId, timeAfter } = ports
    // Nothing here assigns a task.
    const context = { configuration, defaultBranch, sessionId, newId, timeAfter, executors: [] }
    let next = loaded.work
    const lines: string[] = []
    for (const event of keyed) {
      const decision = decideWork(next, event, context)
      if (decision.kind !== 'accepted') continue
      next = decision.work
      lines.push(event.kind.replaceAll('_', ' '))
    }
    if (next === loaded.work) return
    const op = `${next.record?.id}/c${next.record?.next_op}`
    const commit = { next, op, headline: 'doctor mended what was lost', lines, files: [] }
    if ((await ports.store.write(repository, loaded, commit)) === 'written') return
    await ports.wait(50 * tries)
  }
  throw new CountersignFault(
    'state_busy',
    `the workflow branch of ${repository.key} kept moving`,
    'what was mended stands; `countersign doctor --fix` again tells it to the state',
  )
}
