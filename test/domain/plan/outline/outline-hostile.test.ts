import { fc, test as propertyTest } from '../../../support/property.ts'
import { expect, test } from 'vitest'
import { planFromText } from '../../../../src/domain/plan/outline/plan-from-text.ts'
import { assemblePlan } from '../../../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../../../src/domain/plan/rules/find-plan-faults.ts'
import { PlanSchema } from '../../../../src/domain/plan/plan.ts'
import { buildPlanFacts } from '../../../support/plans/build-draft.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../../support/measure/measure-growth.ts'
import { askPlanner } from '../../../support/plans/plan-issue.ts'

const read = (body: string) => planFromText('Title', body, '')

test.each([
  ['a task list', repeatTo('- [ ] Do `src/a.ts` here\n')],
  ['one list of steps', (size: number) => `- [ ] T1: x\n${'  - [ ] step\n'.repeat(size / 13)}`],
  ['criteria', (size: number) => `- [ ] T1: x\n  - Acceptance\n${'    - [ ] `a` exists\n'.repeat(size / 22)}`],
  [
    'acceptance items',
    (size: number) => `- [ ] T1: x\n- [ ] T2: y\n\n## Acceptance\n\n${'- [ ] it is so\n'.repeat(size / 15)}`,
  ],
  ['fences', (size: number) => `- [ ] T1: x\n\n${'```sh run\nx\n```\n\n'.repeat(size / 20)}`],
  ['headings', repeatTo('## T1: a\n')],
  ['lines', (size: number) => Array.from({ length: size / 9 }, (_, index) => `T${index + 1}: a\n`).join('')],
  ['one long line', (size: number) => `- [ ] T1: ${'x after T1 '.repeat(size / 11)}`],
  ['parentheses', (size: number) => `- [ ] T1: ${'(a '.repeat(size / 3)}`],
  ['blanks', (size: number) => `- [ ] T1: a\n  - Acceptance:${' '.repeat(size)}x\n`],
  ['quotes', repeatTo('> a\nb\n\n')],
  ['underlined headings', repeatTo('a\n=\n')],
  ['questions', repeatTo('how? ')],
  ['lines of questions', repeatTo('could you maybe add it? 请问如何\n')],
  ['criteria in groups', (size: number) => `## Acceptance\n\n${'- a:\n  - b\n    c\n'.repeat(size / 20)}`],
  ['sentences under acceptance', (size: number) => `## Acceptance\n\n${'it is so\n'.repeat(size / 9)}`],
  ['Chinese tasks', repeatTo('- [ ] T1：做 `a.ts`（0.5 天，依赖 T1、T2）\n')],
  ['full-width marks', (size: number) => `- [ ] T1：${'（'.repeat(size)}`],
  ['final lines', repeatTo('Final: T1 assembles T1, T2\n')],
  ['many parts', (size: number) => `- T1: a\n\nFinal: T1 assembles ${'T1, '.repeat(size / 4)}`],
  ['words that are not read', repeatTo('- [ ] nach T1 3 jours\n')],
  ['bare paths', (size: number) => `- [ ] ${'a/'.repeat(size / 2)}b.md`],
  ['labels of templates', repeatTo('**Describe the bug**\nIt fails.\n\nActual: it should be `a.ts`:\n')],
  ['boxes of forms', repeatTo('- [ ] I have searched the issues of this and that\n')],
  ['references', repeatTo('- [ ] #1, a/b#2 and https://a.b/c\n')],
  ['expectations', repeatTo('I would expect "it. is" (so. far) to be `a. b`. ')],
  ['quotes that stay open', (size: number) => 'a"('.repeat(size / 3)],
  ['links to code', repeatTo('https://a.b/c/d/blob/e/src/f.ts#L1 ')],
  [
    'frames of a trace',
    (size: number) => `\`\`\`\n${'    at f (/a/node_modules/b/src/c.js:1:2)\n'.repeat(size / 40)}\`\`\`\n`,
  ],
  ['a frame without an end', (size: number) => `\`\`\`\n at ${'a/'.repeat(size / 2)}\n\`\`\`\n`],
  ['full stops', (size: number) => `- [ ] T1: Do it\n  ${'.'.repeat(size)}(\n`],
  ['a bug of exclamations', (size: number) => `It fails when ${'!'.repeat(size)}a happens.\n`],
  ['a bug of blanks', (size: number) => `It fails when a${' '.repeat(size)}b happens.\n`],
  ['a large diff', (size: number) => `- [ ] a\n\n\`\`\`diff\n${'--- a/x\n+++ b/x\n'.repeat(size / 16)}\`\`\`\n`],
])('%s takes linear time', { retry: 2, timeout: 30_000 }, (_name, makeIssue) => {
  expect(measureGrowth(12_500, makeIssue, read)).toBeLessThan(linearGrowth)
})

test('thousands of items below a line of thousands of characters take linear time', () => {
  const makeIssue = (size: number) => `${'验收：'.repeat(size / 6)}${'  - Acceptance\n'.repeat(size / 30)}`

  expect(measureGrowth(50_000, makeIssue, read)).toBeLessThan(linearGrowth)
})

const pieces = fc.constantFrom(
  '- [ ] ',
  '- [x] ',
  '- ',
  '  - ',
  '    - ',
  '1. ',
  '## ',
  '### ',
  'T1: ',
  'T2',
  'T3.1: ',
  '(T1)',
  'after T1',
  'Acceptance',
  'Acceptance:',
  'Tasks',
  'Scope: ',
  '任务：',
  '验收标准：',
  '依赖 T1',
  '（0.5 天）',
  'Final: T1 assembles T2',
  '如何？',
  '**Expected behavior**',
  'I have searched',
  '#12',
  '_No response_',
  'It should be so.',
  'Estimate: ',
  '`a.ts`',
  '`src/`',
  '(0.5 d)',
  '(2h, @ada)',
  '```',
  '```sh run',
  '```diff',
  '```js path=a.js',
  '```yaml countersign',
  'tasks:',
  '- id: T1',
  '  title: x',
  '> ',
  '<!--',
  '-->',
  '<div>',
  '|a|b|',
  '|-|-|',
  '*',
  '`',
  '\\',
  '\t',
  'word',
  '../x',
  '--- a/x',
  '+++ b/x',
  '@@ -1 +1 @@',
  '_No response_',
  '🙂',
  '\u200B',
  '&x',
  '*x',
)
const issueText = fc
  .array(fc.oneof(pieces, fc.constantFrom('\n', '\n\n', ' ')), { maxLength: 80 })
  .map((parts) => parts.join(''))

propertyTest.prop([issueText, fc.string({ maxLength: 20 })])(
  'whatever an issue says, the planner answers, and a draft of it is a plan or has faults',
  async (body, title) => {
    const answer = await askPlanner(title, body)

    if (answer.kind === 'needs_input') {
      expect(answer.lacks.length + (answer.reading?.criteria.length ?? 0)).toBeGreaterThan(0)
      return
    }
    if (answer.kind === 'declined') {
      expect(answer.why).not.toBe('')
      return
    }
    const plan = assemblePlan(answer.draft, buildPlanFacts())
    if (findPlanFaults(plan).length === 0) expect(PlanSchema.parse(plan)).toEqual(plan)
  },
)

propertyTest.prop([issueText])('the same issue gives the same answer', async (body) => {
  expect(await askPlanner('t', body)).toEqual(await askPlanner('t', body))
})
