import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** An Ed25519 key of the App. */
export interface SigningKey {
  /** `ed25519:` and the 32 bytes in base64url. */
  publicKey: string
  /** Signature in base64url; the same text gives the same one. */
  sign: (text: string) => string
}

/** DER that comes before the 32 bytes of an Ed25519 key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const named = /^ed25519:([\w-]{43})$/

/** The key that follows from a secret: whoever has the secret needs no other, and nobody else can make it. */
export function createSigningKey(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'countersign', 'signing', 32))
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  return {
    publicKey: nameKey(createPublicKey(key)),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
  }
}

/** Whether the key made the signature; false also where one of them is malformed. */
export function holdsSignature(publicKey: string, text: string, signature: string): boolean {
  const key = openPublicKey(publicKey)
  if (key === undefined || !/^[\w-]{86}$/.test(signature)) return false
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

/** Every public key in a text: `ed25519:…` words and PEM blocks, each in the first form. */
export function findPublicKeys(text: string): string[] {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[\w+/=\s]{1,1000}-----END PUBLIC KEY-----/g) ?? []
  const words = text.split(/[\s,]+/).filter((word) => openPublicKey(word) !== undefined)
  return [...new Set([...words, ...blocks.flatMap(parsePem)])]
}

/** The same key for tools such as openssl. */
export function renderPem(publicKey: string): string {
  return openPublicKey(publicKey)?.export({ format: 'pem', type: 'spki' }).toString() ?? ''
}

function parsePem(block: string): string[] {
  try {
    const key = createPublicKey(block)
    return key.asymmetricKeyType === 'ed25519' ? [nameKey(key)] : []
  } catch {
    return []
  }
}

function openPublicKey(text: string): KeyObject | undefined {
  const raw = named.exec(text)?.[1]
  if (raw === undefined) return undefined
  const bytes = Buffer.from(raw, 'base64url')
  // One spelling of each key only: the last character has bits that say nothing.
  if (bytes.toString('base64url') !== raw) return undefined
  return createPublicKey({ key: Buffer.concat([publicPrefix, bytes]), format: 'der', type: 'spki' })
}

function nameKey(key: KeyObject): string {
  return `ed25519:${key.export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length).toString('base64url')}`
}
