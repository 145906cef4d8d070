import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { createSigningKey, holdsSignature } from '../../../application/state/signing-key.ts'
import {
  changesDigest,
  parseSeal,
  renderSeal,
  sealedText,
  type StateChange,
} from '../../../domain/records/seal/state-seal.ts'

/**
 * Whose commit it is. `ours`: this App's, for this repository. `unnamed`: this App's, from before commits named their
 * repository. `elsewhere`: this App's, for another repository. `foreign`: not this App's.
 */
export type SealVerdict = 'ours' | 'unnamed' | 'elsewhere' | 'foreign'

export interface StateMac {
  /** GitHub signs nothing here, so the MAC alone decides whose commit it is (decision 108). */
  acceptsUnsigned: boolean
  /** Public keys that commits are signed with, newest first. */
  publicKeys: readonly string[]
  /** Trailer lines of a commit on the workflow branch (docs/decisions/0030). */
  trailers: (commit: {
    repositoryId: number
    parent: string | null
    ops: readonly string[]
    changes: readonly StateChange[]
  }) => string[]
  /** What the trailers of a commit with that parent prove; that it changes what they say is looked at elsewhere. */
  judge: (commit: { repositoryId: number; parent: string | null; message: string }) => SealVerdict
  /** Whether it is the MAC of a commit's sealed text, also under the former secret. */
  holdsCommit: (text: string, mac: string) => boolean
  /** MAC of a comment marker. */
  sign: (text: string) => string
  /** Whether it is the marker's MAC, also one of the former secret. */
  holdsMarker: (text: string, mac: string) => boolean
  /** Signature of an exported manifest, by the newest key. */
  signManifest: (manifest: string) => string
  /** The same of an order to a job (seal-order.ts). */
  signOrder: (text: string) => string
}

/**
 * Keys are derived from the secret, so that a marker's MAC is never one for a commit. With a former secret beside it what
 * that one sealed still counts, and commits are signed with both: who knows the old public key learns the new one from them.
 */
export function createStateMac(secret: string, former: string | null = null, acceptsUnsigned = false): StateMac {
  const secrets = former === null || former === secret ? [secret] : [secret, former]
  const commitKeys = secrets.map((one) => macKey(one, 'state-commit'))
  const markerKeys = secrets.map((one) => macKey(one, 'marker'))
  const signingKeys = secrets.map(createSigningKey)
  const keys = signingKeys.map(({ publicKey }) => publicKey)
  const newest = { commit: macKey(secret, 'state-commit'), marker: macKey(secret, 'marker') }
  const holdsCommit = (text: string, given: string) => commitKeys.some((key) => isSame(commitMac(key, text), given))
  return {
    acceptsUnsigned,
    publicKeys: keys,
    holdsCommit,
    trailers({ repositoryId, parent, ops, changes }) {
      const seal = { repositoryId, ops: [...ops], changes: changesDigest(changes), keys }
      const text = sealedText(seal, parent)
      const signatures = signingKeys.map((key) => key.sign(text))
      return renderSeal({ ...seal, signatures, mac: commitMac(newest.commit, text) })
    },
    judge({ repositoryId, parent, message }) {
      const seal = parseSeal(message)
      if (seal === undefined) return 'foreign'
      const text = sealedText(seal, parent)
      if (!holdsCommit(text, seal.mac)) return 'foreign'
      if (seal.repositoryId === null) return 'unnamed'
      // What outsiders would refuse must not stand here either.
      const signed = seal.keys.every((key, index) => holdsSignature(key, text, seal.signatures[index] ?? ''))
      if (!signed) return 'foreign'
      return seal.repositoryId === repositoryId ? 'ours' : 'elsewhere'
    },
    sign: (text) => markerMac(newest.marker, text),
    holdsMarker: (text, mac) => markerKeys.some((key) => isSame(markerMac(key, text), mac)),
    signManifest: createSigningKey(secret).sign,
    signOrder: createSigningKey(secret).sign,
  }
}

function macKey(secret: string, use: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'countersign', use, 32)))
}

function commitMac(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

function markerMac(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}

function isSame(wanted: string, given: string): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
