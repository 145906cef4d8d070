import { expect, test } from 'vitest'
import { readAnnotations, readCheckRunInput } from '../../src/changes/checks/check-run-input.ts'

const action = { label: 'l', description: 'd', identifier: 'i' }

test('only what was given is set', () => {
  const input = readCheckRunInput({ external_id: 'op-1', status: 'in_progress' })

  expect(input).toEqual({ externalId: 'op-1', status: 'in_progress', conclusion: null, completedAt: null })
})

test('a conclusion completes a run', () => {
  const input = readCheckRunInput({ conclusion: 'success' })

  expect(input).toEqual({ status: 'completed', conclusion: 'success' })
})

test.each([
  ['letters', 's'.repeat(65_535)],
  ['Chinese characters', '字'.repeat(21_845)],
])('output may have 65,535 bytes: %s', (_, summary) => {
  const input = readCheckRunInput({ output: { title: 't', summary } })

  expect(input.output?.summary).toBe(summary)
})

test.each([
  ['a summary of 65,536 bytes', { output: { summary: 's'.repeat(65_536) } }],
  ['a summary of 21,846 Chinese characters', { output: { summary: '字'.repeat(21_846) } }],
  ['a text of 65,536 bytes', { output: { summary: 's', text: 't'.repeat(65_536) } }],
  ['four buttons', { actions: [action, action, action, action] }],
  ['a label of 21 characters', { actions: [{ ...action, label: 'l'.repeat(21) }] }],
  ['no conclusion though completed', { status: 'completed' }],
  ['the conclusion that is GitHub’s own', { conclusion: 'stale' }],
])('%s is refused', (_, body) => {
  const read = () => readCheckRunInput(body)

  expect(read).toThrow('Validation Failed')
})

test('a message of an annotation has 64 KiB at most, its title 255 characters', () => {
  const read = (annotation: object) => readAnnotations({ output: { annotations: [annotation] } })

  expect(read({ message: '字'.repeat(21_845), title: '字'.repeat(255) })).toHaveLength(1)
  expect(() => read({ message: '字'.repeat(21_846) })).toThrow('Validation Failed')
  expect(() => read({ title: 't'.repeat(256) })).toThrow('Validation Failed')
})

test('a request brings 50 annotations at most', () => {
  const read = (count: number) =>
    readAnnotations({ output: { annotations: Array.from({ length: count }, () => ({})) } })

  expect(read(50)).toHaveLength(50)
  expect(() => read(51)).toThrow('Validation Failed')
})
