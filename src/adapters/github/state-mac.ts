import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { sha256Hex } from '../../domain/sha256.ts'

/** One path of a state commit; `blob` is the git id of its bytes, null where it is deleted. */
export interface StateChange {
  path: string
  blob: string | null
}

export interface StateMac {
  /** Trailer lines of a commit on the workflow branch: operation, digest of its changes, and the MAC over all of it. */
  trailers: (commit: { parent: string | null; op: string; changes: readonly StateChange[] }) => string[]
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

export function findTrailer(message: string, name: string): string | undefined {
  const line = message.split('\n').findLast((one) => one.startsWith(`${name}: `))
  return line?.slice(name.length + 2).trim()
}

/** Keys are derived from one secret, so that a marker's MAC is never one for a commit. */
export function createStateMac(secret: string): StateMac {
  const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'countersign', use, 32))
  const commitKey = key('state-commit')
  const markerKey = key('marker')
  const commitMac = (parent: string | null, op: string, digest: string) =>
    createHmac('sha256', commitKey)
      .update(`${parent ?? 'none'}\n${op}\n${digest}`)
      .digest('hex')
  return {
    trailers({ parent, op, changes }) {
      const digest = changesDigest(changes)
      return [
        `Countersign-Op: ${op}`,
        `Countersign-Changes: ${digest}`,
        `Countersign-Mac: ${commitMac(parent, op, digest)}`,
      ]
    },
    holds({ parent, message }) {
      const op = findTrailer(message, 'Countersign-Op')
      const digest = findTrailer(message, 'Countersign-Changes')
      const mac = findTrailer(message, 'Countersign-Mac')
      if (op === undefined || digest === undefined || mac === undefined) return false
      const wanted = Buffer.from(commitMac(parent, op, digest))
      const given = Buffer.from(mac)
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
    sign: (text) => createHmac('sha256', markerKey).update(text).digest('base64url').slice(0, 22),
  }
}
