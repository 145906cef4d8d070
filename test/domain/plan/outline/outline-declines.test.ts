import { expect, test } from 'vitest'
import { askPlanner } from '../../../support/plans/plan-issue.ts'

const kindOf = async (title: string, body = ''): Promise<string> => {
  const answer = await askPlanner(title, body)
  return answer.kind === 'needs_input' && answer.reading?.certain === true ? 'reading' : answer.kind
}

test.each([
  ['How do I use this behind a proxy?', ''],
  ['Question about exports', 'Which version added CSV? I read the changelog twice.'],
  ['[Question] Windows', 'Does it run on Windows?'],
  ['Proxy', "I can't figure out how to set the proxy. Any hints?"],
  ['Setup', 'Could someone please explain what `base` means?'],
  ['An issue', 'How does it work?'],
  ['Thank you', 'Great work, keep it up!'],
  ['请问支持哪些系统', ''],
  ['部署', '怎么在 Docker 里使用？谢谢'],
  ['感谢', '非常感谢，辛苦了！'],
])('"%s" with "%s" gets a polite no', async (title, body) => {
  expect(await kindOf(title, body)).toBe('declined')
})

test.each([
  ['Fix the typo in the README', ''],
  ['Add a --json flag', ''],
  ['Node 24', 'Could you please support Node 24?'],
  ['Can we drop Node 20?', ''],
  ['Would it be possible to add a dark theme?', ''],
  ['Why does parse() crash on empty input?', ''],
  ['CSV', 'How about adding CSV?'],
  ['Is it intended?', 'The README says teh in line 3, it should say the.'],
  ['Thanks for the tool!', 'One wish: please add CSV.'],
  ['Help text is wrong', 'It says `--colour`.'],
  ['Dark theme with a switch in the settings menu', 'It would be nice to have one. What do you think?'],
  ['能否支持 Windows？', ''],
  ['修复登录页的错别字', ''],
  ['希望增加导出', '可以加个 CSV 导出吗？谢谢'],
  ['为什么空输入会报错？', '调用 parse 时报错。'],
])('"%s" with "%s" is understood, and asked about', async (title, body) => {
  expect(await kindOf(title, body)).toBe('reading')
})

test('a box among questions is planned', async () => {
  expect(await kindOf('Question', 'What is next?\n\n- [ ] Write the roadmap in `docs/roadmap.md`')).toBe('draft')
})

test('an advertisement is none of the work', async () => {
  const answer = await askPlanner('Sound Editor Pro 17 Crack + Keygen Free Download', 'Add effects and cut your songs.')

  expect(answer).toMatchObject({ kind: 'declined', why: expect.stringContaining('advertisement') as string })
})

test('a stack trace below a question is a report', async () => {
  const trace = '```\nTypeError: x is not a function\n    at run (/app/a.js:3:1)\n```'

  expect(await kindOf('What is this?', `I called run.\n\n${trace}`)).toBe('reading')
})

test('who writes much is not sent away, but asked', async () => {
  expect(await kindOf('How?', 'Some words on it. '.repeat(200))).toBe('needs_input')
})

test.each(['Feature request', '[BUG]', 'Bug report:', 'An idea'])('a bare "%s" is asked about', async (title) => {
  expect(await kindOf(title)).toBe('needs_input')
})
