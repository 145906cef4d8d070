import { expect, test } from 'vitest'
import { readSources } from '../../../../src/application/runs/debug/read-sources.ts'

const tree = (files: Record<string, string>) => ({
  readFile: (path: string) => Promise.resolve(path in files ? new TextEncoder().encode(files[path]) : undefined),
})
const pathsOf = async (files: Record<string, string>, ...from: string[]) =>
  (await readSources(tree(files), from)).map(({ path }) => path)

test('files, and what they import, one after the other', async () => {
  const files = {
    'test/a.test.js': "import { a } from '../src/a.js'",
    'src/a.js': "import b from './b.js'",
    'src/b.js': "read('../data/x.json')",
    'data/x.json': '{}',
    'src/other.js': '',
  }

  expect(await pathsOf(files, 'test/a.test.js', 'gone.js')).toEqual([
    'test/a.test.js',
    'src/a.js',
    'src/b.js',
    'data/x.json',
  ])
})

test('imports in a circle end', async () => {
  expect(await pathsOf({ 'a.js': "import './b.js'", 'b.js': "import './a.js'" }, 'a.js')).toEqual(['a.js', 'b.js'])
})

test('what is no text, or too large, is left out', async () => {
  expect(await pathsOf({ 'a.png': 'x\0y', 'b.js': 'x'.repeat(200_001), 'c.js': '' }, 'a.png', 'b.js', 'c.js')).toEqual([
    'c.js',
  ])
})

test('60 files are enough', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `m${index}.js`)

  expect(await pathsOf(Object.fromEntries(names.map((name) => [name, ''])), ...names)).toHaveLength(60)
})
