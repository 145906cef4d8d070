import type { Delivery } from '../../../application/ports/queues/inbox.ts'
import { type MemoryRow, toRow } from '../memory-row.ts'
import { type MemoryPartition, type MemoryRun, MemoryTables } from '../memory-tables.ts'
import type { Statement } from './file-question.ts'
import type { Journal } from './journal.ts'
import {
  readRow,
  readRun,
  renderDone,
  renderHeld,
  renderInsertion,
  renderRow,
  renderRun,
  renderRunEnd,
  selections,
} from './statements.ts'

/**
 * Tables in memory that decide, each change of which is written into the file. Bodies, and what is known of what is done, are in
 * the file alone: there may be many.
 */
export class JournaledTables extends MemoryTables {
  readonly #journal: Journal
  readonly #nowMs: () => number

  constructor(journal: Journal, nowMs: () => number) {
    super()
    this.#journal = journal
    this.#nowMs = nowMs
    journal.onDoubt(() => this.load())
  }

  /** Stores a delivery first and counts it in after; false where it is known. What can't be stored takes no memory. */
  async store(delivery: Delivery): Promise<boolean> {
    const row = toRow(this.nextRow(), delivery)
    const [inserted = []] = await this.#journal.write(renderInsertion(row.row, delivery))
    if (inserted.length === 0) return false
    this.place(row)
    return true
  }

  /** What is our own comes once. */
  override isKnown(): boolean {
    return false
  }

  override addRow(delivery: Delivery): void {
    const row = toRow(this.nextRow(), delivery)
    this.place(row)
    this.#note(renderInsertion(row.row, delivery), () => super.dropRow(row.row))
  }

  override setRow(row: MemoryRow): void {
    const former = this.rows.get(row.row)
    super.setRow(row)
    this.#note([renderRow(row)], () => (former === undefined ? super.dropRow(row.row) : super.setRow(former)))
  }

  override dropRow(number: number): void {
    const former = this.rows.get(number)
    if (former === undefined) return
    super.dropRow(number)
    this.#note(renderDone(number, this.#nowMs()), () => super.setRow(former))
  }

  override async readBodies(rows: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>> {
    if (rows.length === 0) return new Map()
    const found = await this.#journal.read({ sql: selections.bodies, parameters: [JSON.stringify(rows)] })
    return new Map(found.map(({ row, packed }) => [Number(row), packed as Uint8Array]))
  }

  override setPartition(name: string, partition: MemoryPartition): void {
    const former = this.partition(name)
    super.setPartition(name, partition)
    const isHeld = mayBeHalfDone(partition)
    const held = isHeld === mayBeHalfDone(former) ? [] : [renderHeld(name, isHeld ? partition.installationId : null)]
    this.#note(held, () => super.setPartition(name, former))
  }

  override setRun(run: MemoryRun): void {
    const former = this.runs.get(run.order.id)
    super.setRun(run)
    this.#note(former !== undefined && isSameWritten(former, run) ? [] : [renderRun(run)], () =>
      former === undefined ? super.dropRun(run.order.id) : super.setRun(former),
    )
  }

  override dropRun(id: string): void {
    const former = this.runs.get(id)
    if (former === undefined) return
    super.dropRun(id)
    this.#note([renderRunEnd(id)], () => super.setRun(former))
  }

  /** Takes over what is in the file: at the start, and where it isn't known what of the last changes is. Leases stay. */
  async load(): Promise<void> {
    const select = (sql: string) => this.#journal.read({ sql, parameters: [] })
    const rows = (await select(selections.rows)).map(readRow)
    const [last] = await select(selections.lastRow)
    const held = await select(selections.held)
    const runs = (await select(selections.runs)).map(readRun)
    const kept = new Set(rows.map(({ row }) => row))
    for (const row of [...this.rows.keys()].filter((row) => !kept.has(row))) super.dropRow(row)
    for (const row of rows) this.place(row)
    this.startAfter(Number(last?.['row'] ?? 0))
    for (const one of held) {
      const name = String(one['partition'])
      const partition = this.partition(name)
      if (partition.heldUntilMs === -Infinity)
        super.setPartition(name, { ...partition, installationId: Number(one['installation_id']), isAbandoned: true })
    }
    const former = new Map(this.runs)
    for (const id of former.keys()) super.dropRun(id)
    for (const run of runs) {
      const { holder = null, heldUntilMs = -Infinity } = former.get(run.order.id) ?? {}
      super.setRun({ ...run, holder, heldUntilMs })
    }
  }

  #note(statements: readonly Statement[], undo: () => void): void {
    this.#journal.note(statements, undo)
  }
}

/** Somebody works in it, or went away and nobody has looked since. */
function mayBeHalfDone({ heldUntilMs, isAbandoned }: MemoryPartition): boolean {
  return heldUntilMs > -Infinity || isAbandoned
}

function isSameWritten(a: MemoryRun, b: MemoryRun): boolean {
  return (
    a.attempts === b.attempts &&
    a.deferrals === b.deferrals &&
    a.isCancelled === b.isCancelled &&
    a.waitsForRoom === b.waitsForRoom &&
    a.dueMs === b.dueMs
  )
}
