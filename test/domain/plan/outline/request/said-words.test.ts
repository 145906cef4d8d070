import { expect, test } from 'vitest'
import { isComplaint } from '../../../../../src/domain/plan/outline/request/find-doubt.ts'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'
import { planWritten } from '../../../../support/plans/written-issues.ts'

test.each([
  ['Saving fails when the name is empty', true],
  ['Path traversal vulnerability', false],
  ['Test that saving fails when the name is empty', false],
  ['Why does saving fail?', false],
  ['Maybe saving fails on some days', false],
  ['We can drop it, dev configs included', false],
])('only what is clearly wrong at present is told as of today: %s', (text, isToday) => {
  expect(isComplaint(text)).toBe(isToday)
})

test('of what is said only a complaint is of today', () => {
  const answer = planFromText(
    'Exports',
    'Exports are used by our shop.\n\nSaving them is broken on Mondays.\n\nAny suggestions?',
    '',
  )

  expect(answer).toMatchObject({
    reading: {
      told: [
        { text: 'Exports are used by our shop.', line: 1 },
        { text: 'Saving them is broken on Mondays.', line: 3, today: true },
      ],
    },
  })
})

test('what is not read, and what is better said in private, is hinted at', () => {
  const html = '<h5>Target</h5><p><b>GET</b> input <i>file</i></p>'

  expect(planWritten('Directory traversal', `Found by a scan.\n\n${html}`).says).toMatch(
    /HTML as on line 3 is not read.* reported in private/,
  )
  expect(planWritten('Dark mode', 'It is <b>nice</b>.').says).not.toMatch(/HTML|private/)
  expect(planWritten('Dark mode', `Like this?\n\n\`\`\`html\n${html}\n\`\`\`\n`).says).not.toContain('HTML')
})

test('of many files that are pointed at, the note names the first and how to say it otherwise', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `\`src/${name}.ts\``).join(', ')

  const { notes } = planWritten('Rename', `## Acceptance\n\n- ${files} import \`core\` as \`kernel\`\n`)

  expect(notes).toContainEqual(expect.stringMatching(/`src\/d\.ts`, 2 more: T1 may .* `\/replan T1: Scope: …`\.$/))
})

test('what a list is for is told above it, and asks for nothing else', () => {
  const list = '- [ ] Return 429 beyond the limit\n- [ ] Reset the limit each hour\n'

  expect(planWritten('Rate limits', `Implement rate limits to prevent abuse.\n\n${list}`).notes.join()).not.toContain(
    'asks for',
  )
  expect(planWritten('Rate limits', `Please translate the manual, too.\n\n${list}`).notes.join()).toContain('asks for')
})
