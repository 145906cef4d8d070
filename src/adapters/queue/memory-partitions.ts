import type { MemoryPartition, MemoryView } from './memory-tables.ts'

type Holding = Pick<MemoryView, 'tables' | 'holder' | 'leaseMs' | 'nowMs'>

/** This process has the partition from now on; gives back the fencing token. */
export function holdPartition(
  { tables, holder, leaseMs, nowMs }: Holding,
  name: string,
  partition: MemoryPartition,
): string {
  const fencingToken = partition.fencingToken + 1
  tables.setPartition(name, {
    ...partition,
    holder,
    heldUntilMs: nowMs() + leaseMs,
    fencingToken,
    isAbandoned: false,
  })
  return String(fencingToken)
}

/** Those of the partitions that this process still has, and now has for longer. */
export function extendHeld({ tables, holder, leaseMs, nowMs }: Holding, names: readonly string[]): Set<string> {
  const own = names.filter((name) => {
    const partition = tables.partition(name)
    return partition.holder === holder && partition.heldUntilMs > -Infinity
  })
  for (const name of own) tables.setPartition(name, { ...tables.partition(name), heldUntilMs: nowMs() + leaseMs })
  return new Set(own)
}

/** Not where another has it by now. */
export function giveBackHeld({ tables, holder }: Holding, name: string, fencingToken: string): void {
  const partition = tables.partition(name)
  if (partition.holder === holder && String(partition.fencingToken) === fencingToken)
    tables.setPartition(name, { ...partition, heldUntilMs: -Infinity })
}
