import { expect, test } from 'vitest'
import { coversVersion, type Undone } from '../../../src/domain/records/artifact.ts'
import { buildArtifact, testUuid } from '../../support/builders.ts'

const undone = (how: Undone['how']): Undone => ({
  path: 'a.txt',
  task: 'T2',
  version: 1,
  artifact_id: testUuid('T2 v1'),
  how,
  by_plan: false,
})

test.each([
  ['rewritten', 'rewritten', true],
  ['lost', 'lost', true],
  ['rewritten', 'lost', false],
] as const)('an approval while lines were %s covers the same bytes where they are %s: %s', (before, now, covers) => {
  const approved = buildArtifact(undefined, { undoes: [undone(before)] })

  expect(coversVersion(approved, { ...approved, undoes: [undone(now)] })).toBe(covers)
})
