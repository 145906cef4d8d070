import { expect, test } from 'vitest'
import { releaseAssetName } from '../../src/world/release-asset-name.ts'

test.each([
  ['bundle-1.0_x+y.tgz', 'bundle-1.0_x+y.tgz'],
  ['my bundle.tgz', 'my.bundle.tgz'],
  ['my  bundle (1).tgz', 'my.bundle.1.tgz'],
  ['.hidden.', 'hidden'],
  ['日本', ''],
])('%s becomes %s', (given, expected) => {
  const name = releaseAssetName(given)

  expect(name).toBe(expected)
})
