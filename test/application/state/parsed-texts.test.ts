import { expect, test } from 'vitest'
import { z } from 'zod'
import { rememberParsed, rememberText } from '../../../src/application/state/parsed-texts.ts'

const schema = z.object({ words: z.array(z.string()) })

function parser() {
  const parsed: string[] = []
  const parse = (text: string) =>
    rememberParsed(schema, text, () => {
      parsed.push(text)
      return schema.parse(JSON.parse(text))
    })
  return { parse, parsed }
}

test('the same text is parsed once, and nobody can change what others get', () => {
  const { parse, parsed } = parser()
  const text = JSON.stringify({ words: ['one'] })

  const first = parse(text)

  expect(parse(text)).toBe(first)
  expect(parsed).toEqual([text])
  expect(() => first.words.push('two')).toThrow(TypeError)
})

test('a text with which parsing failed is parsed again', () => {
  const { parse, parsed } = parser()

  expect(() => parse('{}')).toThrow('words')
  expect(() => parse('{}')).toThrow('words')

  expect(parsed).toEqual(['{}', '{}'])
})

test('what nobody asked for in a while is forgotten, and what is large is not kept', () => {
  const { parse, parsed } = parser()
  const kept = JSON.stringify({ words: ['kept'] })
  const large = JSON.stringify({ words: ['x'.repeat(70_000)] })
  parse(kept)

  for (let index = 0; index < 75; index += 1) parse(JSON.stringify({ words: [`${index}`] }))
  parse(kept)
  for (let index = 75; index < 150; index += 1) parse(JSON.stringify({ words: [`${index}`] }))
  for (const text of [kept, JSON.stringify({ words: ['0'] }), large, large]) parse(text)

  expect(parsed.filter((text) => text === kept)).toHaveLength(1)
  expect(parsed.filter((text) => text === JSON.stringify({ words: ['0'] }))).toHaveLength(2)
  expect(parsed.filter((text) => text === large)).toHaveLength(2)
})

test('the text of what is remembered is made once, and of anything else anew', () => {
  const { parse } = parser()
  const remembered = parse(JSON.stringify({ words: ['two'] }))
  const own = { words: ['two'] }
  let made = 0
  const render = () => {
    made += 1
    return `text ${made}`
  }

  const texts = [remembered, remembered, own, own].map((value) => rememberText(value, render))

  expect(texts).toEqual(['text 1', 'text 1', 'text 2', 'text 3'])
})
