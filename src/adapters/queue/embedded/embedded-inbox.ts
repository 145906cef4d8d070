import { CountersignFault } from '../../../application/fault.ts'
import type { Delivery } from '../../../application/ports/queues/inbox.ts'
import { MemoryInbox } from '../memory-inbox.ts'
import type { MemoryView } from '../memory-tables.ts'
import type { Journal } from './journal.ts'
import type { JournaledTables } from './journaled-tables.ts'
import { selections } from './statements.ts'

/** The inbox of the embedded database. */
export class EmbeddedInbox extends MemoryInbox {
  override readonly durable = true
  readonly #tables: JournaledTables
  readonly #journal: Journal

  constructor(
    view: MemoryView & { tables: JournaledTables },
    journal: Journal,
    onFault: (what: string, error: unknown) => void,
  ) {
    super(view, onFault)
    this.#tables = view.tables
    this.#journal = journal
  }

  override async store(delivery: Delivery): Promise<'stored' | 'known'> {
    try {
      await this.#journal.ready()
      if (!(await this.#tables.store(delivery))) return 'known'
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CountersignFault('database_unavailable', 'a webhook could not be stored', why, error)
    }
    this.wake()
    return 'stored'
  }

  override async findStored(deliveryIds: readonly string[]): Promise<ReadonlySet<string>> {
    await this.#journal.ready()
    const rows = await this.#journal.read({ sql: selections.known, parameters: [JSON.stringify(deliveryIds)] })
    return new Set(rows.map((row) => String(row['delivery_id'])))
  }
}
