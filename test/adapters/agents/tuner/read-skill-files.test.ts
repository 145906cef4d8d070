import { expect, test } from 'vitest'
import { readSkillFiles } from '../../../../src/adapters/agents/tuner/read-skill-files.ts'
import type { RepositoryReader } from '../../../../src/application/ports/roles/repository-reader.ts'

/** Files with their texts; null is binary. */
function readerOf(files: Record<string, string | null>, sizes: Record<string, number> = {}): RepositoryReader {
  return {
    commit: 'a'.repeat(40),
    list: async () => [],
    files: async () => ({
      files: new Map(Object.entries(files).map(([path, text]) => [path, sizes[path] ?? text?.length ?? 1])),
      more: 0,
    }),
    async read(path) {
      const text = files[path]
      if (text === undefined) return undefined
      return text === null ? { kind: 'binary', bytes: 1 } : { kind: 'text', text, isCut: false }
    },
    search: async () => ({ lines: [], isCut: false }),
  }
}

test('the text files of a skill are read, and what is no text of whoever made it is not', async () => {
  const reader = readerOf({
    'skills/a/SKILL.md': 'A',
    'skills/a/node_modules/b/c.md': 'C',
    'skills/a/logo.png': null,
    'skills/a/notes.md': null,
    'skills/ab/SKILL.md': 'B',
  })

  expect(await readSkillFiles(reader, 'skills/a')).toEqual({ kind: 'read', files: [{ path: 'SKILL.md', raw: 'A' }] })
})

test.each([
  ['a folder that is not there', {}, 'skills/a', 'There is no folder `skills/a`'],
  ['one beside others', { 'skills/b/SKILL.md': '' }, 'skills/a', 'skills are in `skills/b`'],
  ['a file', { 'skills/a': '' }, 'skills/a', '`skills/a` is a file'],
  ['a binary SKILL.md', { 'skills/a/SKILL.md': null }, 'skills/a', '`skills/a/SKILL.md` is binary'],
  [
    '10,000 files',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`skills/a/${at}.md`, ''])),
    'skills/a',
    '`skills/a` holds more than 2,000 files',
  ],
])('%s is refused with a clear answer', async (_case, files, path, words) => {
  expect(await readSkillFiles(readerOf(files), path)).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining(words),
  })
})

test('more text than an agent reads is refused before it is read', async () => {
  const reader = readerOf({ 'a/SKILL.md': '' }, { 'a/SKILL.md': 17 * 1024 * 1024 })

  expect(await readSkillFiles(reader, 'a')).toMatchObject({ kind: 'refused', why: expect.stringContaining('16 MB') })
})
