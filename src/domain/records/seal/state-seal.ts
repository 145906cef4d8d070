import { sha256Hex } from '../../text/sha256.ts'

/** One path of a state commit; `blob` is the git id of its bytes, null where it is deleted. */
export interface StateChange {
  path: string
  blob: string | null
  /** As git has it, of who reads a clone; GitHub's REST API doesn't tell it of a commit. No part of the digest. */
  mode?: string
}

/** State is plain files; only those of versions and bundles may be executable. */
export function isModeOfOurs({ path, blob, mode = '100644' }: StateChange): boolean {
  return blob === null || mode === '100644' || (mode === '100755' && path.startsWith('workspace/'))
}

/** What the trailers of a commit on the workflow branch say of it (docs/decisions/0030). */
export interface StateSeal {
  ops: string[]
  /** GitHub's id of the repository; null in commits from before it was named. */
  repositoryId: number | null
  /** Digest of what the commit changes: with its parent it fixes the tree. */
  changes: string
  /** Public keys, newest first; a signature each, in the same order. */
  keys: string[]
  signatures: string[]
  mac: string
}

export type UnsignedSeal = Pick<StateSeal, 'ops' | 'repositoryId' | 'changes' | 'keys'>

/** Digest of what a commit changes. */
export function changesDigest(changes: readonly StateChange[]): string {
  const lines = changes.map((change) => `${change.path}\0${change.blob ?? '-'}`)
  return sha256Hex(lines.toSorted().join('\n'))
}

/** Values of the trailers of that name, in their order: they stand in the last paragraph, and nothing above counts. */
export function findTrailers(message: string, name: string): string[] {
  const last = message.trimEnd().split('\n\n').at(-1) ?? ''
  return last.split('\n').flatMap((one) => (one.startsWith(`${name}: `) ? [one.slice(name.length + 2).trim()] : []))
}

export function findTrailer(message: string, name: string): string | undefined {
  return findTrailers(message, name).at(-1)
}

/** The seal in a commit's message; undefined where it has none that is whole. */
export function parseSeal(message: string): StateSeal | undefined {
  const ops = findTrailers(message, 'Countersign-Op')
  const changes = findTrailer(message, 'Countersign-Changes')
  const mac = findTrailer(message, 'Countersign-Mac')
  const repositories = findTrailers(message, 'Countersign-Repository')
  const keys = findTrailers(message, 'Countersign-Key')
  const signatures = findTrailers(message, 'Countersign-Signature')
  if (ops.length === 0 || changes === undefined || mac === undefined) return undefined
  const [named] = repositories
  if (named !== undefined && (repositories.length > 1 || !/^[1-9]\d{0,15}$/.test(named))) return undefined
  if (keys.length !== signatures.length || (named === undefined) !== (keys.length === 0)) return undefined
  return { ops, repositoryId: named === undefined ? null : Number(named), changes, keys, signatures, mac }
}

/** What MAC and signatures are over. One thing to a line, so that no two can be read as one. */
export function sealedText({ ops, repositoryId, changes, keys }: UnsignedSeal, parent: string | null): string {
  // As it was before repositories were named: what was sealed then still holds.
  if (repositoryId === null) return [parent ?? 'none', ...ops, changes].join('\n')
  return [
    'countersign state 2',
    `repository ${repositoryId}`,
    `parent ${parent ?? 'none'}`,
    ...ops.map((op) => `op ${op}`),
    `changes ${changes}`,
    ...keys.map((key) => `key ${key}`),
  ].join('\n')
}

/** Trailer lines of a commit. */
export function renderSeal({ ops, repositoryId, changes, keys, signatures, mac }: StateSeal): string[] {
  return [
    ...ops.map((op) => `Countersign-Op: ${op}`),
    ...(repositoryId === null ? [] : [`Countersign-Repository: ${repositoryId}`]),
    `Countersign-Changes: ${changes}`,
    ...keys.map((key) => `Countersign-Key: ${key}`),
    `Countersign-Mac: ${mac}`,
    ...signatures.map((signature) => `Countersign-Signature: ${signature}`),
  ]
}
