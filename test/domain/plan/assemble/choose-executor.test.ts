import { expect, test } from 'vitest'
import { chooseExecutor } from '../../../../src/domain/plan/assemble/choose-executor.ts'

const builtIn = ['patch', 'shell', 'human']

test.each<[string, string, number, string[], string, string?]>([
  ['nothing is there', 'src/a.js', 2, [], 'human'],
  ['no agent is there', 'src/a.js', 2, ['model'], 'model', 'no agent is here'],
  ['code, and an agent', 'src/a.js', 2, ['model', 'codex', 'gemini'], 'codex', 'code of more than half a day'],
  ['a small change', 'src/a.js, test/', 0.5, ['model', 'codex'], 'model', 'a small change'],
  ['text', 'README.md, docs/', 3, ['model', 'codex'], 'model', 'nothing but text'],
  ['data', 'data/a.json, b.yml', 3, ['model', 'codex'], 'model', 'nothing but data'],
  ['text beside code', 'README.md, src/', 3, ['model', 'codex'], 'codex', 'code of more than half a day'],
  ['no scope', '', 3, ['model', 'codex'], 'codex', 'code of more than half a day'],
])('%s', (_what, scope, personDays, there, executor, why) => {
  const chosen = chooseExecutor({ scope, personDays }, [...builtIn, ...there])

  expect(chosen).toEqual({ executor, ...(why === undefined ? {} : { why }) })
})
