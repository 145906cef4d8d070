import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

// The quickest that still packs GitHub's JSON to a sixth: 50 µs for 17 KB, less than it saves the driver and the database.
const options = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/** A webhook's body as it is stored. */
export function packBody(body: string): Uint8Array {
  // A copy: what it comes in is far larger, and would go whole from thread to thread.
  return new Uint8Array(brotliCompressSync(body, options))
}

export function unpackBody(packed: unknown): string {
  if (!(packed instanceof Uint8Array)) throw new TypeError('a stored body is bytes')
  return brotliDecompressSync(packed).toString('utf8')
}
