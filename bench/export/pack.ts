import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSpoolFolder } from '../../src/adapters/folder/spool-folder.ts'
import { ProvenContents } from '../../src/application/bundle/proven-contents.ts'
import { makeReleaseFiles } from '../../src/application/bundle/release-files.ts'
import type { ReleaseFile } from '../../src/application/ports/forge/release-store.ts'
import type { StateReader } from '../../src/application/ports/state/state-reader.ts'
import type { WrittenBundle } from './write-files.ts'

/** What an export does with its bytes: each file read and proven against the record, all packed, summed and written. */
process.on('message', (question: { dir: string; to: string; bundle: WrittenBundle }) => {
  void pack(question).then((answer) => process.send?.(answer))
})

async function pack({ dir, to, bundle: { manifest, copies } }: { dir: string; to: string; bundle: WrittenBundle }) {
  const started = performance.now()
  const bySource = new Map(copies.map((copy) => [copy.source_path, copy]))
  const byBlob = new Map(copies.map((copy) => [copy.blob, copy.dest_path]))
  const reader: Pick<StateReader, 'findFile' | 'readBlob'> = {
    findFile: (_commit, path) => Promise.resolve(bySource.get(path)).then((found) => found && { ...found, path }),
    readBlob: (blob) => readFile(join(dir, byBlob.get(blob) ?? '')),
  }
  await using spooling = await openSpoolFolder()
  const contents = new ProvenContents(reader, '', copies)
  const files = await makeReleaseFiles(manifest, contents, null, spooling.spool)
  contents.expectProven()
  const write = ({ name, content }: ReleaseFile) => writeFile(join(to, name), content.stream())
  // The archive lies in its folder already, from where it would be uploaded.
  const [archive, ...others] = files
  for (const file of others) await write(file)
  const answer = { ms: performance.now() - started, peakRssBytes: process.resourceUsage().maxRSS * 1024 }
  // Whoever verifies it has downloaded it.
  if (archive !== undefined) await write(archive)
  return answer
}
