const redactedBytes = Buffer.from('[redacted]')

/**
 * Takes keys out of bytes on their way to an agent, however they are cut into pieces. It holds back nothing but what may
 * be the beginning of a key, so that a stream is not delayed.
 */
export class KeyFilter {
  readonly #keys: readonly Buffer[]
  #held = Buffer.alloc(0)

  constructor(keys: readonly string[]) {
    this.#keys = keys.filter((key) => key.length >= 8).map((key) => Buffer.from(key))
  }

  push(chunk: Buffer): Buffer {
    if (this.#keys.length === 0) return chunk
    let bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    for (const key of this.#keys) bytes = replaceAll(bytes, key)
    const held = Math.max(...this.#keys.map((key) => countBeginning(bytes, key)))
    this.#held = Buffer.from(bytes.subarray(bytes.length - held))
    return bytes.subarray(0, bytes.length - held)
  }

  /** What was held back: no key, as nothing followed. */
  end(): Buffer {
    const held = this.#held
    this.#held = Buffer.alloc(0)
    return held
  }
}

function replaceAll(bytes: Buffer, key: Buffer): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, from)) {
    parts.push(bytes.subarray(from, at), redactedBytes)
    from = at + key.length
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(from)])
}

/** How many bytes at the end are the first ones of a key. */
function countBeginning(bytes: Buffer, key: Buffer): number {
  for (let length = Math.min(bytes.length, key.length - 1); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(key.subarray(0, length))) return length
  }
  return 0
}

/** The same for a text that is whole. */
export function removeKeys(text: string, keys: readonly string[]): string {
  const filter = new KeyFilter(keys)
  return Buffer.concat([filter.push(Buffer.from(text)), filter.end()]).toString('utf8')
}
