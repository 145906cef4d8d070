import { expect, test } from 'vitest'
import { type ContentQuestion, lookAtContent } from '../../../src/adapters/agents/rules/content-question.ts'
import type { CriterionFinding } from '../../../src/adapters/agents/rules/finding.ts'

const signal = new AbortController().signal
const limits = { heapMiB: 48, ms: 1_500 }

function file(path: string, content: string) {
  return { path, bytes: Buffer.from(content) }
}

/** A schema that asks the same of a value 2 to the power of `levels` times. */
function doubling(levels: number): Record<string, unknown> {
  const $defs: Record<string, unknown> = { [`s${levels}`]: { type: 'integer' } }
  for (let level = 0; level < levels; level++) {
    const $ref = `#/$defs/s${level + 1}`
    $defs[`s${level}`] = { allOf: [{ $ref }, { $ref }] }
  }
  return { $defs, $ref: '#/$defs/s0' }
}

async function look(question: ContentQuestion): Promise<CriterionFinding> {
  return lookAtContent(question, signal, limits)
}

test('a file that is too much for its parser fails, and the next one is read', async () => {
  const bomb = await look({ check: 'parses', files: [file('a.yml', '['.repeat(4_000_000))] })
  const after = await look({ check: 'parses', files: [file('b.yml', 'a: 1\n')] })

  expect(bomb).toMatchObject({
    kind: 'judged',
    result: 'fail',
    evidence: expect.stringMatching(/^a\.yml could not be read/),
  })
  expect(after).toEqual({ kind: 'judged', result: 'pass', evidence: 'b.yml is valid YAML, 5 bytes' })
})

test('a schema that costs too much is for a person to judge', async () => {
  const found = await look({ check: 'schema', files: [file('a.json', '1')], schema: doubling(60) })

  expect(found).toEqual({
    kind: 'waits',
    for: 'person',
    why: 'a.json, held against the criterion, could not be read within 1.5 s',
  })
})

test('the server goes on meanwhile', async () => {
  let turns = 0
  const clock = setInterval(() => (turns += 1), 10)

  await look({ check: 'schema', files: [file('a.json', '1')], schema: doubling(60) })

  clearInterval(clock)
  expect(turns).toBeGreaterThan(20)
})

test('what is told to end ends', async () => {
  const told = new AbortController()
  const looking = lookAtContent({ check: 'schema', files: [file('a.json', '1')], schema: doubling(60) }, told.signal)

  setTimeout(() => told.abort(), 50)

  await expect(looking).rejects.toThrow('aborted')
})
