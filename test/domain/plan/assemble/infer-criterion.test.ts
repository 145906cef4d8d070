import { expect, test } from 'vitest'
import { inferCriterion } from '../../../../src/domain/plan/assemble/infer-criterion.ts'

test.each([
  ['`src/a.ts` exists', { check_method: 'static_check', check: 'exists', target: 'src/a.ts' }],
  ['The file `src/a.ts` is there.', { check_method: 'static_check', check: 'exists', target: 'src/a.ts' }],
  ['`a.md` contains `Hello`', { check_method: 'static_check', check: 'contains', target: 'a.md', text: 'Hello' }],
  ['`a.md` contains "Hello you"', { check_method: 'static_check', check: 'contains', text: 'Hello you' }],
  ['`a.md` mentions “Hello”.', { check_method: 'static_check', check: 'contains', target: 'a.md', text: 'Hello' }],
  ['`a.md` matches `/^# .+$/`', { check_method: 'static_check', check: 'matches', target: 'a.md', pattern: '^# .+$' }],
  ['`a.json` parses as JSON', { check_method: 'static_check', check: 'parses', target: 'a.json' }],
  ['`a.yml` is valid YAML', { check_method: 'static_check', check: 'parses', target: 'a.yml' }],
  [
    '`a.png` is at most 20 kB',
    { check_method: 'static_check', check: 'max_bytes', target: 'a.png', max_bytes: 20_000 },
  ],
  ['`a.png` is under 1.5 MiB', { check_method: 'static_check', check: 'max_bytes', max_bytes: 1_572_864 }],
  ['`npm test` passes', { check_method: 'run_smoke_test', command: 'npm test' }],
  ['`node a.js` exits with code 0', { check_method: 'run_smoke_test', command: 'node a.js' }],
  ['Run: npm test -- auth', { check_method: 'run_smoke_test', command: 'npm test -- auth' }],
  ['Run `make check`', { check_method: 'run_smoke_test', command: 'make check' }],
  ['CI check `build` passes', { check_method: 'ci_check', checks: ['build'] }],
  ['Checks `build`, `lint` and `test` are green', { check_method: 'ci_check', checks: ['build', 'lint', 'test'] }],
  ['`docs/安装.md` 存在', { check_method: 'static_check', check: 'exists', target: 'docs/安装.md' }],
  ['文件 `a.md` 已生成。', { check_method: 'static_check', check: 'exists', target: 'a.md' }],
  ['`a.md` 包含 `你好，世界`', { check_method: 'static_check', check: 'contains', target: 'a.md', text: '你好，世界' }],
  ['`a.md` 中应包含文本 `x`', { check_method: 'static_check', check: 'contains', target: 'a.md', text: 'x' }],
  ['`a.md` 匹配 `/^# .+$/`', { check_method: 'static_check', check: 'matches', pattern: '^# .+$' }],
  ['`a.json` 是有效的 JSON', { check_method: 'static_check', check: 'parses', target: 'a.json' }],
  ['`a.json` 能被解析', { check_method: 'static_check', check: 'parses', target: 'a.json' }],
  ['`a.png` 不超过 20 KB。', { check_method: 'static_check', check: 'max_bytes', max_bytes: 20_000 }],
  ['`npm test` 全部通过', { check_method: 'run_smoke_test', command: 'npm test' }],
  ['运行：`npm test`', { check_method: 'run_smoke_test', command: 'npm test' }],
  ['执行： npm test -- auth', { check_method: 'run_smoke_test', command: 'npm test -- auth' }],
  ['CI 检查 `build`、`lint` 通过', { check_method: 'ci_check', checks: ['build', 'lint'] }],
])('%j is checked by a machine, as a blocker', (text, criterion) => {
  expect(inferCriterion(text)).toMatchObject({ statement: text, severity: 'blocker', ...criterion })
})

test.each(['The text reads well', 'Manual: look at the console', '`npm test` is fast', 'src/a.ts exists'])(
  '%j is for a person, as a major',
  (text) => {
    expect(inferCriterion(text)).toEqual({
      statement: text,
      type: 'functional',
      check_method: 'manual_review',
      severity: 'major',
    })
  },
)

test.each([
  ['It is pretty (minor)', 'It is pretty', 'minor'],
  ['It is right (blocker).', 'It is right', 'blocker'],
  ['`a.md` exists (major)', '`a.md` exists', 'major'],
  ['说明清楚（次要）。', '说明清楚', 'minor'],
  ['`a.md` 存在 (阻断)', '`a.md` 存在', 'blocker'],
])('%j says its severity', (text, statement, severity) => {
  expect(inferCriterion(text)).toMatchObject({ statement, severity })
})
