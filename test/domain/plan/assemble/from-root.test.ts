import { expect, test } from 'vitest'
import { draftFromRoot, folderFromRoot, pathFromRoot } from '../../../../src/domain/plan/assemble/from-root.ts'

test.each([
  ['.', ''],
  ['./', ''],
  ['./docs/', 'docs/'],
  ['docs/', 'docs/'],
])('the folder %j is %j', (given, folder) => {
  expect(folderFromRoot(given)).toBe(folder)
})

test('paths of a drafted task begin at the root', () => {
  expect(pathFromRoot('././index.js')).toBe('index.js')
  expect(
    draftFromRoot({
      id: 'T1',
      title: 'Add it',
      scope: './index.js, test.js',
      deliverable_spec: { filename: './index.js', output_dir: '.' },
    }),
  ).toMatchObject({ scope: 'index.js, test.js', deliverable_spec: { filename: 'index.js', output_dir: '' } })
})
