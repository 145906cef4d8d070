import { parse, v5 } from 'uuid'

/** Namespace of Countersign's node ids; changing it would give every task another path. */
const namespace = parse('6f1b7c1e-3a52-4d0b-9c55-2f0a3d6f8e11')

/** UUIDv5 of a node: the same repository (`owner/name`), plan id and short id give the same id everywhere (design 2.1). */
export function taskId(repository: string, planId: string, nodeId: string): string {
  return v5(JSON.stringify([repository.toLowerCase(), planId, nodeId]), namespace)
}
