import { expect, test } from 'vitest'
import { excerptFailure } from '../../../src/adapters/agents/excerpt-failure.ts'

const frames = Array.from(
  { length: 30 },
  (_, at) => `    at Module.load${at} (node:internal/modules/cjs/loader:${at}:1)`,
)

test('the words of an assertion stand first, and what Node.js adds of itself is left out', () => {
  const output = [
    'node:assert:145',
    '    throw new AssertionError(obj);',
    '    ^',
    'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
    "'a' !== 'b'",
    '    at Object.<anonymous> (/work/test.js:2:8)',
    ...frames,
    '  generatedMessage: true,',
    'Node.js v24.21.0',
  ].join('\n')

  const { error, lines, leftOut } = excerptFailure(output, 8, 800)

  expect(error).toContain('Expected values to be strictly equal')
  expect(lines[0]).toBe('AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:')
  expect(lines.join('\n')).not.toMatch(/node:internal|Node\.js v/)
  expect(leftOut).toBeGreaterThan(frames.length)
})

test('a TypeError is told in its own words', () => {
  const output = ['ok 1', 'TypeError: title is not a function', '    at /work/test.js:2:1', ...frames].join('\n')

  expect(excerptFailure(output, 8, 800).error).toBe('TypeError: title is not a function')
})

test('output without an error is told from its end', () => {
  const output = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')

  expect(excerptFailure(output, 3, 800)).toEqual({
    error: undefined,
    lines: ['line 17', 'line 18', 'line 19'],
    leftOut: 17,
  })
})
