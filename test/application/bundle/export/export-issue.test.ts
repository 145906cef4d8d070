import { expect, test, vi } from 'vitest'
import { type ExportWish, exportIssue } from '../../../../src/application/bundle/export/export-issue.ts'
import { buildExportPlace } from '../../../support/repository/build-export-place.ts'
import { repository } from '../../../support/fakes/machine.ts'

const wish: ExportWish = {
  issueNumber: 7,
  planId: 'SOL-ISS-007-1',
  includeCandidates: false,
  includeSupporting: true,
  partial: false,
  op: 'ISS-007/9',
}

function start() {
  const { place, releases, written } = buildExportPlace()
  const ports = { exports: { open: () => Promise.resolve(place) }, web: 'https://github.test', docs: undefined }
  return { ports, place, releases, written }
}

test('what people asked for is written under their operation, released, and told in short', async () => {
  const { ports, releases, written } = start()

  const outcome = await exportIssue(ports, repository, wish)

  expect(outcome).toMatchObject({ kind: 'exported', tag: 'countersign-ISS-007-1', files: 4, missing: [] })
  expect(written).toMatchObject([{ op: 'ISS-007/9', folder: 'workspace/deliverables/SOL-ISS-007-1/bundle' }])
  expect(releases.releases[0]?.assets.map(({ name }) => name)).toContain('manifest.json.sig')
})

test('what can’t be exported is refused with the reason of each task', async () => {
  const { ports, releases } = start()

  const outcome = await exportIssue(ports, repository, { ...wish, planId: 'SOL-ISS-007-2' })

  expect(outcome).toMatchObject({ kind: 'refused', why: expect.stringContaining('SOL-ISS-007-2') })
  expect(releases.writes).toEqual([])
})

test('many files are fetched at once, and are no calls of their own', async () => {
  const { ports, place, releases } = start()
  const calls = vi.spyOn(place.state, 'readBlob')
  const bytes = new Map<string, Uint8Array>()
  place.fetchBlobs = async (blobs) => {
    for (const blob of blobs) bytes.set(blob, await place.state.readBlob(blob))
    calls.mockClear()
    return { read: (blob) => Promise.resolve(bytes.get(blob)), [Symbol.asyncDispose]: async () => bytes.clear() }
  }

  await exportIssue(ports, repository, { ...wish, includeCandidates: true })

  expect(releases.writes).toContain('publish countersign-ISS-007-1')
  expect(calls).not.toHaveBeenCalled()
  expect(bytes.size).toBe(0)
})

test('where git ends in the middle, each file is a call, and the same comes out', async () => {
  const whole = start()
  const broken = start()
  broken.place.fetchBlobs = async () => ({
    read: () => Promise.reject(new Error('git ended before it had given all blobs')),
    [Symbol.asyncDispose]: async () => {},
  })
  const many = { ...wish, includeCandidates: true }

  const [wanted, outcome] = [
    await exportIssue(whole.ports, repository, many),
    await exportIssue(broken.ports, repository, many),
  ]

  expect(outcome).toEqual(wanted)
  expect(wanted).toMatchObject({ kind: 'exported', files: 5 })
})

test('an integration branch that can’t be compared is not taken for one that was approved', async () => {
  const { ports, place, releases } = start()
  place.state.compareTrees = () => Promise.resolve(undefined)

  const outcome = await exportIssue(ports, repository, wish)

  expect(outcome).toMatchObject({ kind: 'refused', why: expect.stringContaining('it can’t be seen whether') })
  expect(releases.writes).toEqual([])
})
