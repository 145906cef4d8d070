import { askAssignees } from '../planning/ask-assignees.ts'
import { findMisfit } from '../../domain/plan/assignee.ts'
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
    if (due.length === 0) return []
    const asked = due.slice(0, mostAsked)
    const facts = await askAssignees(this.#ports.people, repository, asked)
    const at = this.#ports.now()
    for (const executor of asked) this.#asked.set(keyOf(repository, executor), at)
    return waiting.flatMap(({ id, executor }) => {
      const known = asked.includes(executor) ? facts : undefined
      const reason = findMisfit({ id, work: [] }, executor, { executors: [] }, known)
      if (reason === undefined) return []
      const ask = record.approved === null || `@${record.approved.by}` === executor ? [] : [record.approved.by]
      return [gateNews(`left:${id}:${executor}:${at}`, at, { kind: 'executor_left', task: id, executor, reason, ask })]
    })
  }

  #isDue(repository: RepositoryRef, executor: string): boolean {
    const last = this.#asked.get(keyOf(repository, executor))
    return last === undefined || this.#ports.timeAfter(last, everyMs) <= this.#ports.now()
  }
}

function keyOf({ key }: RepositoryRef, executor: string): string {
  return `${key} ${executor.toLowerCase()}`
}
