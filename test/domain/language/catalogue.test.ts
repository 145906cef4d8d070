import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { catalogues } from '../../../src/domain/language/catalogues.ts'

const texts = Object.entries(catalogues).flatMap(([language, { messages, counts }]) =>
  Object.entries({
    ...messages,
    ...Object.fromEntries(Object.entries(counts).map(([noun, one]) => [`{n} ${noun}`, one])),
  }).flatMap(([message, translation]) =>
    (typeof translation === 'string' ? [translation] : Object.values(translation)).map((text) => ({
      language,
      message,
      text,
    })),
  ),
)

test('a translation has the placeholders of its message, and its commands', () => {
  const marked = (text: string) => JSON.stringify([...new Set(text.match(/\{\w+\}|`\/[a-z]+/g))].sort())
  expect(texts.filter(({ message, text }) => marked(message) !== marked(text))).toEqual([])
})

test('every message of the catalogue is said or written somewhere', async () => {
  const files = (await readdir('src', { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.includes('zh-cn'),
  )
  const sources = (await Promise.all(files.map((file) => readFile(join('src', file), 'utf8')))).join('\n')
  const all = Object.values(catalogues).flatMap(({ messages }) => Object.keys(messages))
  const isSaid = (message: string) =>
    sources.includes(message) || sources.includes(message.replaceAll("'", String.raw`\'`))
  expect(all.filter((message) => !isSaid(message))).toEqual([])
})
