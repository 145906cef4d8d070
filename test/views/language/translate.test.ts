import { aroundEach, expect, test } from 'vitest'
import { inLanguage } from '../../../src/application/language/in-language.ts'
import { renderCount, t } from '../../../src/views/language/t.ts'
import { translate } from '../../../src/views/language/translate.ts'
import { linearGrowth, measureGrowth, repeatTo } from '../../support/measure/measure-growth.ts'
import { recordText } from '../../../src/domain/language/message.ts'

aroundEach((run) => inLanguage('zh-CN', run))

test('what is said follows the language, and values are put in as they are', () => {
  expect(t('waits for {who}', { who: 'ada {who}' })).toBe('等待 ada {who}')
  expect(renderCount(1204, 'task')).toBe('1,204 个任务')
  expect(t('{who} decides how **{task}** goes on', { who: '任何人', task: 'T2' })).toBe('任何人决定 **T2** 如何继续')
  inLanguage('en', () => {
    expect(t('waits for {who}', { who: 'ada {who}' })).toBe('waits for ada {who}')
    expect([renderCount(1, 'task'), renderCount(2, 'criterion', 'criteria')]).toEqual(['1 task', '2 criteria'])
  })
})

test('what a record says in English is translated by its message, with several after another', () => {
  expect(translate(recordText('plan `{hash}` approved', { hash: '1a2b3c4' }))).toBe('计划 `1a2b3c4` 已批准')
  expect(translate('a plan is being made; plan `1a2b3c4` approved')).toBe('正在制定计划；计划 `1a2b3c4` 已批准')
})

test('lists of names, what criteria ask for and lines about a task are put as the language has them', () => {
  expect(translate('T1: merged into the integration branch')).toBe('T1：已合并到集成分支')
  expect(translate('T1 is approved, but conflicts with T2, T3 and T4 in `a.ts` and `b.ts`')).toBe(
    'T1 已批准，但与 T2、T3 和 T4 在 `a.ts` 和 `b.ts` 中冲突',
  )
  expect(translate('AC-1 “It exits with 0”, AC-2 “The page reads well” held.')).toBe(
    'AC-1「It exits with 0」、AC-2「The page reads well」成立。',
  )
})

test('a clause is found behind another one, and no semicolon of a code span parts any', () => {
  expect(translate('judge AC-3 of T1; not @ada, who pushed it')).toBe('判断 T1 的 AC-3；推送者 @ada 除外')
  expect(translate('`a; b` is all there is')).toBe('`a; b` is all there is')
})

test('what an agent or a command came to is translated in front of what it said itself', () => {
  expect(translate('`npm test` failed with exit code 1.\nError: expected 5 s')).toBe(
    '`npm test` 失败，退出码 1。\nError: expected 5 s',
  )
  expect(translate('codex was ended at its deadline after 60 s. codex said:\nI was nearly done')).toBe(
    'codex 在 60 秒后到达时限而被终止。codex 说：\nI was nearly done',
  )
  expect(translate("`codex` isn't installed on this server: `npm i -g codex` on the server installs it")).toBe(
    '`codex` 未安装在此服务器上：在服务器上用 `npm i -g codex` 安装',
  )
})

test('what is wrong with a configuration is translated clause by clause', () => {
  expect(translate('Line 4, column 17: `run.max_attempts` is `"lots"`; it must be a number.')).toBe(
    '第 4 行第 17 列：`run.max_attempts` 为 `"lots"`；必须是数字。',
  )
  expect(
    translate('Line 7, column 8: `export.tag` is `"{isue}"`; there is no {isue}; there are {issue}, {plan}.'),
  ).toBe('第 7 行第 8 列：`export.tag` 为 `"{isue}"`；没有 {isue}；可用的有 {issue}, {plan}。')
})

test('what people and programs say stays as it is', () => {
  for (const text of ['please hurry', 'plan `x` approved?', 'a plan is being made by me', '', '{hash}'])
    expect(translate(text)).toBe(text)
})

test('a placeholder with a shape finds its end by it, and takes nothing else', () => {
  expect(translate('0.5 person-days computed: 2 files (41 kB) to change, 3 places in them')).toBe(
    '计算得 0.5 人日：修改 2 个文件（41 kB），其中 3 处',
  )
  for (const text of ['Find the min', 'Things to change', 'told by ada: hurry, please'])
    expect(translate(text)).toBe(text)
})

test.each(['T1: ', '; ', ', ', '`a` ', '`a` of ', '; write ', ' and ', 'A-1 “x”, ', '. A', '1 of 1 '])(
  'the time for a record full of %j grows with its length',
  (piece) => {
    expect(measureGrowth(1_000, repeatTo(piece), translate)).toBeLessThan(linearGrowth)
  },
)
