import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

const chunkChars = 65_536
/** Without the copy that `utf8ToBytes` makes of each chunk, to be able to wipe it. */
const encoder = new TextEncoder()

/** SHA-256 in lower-case hex; text is hashed as UTF-8. */
export function sha256Hex(content: string | Uint8Array): string {
  return bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content))
}

/** The same of a text that comes in parts, which is never there as a whole. No part may end between two surrogates. */
export function sha256HexOfParts(parts: Iterable<string>): string {
  const hash = sha256.create()
  let chunk = ''
  for (const part of parts) {
    chunk += part
    if (chunk.length < chunkChars) continue
    hash.update(encoder.encode(chunk))
    chunk = ''
  }
  return bytesToHex(hash.update(encoder.encode(chunk)).digest())
}
