import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLanguageBy } from '../../../src/views/language/current.ts'
import { renderCount, t } from '../../../src/views/language/t.ts'
import { translate } from '../../../src/views/language/translate.ts'
import { recordText } from '../../../src/domain/language/message.ts'

beforeEach(() => findLanguageBy(() => 'zh-CN'))
afterEach(() => findLanguageBy(() => 'en'))

test('what is said follows the language, and values are put in as they are', () => {
  expect(t('waits for {who}', { who: 'ada {who}' })).toBe('等待 ada {who}')
  expect(renderCount(1204, 'task')).toBe('1,204 个任务')
  findLanguageBy(() => 'en')
  expect(t('waits for {who}', { who: 'ada {who}' })).toBe('waits for ada {who}')
  expect([renderCount(1, 'task'), renderCount(2, 'criterion', 'criteria')]).toEqual(['1 task', '2 criteria'])
})

test('what a record says in English is translated by its message, with several after another', () => {
  expect(translate(recordText('plan `{hash}` approved', { hash: '1a2b3c4' }))).toBe('计划 `1a2b3c4` 已批准')
  expect(translate('a plan is being made; plan `1a2b3c4` approved')).toBe('正在制定计划；计划 `1a2b3c4` 已批准')
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
