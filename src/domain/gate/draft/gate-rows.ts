import type { Artifact } from '../../records/artifact.ts'
import type { ExecutionRecord, Receipt } from '../../records/execution-record.ts'
import type { CheckNode } from '../../records/node-state.ts'
import { listNodeStates } from '../list-node-states.ts'
import type { Plan } from '../../plan/plan.ts'
import type { Review } from '../../records/review.ts'
import type { Task } from '../../plan/task.ts'

/** Rows by a key, in their order. Made when first asked; rows that are pushed later are found too, none may be removed. */
export class RowIndex<Row> {
  readonly #list: () => readonly Row[]
  readonly #keyOf: (row: Row) => string
  readonly #found = new Map<string, Row[]>()
  #rows: readonly Row[] | undefined
  #read = 0

  constructor(list: () => readonly Row[], keyOf: (row: Row) => string) {
    this.#list = list
    this.#keyOf = keyOf
  }

  of(key: string): readonly Row[] {
    this.#rows ??= this.#list()
    for (; this.#read < this.#rows.length; this.#read++) {
      const row = this.#rows[this.#read]
      if (row === undefined) continue
      const known = this.#found.get(this.#keyOf(row))
      if (known === undefined) this.#found.set(this.#keyOf(row), [row])
      else known.push(row)
    }
    return this.#found.get(key) ?? []
  }
}

/** What a decision looks up again and again: with a search each time, starting many tasks would be quadratic. */
export interface GateRows {
  taskById: RowIndex<Task>
  checkByTarget: RowIndex<CheckNode>
  artifactById: RowIndex<Artifact>
  versionsByTask: RowIndex<Artifact>
  reviewById: RowIndex<Review>
  reviewsByArtifact: RowIndex<Review>
  receiptByRun: RowIndex<Receipt>
}

/** Indexes over the lists of a draft's own execution record. */
export function indexRows(plan: Plan, execution: ExecutionRecord): GateRows {
  const { nodes, artifacts, reviews, receipts } = execution
  return {
    taskById: new RowIndex(
      () => plan.tasks,
      (task) => task.id,
    ),
    checkByTarget: new RowIndex(
      () => listNodeStates(nodes).filter((node) => node.kind === 'CHECK'),
      (check) => check.target,
    ),
    artifactById: new RowIndex(
      () => artifacts,
      (artifact) => artifact.artifact_id,
    ),
    versionsByTask: new RowIndex(
      () => artifacts,
      (artifact) => artifact.task,
    ),
    reviewById: new RowIndex(
      () => reviews,
      (review) => review.review_id,
    ),
    reviewsByArtifact: new RowIndex(
      () => reviews,
      (review) => review.reviewed_artifact_id,
    ),
    receiptByRun: new RowIndex(
      () => receipts,
      (receipt) => receipt.run_id,
    ),
  }
}
