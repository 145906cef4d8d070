import { expect, test } from 'vitest'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'

function criteriaOf(said: string) {
  const answer = planFromText('Mend it', `- [ ] Mend \`src/answer.js\`\n\n## Acceptance\n\n- ${said}\n`, '')
  if (answer.kind !== 'draft') throw new Error(JSON.stringify(answer))
  const criteria = answer.draft.tasks[0]?.acceptance_criteria ?? []
  return criteria.map(({ statement, command }) => (command === undefined ? statement : `$ ${command}`))
}

test.each([
  ['It should give `42`, and `node --test` passes.', 'It should give `42`', 'node --test'],
  ['The header is set and `npm test` is green', 'The header is set', 'npm test'],
  ['When `x` is gone, it gives `42`, and `npm test` still passes', 'When `x` is gone, it gives `42`', 'npm test'],
  ['返回 `42`，并且 `npm test` 通过', '返回 `42`', 'npm test'],
])('“%s” is a criterion for a person and one for a machine', (said, statement, command) => {
  expect(criteriaOf(said)).toEqual([statement, `$ ${command}`])
})

test('the command may come first', () => {
  expect(criteriaOf('`node --test` passes, and it gives `42`.')).toEqual(['$ node --test', 'It gives `42`.'])
})

test.each([
  'It is merged once the header is set and `npm test` passes',
  'Once the header is set, `npm test` passes',
  'The timer stops and `answer()` works',
  '`npm test` and `npm run lint` pass',
  '`npm test` passes and in CI as well',
])('“%s” stays one', (said) => {
  expect(criteriaOf(said)).toEqual([said])
})

test('what was read of an issue without tasks is shown as two, and both stand in its plan after a yes', () => {
  const body = 'In `src/answer.js` answer() gives 41. It should give `42`, and `node --test` passes.'
  const asked = planFromText('answer() gives 41', body, '')
  const reading = asked.kind === 'needs_input' ? asked.reading : undefined

  const answer = planFromText('answer() gives 41', body, `yes (reading@${reading?.id ?? ''})`)

  expect(reading?.criteria.map(({ text }) => text)).toEqual(['It should give `42`', '`node --test` passes.'])
  const [task] = answer.kind === 'draft' ? answer.draft.tasks : []
  expect(task?.acceptance_criteria?.map(({ check_method: method }) => method)).toEqual([
    'manual_review',
    'run_smoke_test',
  ])
})
