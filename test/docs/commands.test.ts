import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPages, root } from './read/read-pages.ts'

const pages = await readPages()
const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

test('every npm script that a page names is there', () => {
  const missing = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => scripts[name] === undefined)
      .map((name) => `${path}: npm run ${name}`),
  )

  expect(missing).toEqual([])
})

test('every program of this repository that a page starts is there', async () => {
  const named = pages.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:bash|node(?: --[\w=.-]+)*|npx vitest run) ((?:scripts|bin|test)\/[\w./-]+)/g)].map(
      ([, file = '']) => file,
    ),
  )

  const there = await Promise.all(named.map((file) => stat(join(root, file)).catch(() => undefined)))

  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((_file, index) => there[index] === undefined)).toEqual([])
})

test('the README has the two commands that do all the set-up', () => {
  const readme = pages.find(({ path }) => path === 'README.md')?.text ?? ''

  expect(readme).toContain('npm ci && npm run demo')
  expect(readme).toContain('npm ci && npm test')
})
