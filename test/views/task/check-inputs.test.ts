import { expect, test } from 'vitest'
import { renderTaskBody } from '../../../src/views/task/task-details.ts'
import { buildCriterion, buildTask } from '../../support/builders.ts'

test('who approves a schema sees which', () => {
  const criterion = buildCriterion({
    id: 'AC-2',
    check_method: 'static_check',
    check: 'schema',
    target: 'a.json',
    schema: { type: 'object', required: ['name'] },
  })

  const body = renderTaskBody(buildTask({ acceptance_criteria: [criterion] }))

  expect(body).toContain('**AC-2** is held against this schema:\n\n```json\n{\n "type": "object",')
  expect(body).toContain('"required": [\n  "name"\n ]')
})

test.each([
  [{ check_method: 'run_smoke_test' as const, command: `npm test -- ${'a '.repeat(100)}end` }, 'runs:'],
  [{ check_method: 'static_check' as const, check: 'matches' as const, pattern: `${'a|'.repeat(60)}end` }, 'pattern:'],
  [{ check_method: 'static_check' as const, check: 'contains' as const, text: `${'a '.repeat(60)}end` }, 'text:'],
])('what is too long for the table stands below it: %j', (given, says) => {
  const task = buildTask({ acceptance_criteria: [buildCriterion({ target: 'a', ...given })] })

  expect(renderTaskBody(task)).toMatch(new RegExp(`${says}\\n\\n\`\`\`(sh)?\\n[^]*end\\n\`\`\``))
})

test('what the table shows whole is not said twice', () => {
  const criterion = buildCriterion({ check_method: 'run_smoke_test', command: 'npm test' })

  expect(renderTaskBody(buildTask({ acceptance_criteria: [criterion] }))).not.toContain('runs:')
})
