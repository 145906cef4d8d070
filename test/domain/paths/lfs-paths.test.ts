import { expect, test } from 'vitest'
import { readLfsPaths } from '../../../src/domain/paths/lfs-paths.ts'

const attributes = `# large files
*.png filter=lfs diff=lfs merge=lfs -text
assets/** filter=lfs
/models/*.bin filter=lfs
docs/*.png -filter
*.txt text
assets/readme.md !filter
"with space.psd" filter=lfs
`

test.each([
  ['logo.png', true],
  ['a/b/logo.png', true],
  ['docs/logo.png', false],
  ['docs/deep/logo.png', true],
  ['assets/film.mp4', true],
  ['assets/readme.md', false],
  ['models/a.bin', true],
  ['other/models/a.bin', false],
  ['notes.txt', false],
  ['png', false],
])('%s in Git LFS: %s', (path, isLfs) => {
  const isInLfs = readLfsPaths(attributes)

  expect(isInLfs(path)).toBe(isLfs)
})
