import { findUnfitPerson } from '../../domain/plan/assignee.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { WatchedWork } from '../ports/forge/forge-reader.ts'
import { gateNews, type OwnNews } from './find-unfinished.ts'

/** A person is asked about so often, in a process: it is a request each. */
const everyMs = 6 * 3_600_000
/** The rest is for later passes. */
const mostAsked = 20

/**
 * Finds people to whom tasks were given and who may not push any more: no webhook that an App of ours gets says so
 * (decision 103). What it remembers is only when it asked; asked again, nothing is told twice.
 */
export class AccessLooks {
  readonly #ports: Pick<MachinePorts, 'people' | 'now' | 'timeAfter'>
  readonly #asked = new Map<string, string>()

  constructor(ports: Pick<MachinePorts, 'people' | 'now' | 'timeAfter'>) {
    this.#ports = ports
  }

  async find(repository: RepositoryRef, { record, execution }: WatchedWork): Promise<OwnNews[]> {
    if (record?.phase !== 'working' || execution === null) return []
    const waiting = Object.values(execution.nodes).flatMap((node) => {
      if (node.kind !== 'ACTION' || node.state !== 'WAITING_EXTERNAL' || !node.executor.startsWith('@')) return []
      return node.waiting_for?.kind === 'push' || node.waiting_for?.kind === 'conflict' ? [node] : []
    })
    const due = [...new Set(waiting.map(({ executor }) => executor))].filter((one) => this.#isDue(repository, one))
    const at = this.#ports.now()
    const ask = (executor: string) =>
      record.approved === null || `@${record.approved.by}` === executor ? [] : [record.approved.by]
    const news: OwnNews[] = []
    for (const executor of due.slice(0, mostAsked)) {
      const tasks = waiting.filter((node) => node.executor === executor)
      const [first = ''] = tasks.map(({ id }) => id)
      // Where GitHub doesn't say, the next pass asks again: what else was found is not to wait for it.
      const role = await this.#ports.people.findRoleOfLogin(repository, executor.slice(1)).catch(() => undefined)
      if (role === undefined) continue
      const reason = findUnfitPerson(first, executor, role)
      this.#asked.set(keyOf(repository, executor), at)
      if (reason === undefined) continue
      for (const { id } of tasks)
        news.push(
          gateNews(`left:${id}:${executor}:${at}`, at, {
            kind: 'executor_left',
            task: id,
            executor,
            reason,
            ask: ask(executor),
          }),
        )
    }
    return news
  }

  #isDue(repository: RepositoryRef, executor: string): boolean {
    const last = this.#asked.get(keyOf(repository, executor))
    return last === undefined || this.#ports.timeAfter(last, everyMs) <= this.#ports.now()
  }
}

function keyOf({ key }: RepositoryRef, executor: string): string {
  return `${key} ${executor.toLowerCase()}`
}
