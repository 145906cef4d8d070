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
