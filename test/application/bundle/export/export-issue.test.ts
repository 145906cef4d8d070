import { expect, test } from 'vitest'
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
  return { ports, releases, written }
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
