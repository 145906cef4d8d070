import { expect, test } from 'vitest'
import { explainTooLarge } from '../../../src/domain/bundle/archive-size.ts'
import type { Manifest } from '../../../src/domain/bundle/manifest.ts'

const limit = 2 * 1024 ** 3
const plain = { candidates: [], items: [{ role: 'deliverable' }] } as unknown as Manifest

test('one byte less than GitHub’s limit is let through', () => {
  expect(explainTooLarge(limit - 1, plain)).toBeUndefined()
  expect(explainTooLarge(limit, plain)).toMatch(/would have 2\.00 GiB, and GitHub takes less than 2 GiB a file/)
})

test('what would be smaller is said as far as there is something to leave out', () => {
  const more = { candidates: [{}], items: [{ role: 'deliverable' }, { role: 'supporting' }] } as unknown as Manifest

  expect(explainTooLarge(limit, plain)).not.toMatch(/without/)
  expect(explainTooLarge(limit, more)).toMatch(/include-candidates.*include-supporting: false.*\/split/)
})
