import { expect, test } from 'vitest'
import { bundleFolders } from '../../../src/domain/bundle/bundle-names.ts'

function foldersOf(...tasks: { id: string; task_id: string; title: string }[]): string[] {
  return [...bundleFolders(tasks).values()].toSorted()
}

const some = '1b4e28ba-2fa1-5d3b-8f6e-6b0c1f2d3e4f'

test('a folder is named after title and first eight digits of the task id', () => {
  expect(foldersOf({ id: 'T1', task_id: some, title: 'Write the “Quick-start” guide!' })).toEqual([
    'Write_the_Quick_start_guide_1b4e28ba',
  ])
})

test('accents are dropped, not the letters under them', () => {
  expect(foldersOf({ id: 'T1', task_id: some, title: 'Résumé über Ångström' })).toEqual([
    'Resume_uber_Angstrom_1b4e28ba',
  ])
})

test('a title without Latin letters gives the short id', () => {
  expect(foldersOf({ id: 'T3.1', task_id: some, title: '编写文档' })).toEqual(['T3_1_1b4e28ba'])
})

test('ids with the same first eight digits are both told apart by more', () => {
  const folders = foldersOf(
    { id: 'T1', task_id: '1b4e28ba-2fa1-5d3b-8f6e-6b0c1f2d3e4f', title: 'Same' },
    { id: 'T2', task_id: '1b4e28ba-2fb1-5d3b-8f6e-6b0c1f2d3e4f', title: 'Same' },
  )

  expect(folders).toEqual(['Same_1b4e28ba2fa', 'Same_1b4e28ba2fb'])
})

test('a long title is cut', () => {
  const [folder] = foldersOf({ id: 'T1', task_id: some, title: 'word '.repeat(60) })

  expect(folder?.length).toBeLessThan(60)
})
