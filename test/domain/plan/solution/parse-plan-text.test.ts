import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { parsePlanText } from '../../../../src/domain/plan/solution/parse-plan-text.ts'
import { buildPlan } from '../../../support/builders.ts'

test('brackets inside the strings of JSON are no nesting', () => {
  const value = { content: '['.repeat(500), quoted: '"{'.repeat(300) }

  expect(parsePlanText(JSON.stringify(value))).toMatchObject({ ok: true, value })
})

test('nesting without end is refused', () => {
  expect(parsePlanText('['.repeat(5_000))).toEqual({ ok: false, faults: ['Line 1: nested more than 100 deep.'] })
})

test('a plan survives YAML too', () => {
  expect(parsePlanText(stringify(buildPlan(), { aliasDuplicateObjects: false }))).toMatchObject({
    ok: true,
    value: buildPlan(),
  })
})

test('every place of the text can be found', () => {
  const parsed = parsePlanText('{\n  "tasks": [\n    { "id": 5 }\n  ]\n}\n')

  expect(parsed.ok ? parsed.locate(['tasks', 0, 'id']) : null).toEqual({ line: 3, column: 13 })
  expect(parsed.ok ? parsed.locate(['tasks', 0, 'id'], 'key') : null).toEqual({ line: 3, column: 7 })
})
