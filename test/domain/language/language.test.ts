import { describe, expect, test } from 'vitest'
import { chooseLanguage } from '../../../src/domain/configuration/choose-language.ts'

describe('the language of a thread', () => {
  const auto = (title: string, body = '') => chooseLanguage('auto', { title, body })

  test('auto follows what the issue says, not its code, links and templates', () => {
    expect(auto('修复登录页面的崩溃')).toBe('zh-CN')
    expect(auto('Fix the login page', 'It crashes when the name is 张三.')).toBe('en')
    expect(
      auto(
        '登录失败',
        '点击 `Sign in` 后报错：\n\n```\nTypeError: cannot read properties of undefined (reading name)\n```',
      ),
    ).toBe('zh-CN')
    expect(
      auto('导出报告', '<!-- Please search existing issues before you open a new one -->\n导出 PDF 时没有标题。'),
    ).toBe('zh-CN')
    expect(auto('ログインできない', '東京の利用者が登録画面で失敗します')).toBe('en')
    expect(auto('')).toBe('en')
  })

  test('a language that is configured holds for every issue, and for what is said without one', () => {
    expect(chooseLanguage('en', { title: '修复登录页面的崩溃', body: '' })).toBe('en')
    expect(chooseLanguage('zh-CN', { title: 'Fix the login page', body: '' })).toBe('zh-CN')
    expect(chooseLanguage('zh-CN', null)).toBe('zh-CN')
    expect(chooseLanguage('auto', null)).toBe('en')
  })
})
