import { expect, test } from 'vitest'
import { measureCases } from '../../../bench/tuning/measure-cases.ts'
import { readCases } from '../../../bench/tuning/read-cases.ts'
import { tuningPatterns } from '../../../src/domain/tuning/patterns/catalogue.ts'

const countTokens = (text: string) => Math.ceil(text.length / 4)
const labelled = await readCases('labelled')

test('each pattern has at least eight cases that have it and eight that nearly do', () => {
  const short = tuningPatterns.filter(({ id }) => {
    const own = labelled.filter(({ pattern }) => pattern === id)
    return own.filter(({ isMet }) => isMet).length < 8 || own.filter(({ isMet }) => !isMet).length < 8
  })

  expect(short.map(({ id }) => id)).toEqual([])
  expect(labelled.length).toBeGreaterThanOrEqual(500)
  expect(labelled.filter(({ pattern }) => !tuningPatterns.some(({ id }) => id === pattern))).toEqual([])
})

test('every labelled case is told as it is labelled', () => {
  expect(
    measureCases(labelled, countTokens).flatMap(({ pattern, wrong }) => wrong.map((place) => `${pattern} ${place}`)),
  ).toEqual([])
})
