import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readTaskResult } from '../../../../src/adapters/github/jobs/read-task-result.ts'
import { buildReceipt } from '../../../support/builders.ts'

const { outcome: _outcome, ...receipt } = buildReceipt()
const result = {
  version: 1,
  order: 'sealed',
  outcome: { kind: 'changed' },
  receipt,
  files: [
    { path: 'a.txt', mode: '100644' },
    { path: 'gone.txt', mode: null },
  ],
}

function pack(told: unknown, more: Record<string, Uint8Array> = {}): Uint8Array {
  return zipSync({ 'result.json': strToU8(typeof told === 'string' ? told : JSON.stringify(told)), ...more })
}

test('what a job hands back is read with its bytes; a deleted file has none', () => {
  const bytes = strToU8('a\n')

  expect(readTaskResult(pack(result, { 'files/0': bytes }))).toEqual({ result, bytes: [bytes, null] })
})

test.each<[what: string, archive: Uint8Array, why: RegExp]>([
  ['no archive', strToU8('<html>'), /zip/i],
  ['an archive that is cut', pack(result, { 'files/0': strToU8('a') }).subarray(0, 60), /./],
  ['no description', zipSync({ 'other.json': strToU8('{}') }), /result\.json is missing/],
  ['no JSON', pack('{'), /JSON/],
  ['more than the schema knows', pack({ ...result, commit: 'x' }), /Unrecognized key/],
  ['an outcome that only people have', pack({ ...result, outcome: { kind: 'handed_over', who: [] } }), /outcome/],
  ['files whose bytes are missing', pack(result), /the bytes of a\.txt are missing/],
  [
    'too many files',
    pack(result, Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`x/${i}`, new Uint8Array()]))),
    /more than 10000 files/,
  ],
])('%s is no result, and it is said why', (_what, archive, why) => {
  expect(readTaskResult(archive)).toMatch(why)
})

test('an entry that says it unpacks to more than there is memory for takes none', () => {
  const archive = pack(result, { 'files/0': strToU8('aaaa') })
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  // The uncompressed size, in the central directory's entry of files/0.
  const at = findLast(archive, [0x50, 0x4b, 0x01, 0x02])
  view.setUint32(at + 24, 4_000_000_000, true)

  expect(readTaskResult(archive)).toMatch(/more than 100 MB/)
})

function findLast(bytes: Uint8Array, sought: readonly number[]): number {
  return Buffer.from(bytes).lastIndexOf(Buffer.from(sought))
}
