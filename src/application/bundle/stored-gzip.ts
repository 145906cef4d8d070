import { crc32 } from 'node:zlib'

const mostBlockBytes = 0xff_ff
/** No flags, no time, no level, and 255: of no system in particular. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/**
 * The bytes as gzip, stored and not compressed: zlib's builds compress differently, and even one of them does on another
 * processor, but there is one way to store (docs/decisions/0095). In however many pieces they come, it is the same.
 */
export async function* storeAsGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield header
  let [sum, length] = [0, 0]
  // The last block says that it is: a full one is held back until there is more.
  let waiting = Buffer.alloc(0)
  for await (const chunk of chunks) {
    sum = crc32(chunk, sum)
    length += chunk.length
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk])
    let from = 0
    for (; waiting.length - from > mostBlockBytes; from += mostBlockBytes)
      yield* storedBlock(waiting.subarray(from, from + mostBlockBytes), false)
    waiting = waiting.subarray(from)
  }
  yield* storedBlock(waiting, true)
  const end = Buffer.alloc(8)
  end.writeUInt32LE(sum, 0)
  end.writeUInt32LE(length % 2 ** 32, 4)
  yield end
}

function storedBlock(bytes: Uint8Array, isLast: boolean): Uint8Array[] {
  const start = Buffer.alloc(5)
  start[0] = isLast ? 1 : 0
  start.writeUInt16LE(bytes.length, 1)
  start.writeUInt16LE(bytes.length ^ 0xff_ff, 3)
  return [start, bytes]
}
