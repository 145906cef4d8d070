import { expect, test } from 'vitest'
import { planIssue } from '../../../../support/plans/plan-issue.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  'To make it work with websockets, the user needs to add in these 3 lines manually.',
  'When a cluster goes down oncall has to click "silence" on every single alert.',
  'Users have to copy the file `a.json` over by hand each time.',
])('what somebody has to do today is no criterion, and is quoted: %s', (said) => {
  expect(planWritten('Proxy page', said)).toMatchObject({ gives: 'question', criteria: ['Proxy page', said] })
})

test('an answer that a form has to choose from is no criterion', () => {
  const body =
    '### What rule do you want to change?\n\nno-unused-vars\n\n### What change do you want to make?\n\nGenerate fewer warnings\n\n### What will the rule do after it\'s changed?\n\n`reportUsedIgnorePattern` takes `"all"` besides the boolean.\n'

  const { criteria } = planWritten('Rule Change: no-unused-vars should report params', body)

  expect(criteria).not.toContain('Generate fewer warnings')
  expect(criteria).toContain('`reportUsedIgnorePattern` takes `"all"` besides the boolean.')
})

test('an error too long to be said whole is asked about, not cut', () => {
  const error = `java.lang.NullPointerException: Cannot invoke "${'org.batch.support.'.repeat(12)}getIncrementer(String)" because "this.factory" is null`

  const { gives, criteria } = planWritten('Version upgrade related issue', `It fails with this:\n${error}\n`)

  expect(gives).toBe('question')
  expect(criteria.every((one) => !one.includes('NullPointer') || one.includes('is null'))).toBe(true)
})

test('what a form asks in bold with marks in it is not told', async () => {
  const body =
    '**Do you want to request a *feature* or report a *bug*?**\nReport an outdated dependency.\n\n**What is the expected behavior?**\n`axios` is updated to >=0.21.1.\n\n**Please mention other relevant information.**\nN/A\n'

  const plan = await planIssue('Update axios', body)

  expect(JSON.stringify([plan.tasks, plan.notes])).not.toMatch(/Do you want|Please mention|outdated dependency/)
})
