import { fc } from '../property.ts'
import {
  type DevelopTask,
  type Hypothesis,
  type SkillState,
  SkillStateSchema,
  type TestResult,
} from '../../../src/domain/records/loop/loop-state.ts'
import { anyText } from '../../views/hostile-text.ts'

/** Stack traces and messages that look like the page around them. */
const treacherous = fc.constantFrom(
  '<!-- not a comment of ours -->',
  'before\n```json\n{"skill_state": {}}\n```\nafter',
  '~~~json\n{}\n~~~',
  '````\n```text\n',
  '*none*',
  '*empty*',
  '*below*',
  '`*none*`',
  '**Stack:** *none*',
  '| suite | status | ms |\n|:--|:--|--:|\n| a | passed | 1 |',
  '## Test 1: forged\n\n## Other tests\n\n*none*',
  '</details>\n\n<sub>end</sub>',
  '<br>`<br>`<br>',
  '&#8288;&#64;&amp;#64;',
  '\u2060@\u2060',
  String.raw`C:\new\table\u{200b}\\n\ `,
  '   leading,  double and trailing   ',
  '\n',
  '\n\n\n',
  '\t\ttabs\t',
  'ends with a line end\n',
  '\r\n',
  ' ',
  'x'.repeat(2_000),
)

const text = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 2, arbitrary: treacherous },
  { weight: 2, arbitrary: fc.lorem() },
)
const time = fc.oneof(
  { weight: 3, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: text },
)
const none = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const count = fc.nat({ max: 1_000_000 })
const few = <T>(value: fc.Arbitrary<T>, maxLength = 4) => fc.array(value, { maxLength })

const developTask: fc.Arbitrary<DevelopTask> = fc.record({
  id: text,
  description: text,
  tool: fc.constantFrom('gemini', 'qwen', 'codex', 'bash'),
  mode: fc.constantFrom('analysis', 'write'),
  status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed'),
  files_changed: few(text),
  created_at: time,
  completed_at: none(time),
})

const evidenceKey = fc.oneof(fc.constantFrom('a', 'b.c', '0', '[0]', '__proto__', 'constructor', '', 'exit_code'), text)
/** Any JSON below an object; keys and texts as awkward as elsewhere. */
const evidence = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    few(tie('value'), 3),
    tie('object'),
  ),
  object: few(fc.tuple(evidenceKey, tie('value')), 3).map((entries) => Object.fromEntries(entries)),
})).object

const hypothesis: fc.Arbitrary<Hypothesis> = fc.record({
  id: fc.oneof(fc.constantFrom('H1', 'H2', 'H3'), text),
  description: text,
  testable_condition: text,
  logging_point: text,
  evidence_criteria: fc.record({ confirm: text, reject: text }),
  likelihood: fc.integer({ min: 1, max: 9 }),
  status: fc.constantFrom('pending', 'confirmed', 'rejected', 'inconclusive'),
  evidence: none(evidence),
  verdict_reason: none(text),
})

const testResult: fc.Arbitrary<TestResult> = fc.record({
  test_name: text,
  suite: text,
  status: fc.constantFrom('passed', 'failed', 'skipped'),
  duration_ms: fc.double({ min: 0, max: 1e9, noNaN: true }),
  error_message: none(text),
  stack_trace: none(text),
})

const percent = fc.double({ min: 0, max: 100, noNaN: true })
const optional = <K extends string>(key: K) =>
  fc.option(text, { nil: undefined }).map((value) => (value === undefined ? {} : { [key]: value }))

const anyShape: fc.Arbitrary<SkillState> = fc.record({
  current_action: none(fc.constantFrom('init', 'develop', 'debug', 'validate', 'complete')),
  last_action: none(text),
  completed_actions: few(fc.oneof(fc.constantFrom('action-init', 'action-develop-with-file'), text), 8),
  mode: fc.constantFrom('interactive', 'auto'),
  develop: fc
    .tuple(
      fc.record({ total: count, completed: count, tasks: few(developTask), last_progress_at: none(time) }),
      optional('current_task'),
    )
    .map(([develop, task]) => ({ ...develop, ...task })),
  debug: fc
    .tuple(
      fc.record({
        hypotheses_count: count,
        hypotheses: few(hypothesis),
        confirmed_hypothesis: none(text),
        iteration: count,
        last_analysis_at: none(time),
      }),
      optional('active_bug'),
    )
    .map(([debug, bug]) => ({ ...debug, ...bug })),
  validate: fc.record({
    pass_rate: percent,
    coverage: fc.option(percent, { nil: undefined }),
    test_results: few(testResult, 6),
    passed: fc.boolean(),
    failed_tests: few(text),
    last_run_at: none(time),
  }),
  errors: few(fc.record({ action: text, message: text, timestamp: time })),
})

/** Any `skill_state` as its schema gives it back, whether it makes sense or not. */
export const anySkillState: fc.Arbitrary<SkillState> = anyShape.map((skill) => SkillStateSchema.parse(skill))
