import { crc32 } from 'node:zlib'

const mostBlockBytes = 0xff_ff
/** No flags, no time, no level, and 255: of no system in particular. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * The bytes as gzip, stored and not compressed: zlib's builds compress differently, and even one of them does on another
 * processor, but there is one way to store (docs/decisions/0095).
 */
export function storeAsGzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [header]
  for (let from = 0; from === 0 || from < bytes.length; from += mostBlockBytes) {
    const block = bytes.subarray(from, from + mostBlockBytes)
    const start = Buffer.alloc(5)
    start[0] = from + mostBlockBytes >= bytes.length ? 1 : 0
    start.writeUInt16LE(block.length, 1)
    start.writeUInt16LE(block.length ^ 0xff_ff, 3)
    parts.push(start, block)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(bytes), 0)
  end.writeUInt32LE(bytes.length % 2 ** 32, 4)
  return Buffer.concat([...parts, end])
}
