import type { ReleaseFile } from '../../../src/application/ports/forge/release-store.ts'

/** The files of a release by their names, in memory. */
export async function bytesOf(files: readonly ReleaseFile[]): Promise<Map<string, Uint8Array>> {
  const read = files.map(async ({ name, content }) => [name, new Uint8Array(await content.arrayBuffer())] as const)
  return new Map(await Promise.all(read))
}
