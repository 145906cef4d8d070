import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findSection, releaseSection } from '../../scripts/package/changelog.ts'

const changelog = '# Changelog\n\n## Unreleased\n\n- One more.\n\n## 0.1.0 (2026-11-01)\n\n- The first.\n'

test('what is said of a version is what stands below its heading', () => {
  expect(findSection(changelog, '0.1.0')).toBe('- The first.')
  expect(findSection(changelog, '0.1')).toBeUndefined()
})

test('what was not released becomes the version, and nothing is unreleased then', () => {
  const released = releaseSection(changelog, '0.2.0', '2026-11-25')

  expect(findSection(released, '0.2.0')).toBe('- One more.')
  expect(findSection(released, 'Unreleased')).toBe('')
  expect(() => releaseSection(released, '0.3.0', '2026-11-26')).toThrow('nothing below "Unreleased"')
})

test('the changelog of this project can be released', async () => {
  expect(releaseSection(await readFile('CHANGELOG.md', 'utf8'), '9.9.9', '2026-11-25')).toContain(
    '## 9.9.9 (2026-11-25)',
  )
})
