import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../../domain/sha256.ts'

/** One path of a state commit; `blob` is the git id of its bytes, null where it is deleted. */
export interface StateChange {
  path: string
  blob: string | null
}

export interface StateMac {
  /** Trailer lines of a commit on the workflow branch: its operations, digest of its changes, and the MAC over all of it. */
  trailers: (commit: { parent: string | null; ops: readonly string[]; changes: readonly StateChange[] }) => string[]
  /** True when the message carries a MAC of ours for that parent (docs/decisions/0005). */
  holds: (commit: { parent: string | null; message: string }) => boolean
  /** MAC of a comment marker. */
  sign: (text: string) => string
}

/** Digest of what a commit changes: with the parent it fixes the tree. */
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

/** Keys are derived from one secret, so that a marker's MAC is never one for a commit. */
export function createStateMac(secret: string): StateMac {
  const key = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'countersign', use, 32)))
  const commitKey = key('state-commit')
  const markerKey = key('marker')
  // One operation to a line, so that two can't be read as one; alone it is what it was before there were several.
  const commitMac = (parent: string | null, ops: readonly string[], digest: string) =>
    createHmac('sha256', commitKey)
      .update([parent ?? 'none', ...ops, digest].join('\n'))
      .digest('hex')
  return {
    trailers({ parent, ops, changes }) {
      const digest = changesDigest(changes)
      return [
        ...ops.map((op) => `Countersign-Op: ${op}`),
        `Countersign-Changes: ${digest}`,
        `Countersign-Mac: ${commitMac(parent, ops, digest)}`,
      ]
    },
    holds({ parent, message }) {
      const ops = findTrailers(message, 'Countersign-Op')
      const digest = findTrailer(message, 'Countersign-Changes')
      const mac = findTrailer(message, 'Countersign-Mac')
      if (ops.length === 0 || digest === undefined || mac === undefined) return false
      const wanted = Buffer.from(commitMac(parent, ops, digest))
      const given = Buffer.from(mac)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
    sign: (text) => createHmac('sha256', markerKey).update(text).digest('base64url').slice(0, 22),
  }
}
