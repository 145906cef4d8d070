import { expect, test } from 'vitest'
import { z } from 'zod'
import { loopFiles, parseStateText, stateText } from '../../../src/application/state/state-files.ts'
import type { LoopState } from '../../../src/domain/records/loop/loop-state.ts'
import { buildSkillState } from '../../support/loop/build-skill-state.ts'

const path = '.workflow/words.json'

function countingSchema() {
  let checks = 0
  const schema = z.object({ words: z.array(z.string()) }).refine(() => (checks += 1) > 0)
  return { schema, checks: () => checks }
}

test('what was checked when it was written is not checked again when it is read', () => {
  const { schema, checks } = countingSchema()

  const text = stateText(path, schema, { words: ['one'] })
  const read = parseStateText(path, schema, text)

  expect(read).toEqual({ words: ['one'] })
  expect(checks()).toBe(1)
})

test('what was read and stayed as it was is written without another check', () => {
  const { schema, checks } = countingSchema()
  const read = parseStateText(path, schema, '{"words":["one"]}')

  const texts = [stateText(path, schema, read), stateText(path, schema, read)]

  expect(texts).toEqual(Array.from({ length: 2 }, () => '{\n  "words": [\n    "one"\n  ]\n}\n'))
  expect(checks()).toBe(2)
})

test('what its schema does not hold is refused whenever it is written', () => {
  const { schema } = countingSchema()
  const broken = { words: [1] } as unknown as { words: string[] }

  expect(() => stateText(path, schema, broken)).toThrow('is not valid')
  expect(() => stateText(path, schema, broken)).toThrow('is not valid')
})

test('a loop that contradicts itself is not written', () => {
  const at = '2026-11-21T03:12:00.000Z'
  const loop: LoopState = {
    schema_version: 1,
    loop_id: 'loop-v2-20261121-000701',
    title: 'Greet',
    description: 'Greet',
    max_iterations: 10,
    status: 'completed',
    current_iteration: 1,
    created_at: at,
    updated_at: at,
    skill_state: buildSkillState({ validate: { passed: false } }),
  }

  expect(() => loopFiles(loop)).toThrow('contradicts itself')
})
