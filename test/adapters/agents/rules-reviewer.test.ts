import { describe, expect, test } from 'vitest'
import { createRulesReviewer } from '../../../src/adapters/agents/rules/create-rules-reviewer.ts'
import type { CiResult, ReviewAnswer, ReviewRequest } from '../../../src/application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../src/domain/plan/acceptance-criterion.ts'
import type { DeliverableSpec } from '../../../src/domain/plan/deliverable-spec.ts'
import type { Task } from '../../../src/domain/plan/task.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildConfiguration,
  buildCriterion,
  buildPlan,
  buildTask,
} from '../../support/builders.ts'
import { createLocalRepository } from '../../support/local-repository.ts'

interface Reviewed {
  task?: Partial<Task>
  deliveredBefore?: string[]
  /** Files that stand there and are not of the version. */
  before?: Record<string, string>
  /** Files as they were before the work. */
  was?: Record<string, string>
  files?: Record<string, string>
  ci?: CiResult[]
  spec?: Partial<DeliverableSpec>
}

async function review(
  criteria: Partial<AcceptanceCriterion>[],
  {
    files = { 'a.txt': 'a\n' },
    before = {},
    was,
    deliveredBefore = [],
    ci = [],
    spec = {},
    task: given = {},
  }: Reviewed = {},
): Promise<ReviewAnswer> {
  await using repository = await createLocalRepository()
  await using workTree = await repository.open({ ...before, ...files })
  const base = buildTask(given)
  const task = { ...base, deliverable_spec: { ...base.deliverable_spec, ...spec } }
  const request: ReviewRequest = {
    reviewId: 'review-1',
    repository: { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 },
    known: [],
    plan: buildPlan({ tasks: [task] }),
    task,
    artifact: buildArtifact(task, { files: Object.keys(files).map((path) => buildArtifactFile({ path })) }),
    deliveredBefore,
    criteria: criteria.map((given) => ({ ...buildCriterion(), ...given })),
    workTree,
    ...(was === undefined
      ? {}
      : {
          readBefore: (path: string) => Promise.resolve(was[path] === undefined ? undefined : Buffer.from(was[path])),
        }),
    ci,
    configuration: buildConfiguration({ run: { timeout_minutes: 1 } }),
    signal: new AbortController().signal,
  }
  return await createRulesReviewer().review(request)
}

/** The one criterion's result and evidence, or what it waits for. */
async function judge(criterion: Partial<AcceptanceCriterion>, reviewed: Reviewed = {}): Promise<[string, string]> {
  const { results, waiting } = await review([criterion], reviewed)
  const [result] = results
  if (result !== undefined) return [result.result, result.evidence]
  return [`waits for ${waiting[0]?.for}`, waiting[0]?.why ?? '']
}

const contains = { check_method: 'static_check', check: 'contains', text: 'a', target: 'a.txt' } as const

test.each([
  ['stood there already', { 'a.txt': 'aa' }, true],
  ['did not stand there', { 'a.txt': 'b' }, false],
  ['was in no file', {}, false],
])('of what %s the evidence says whether it held before the work', async (_name, was, held) => {
  const [result, evidence] = await judge(contains, { was })

  expect(result).toBe('pass')
  expect(evidence.endsWith('; it held before this work, too')).toBe(held)
})

describe('exists', () => {
  test('a file passes with its size and hash', async () => {
    expect(await judge({ check: 'exists', target: 'a.txt' })).toEqual([
      'pass',
      'a.txt exists, 2 bytes, sha256 87428fc52280',
    ])
  })

  test('a folder passes with the files of the version in it', async () => {
    const files = { 'docs/a.md': 'a\n', 'docs/b.md': 'b\n' }

    const [result, evidence] = await judge({ check: 'exists', target: 'docs/' }, { files })

    expect([result, evidence.split('\n')]).toEqual([
      'pass',
      [expect.stringContaining('docs/a.md exists'), expect.stringContaining('docs/b.md exists')],
    ])
  })

  test('without a target the deliverable must be there', async () => {
    expect(await judge({ check: 'exists', target: undefined })).toEqual(['fail', 'src/task-1.ts is missing'])
  })

  test('of a set each expected file must be there', async () => {
    const spec = {
      single_file: false,
      bundle_mode: 'MANIFEST' as const,
      files: ['docs/*.md', 'docs/*.svg', 'README.md'],
    }

    expect(await judge({ check: 'exists', target: undefined }, { spec, files: { 'docs/a.md': 'a' } })).toEqual([
      'fail',
      'no file of this version matches docs/*.svg; README.md is missing',
    ])
  })

  test.each(['../../etc/passwd', '/etc/passwd', 'no/such/file'])('%s fails, and is no error', async (target) => {
    expect((await judge({ check: 'exists', target }))[0]).toBe('fail')
  })
})

describe('parses', () => {
  test.each([
    ['a.json', '{"a": [1]}', 'pass', 'a.json is valid JSON, 10 bytes'],
    ['a.json', '{\n  "a": 1,\n}\n', 'fail', 'a.json:3: '],
    ['a.ndjson', '{"a":1}\n{"b":\n', 'fail', 'a.ndjson:2: '],
    ['a.yaml', 'a: [1, 2]\n---\nb: 2\n', 'pass', 'a.yaml is valid YAML'],
    ['a.yml', 'a: 1\nb: [1,\n', 'fail', 'a.yml:3:1: '],
    ['a.md', '# a\n', 'pass', 'a.md is valid UTF-8 text'],
    ['a.xyz', 'x', 'waits for person', 'no parser for a.xyz'],
  ])('%s with %j: %s', async (target, content, result, evidence) => {
    const judged = await judge({ check: 'parses', target }, { files: { [target]: content } })

    expect(judged[0]).toBe(result)
    expect(judged[1]).toContain(evidence)
  })

  test('a YAML bomb fails instead of growing', async () => {
    const layers = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`)
    const content = ['a0: &a0 [x]', ...layers].join('\n')

    const judged = await judge({ check: 'parses', target: 'a.yaml' }, { files: { 'a.yaml': content } })

    expect(judged).toEqual(['fail', expect.stringContaining('a.yaml: ')])
  })
})

describe('contains and matches', () => {
  const files = { 'a.txt': 'one\ntwo 22\nthree\n' }

  test.each([
    [{ check: 'contains', text: 'two' }, ['pass', 'found at a.txt:2']],
    [{ check: 'contains', text: 'four' }, ['fail', 'not found in a.txt (3 lines, 17 bytes)']],
    [{ check: 'matches', pattern: '^two \\d+$' }, ['pass', '/^two \\d+$/ found at a.txt:2']],
    [{ check: 'matches', pattern: '^four' }, ['fail', '/^four/ not found in a.txt (3 lines)']],
  ] as const)('%j', async (criterion, judged) => {
    expect(await judge({ ...criterion, target: 'a.txt' }, { files })).toEqual(judged)
  })

  test('a pattern that RE2 cannot read waits for a person', async () => {
    const [result, why] = await judge({ check: 'matches', target: 'a.txt', pattern: '(?<=a)b' }, { files })

    expect(result).toBe('waits for person')
    expect(why).toMatch(/^the pattern can't be read: /)
  })

  test('a pattern made to backtrack does not', async () => {
    const hostile = { 'a.txt': `${'a'.repeat(100_000)}!` }

    const judged = await judge({ check: 'matches', target: 'a.txt', pattern: '^(a+)+$' }, { files: hostile })

    expect(judged[0]).toBe('fail')
  })
})

describe('schema and size', () => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', pattern: '^(a+)+$' }, tags: { type: 'array', uniqueItems: true } },
  }

  test.each([
    ['a.json', '{"name": "aa"}', 'pass', 'a.json fits the schema, 14 bytes'],
    ['a.yaml', 'name: aa\n', 'pass', 'a.yaml fits the schema'],
    ['a.json', '{}', 'fail', "a.json: it must have required property 'name'"],
    ['a.json', '{"name": 1}', 'fail', 'a.json: /name must be string'],
    ['a.json', `{"name": "${'a'.repeat(50_000)}!"}`, 'fail', 'a.json: /name must match pattern'],
    ['a.json', '{"name": "a", "tags": [{"a": 1, "b": 2}, {"b": 2, "a": 1}]}', 'fail', 'a.json: /tags'],
    ['a.json', '{', 'fail', 'a.json:1: '],
  ])('%s %#: %s', async (target, content, result, evidence) => {
    const judged = await judge({ check: 'schema', target, schema }, { files: { [target]: content } })

    expect(judged[0]).toBe(result)
    expect(judged[1]).toContain(evidence)
  })

  test('a schema that cannot be read waits for a person', async () => {
    const judged = await judge(
      { check: 'schema', target: 'a.json', schema: { type: 'thing' } },
      { files: { 'a.json': '1' } },
    )

    expect(judged).toEqual(['waits for person', expect.stringContaining("the schema can't be read: ")])
  })

  test.each([
    [2, 'pass'],
    [1, 'fail'],
  ])('at most %i bytes: %s', async (max_bytes, result) => {
    expect(await judge({ check: 'max_bytes', target: 'a.txt', max_bytes })).toEqual([
      result,
      `a.txt has 2 bytes, at most ${max_bytes}`,
    ])
  })
})

test.each(['contains', 'matches', 'schema', 'max_bytes'] as const)(
  '%s without saying what to look for waits for a person',
  async (check) => {
    expect(await judge({ check, target: 'a.txt' })).toEqual([
      'waits for person',
      'the criterion does not say what to look for',
    ])
  },
)

describe('smoke tests', () => {
  const smoke = (command: string) => ({ check_method: 'run_smoke_test' as const, command })

  test('exit code 0 passes, with the last line', async () => {
    const [result, evidence] = await judge(smoke('echo first; echo 3 passed'))

    expect(result).toBe('pass')
    expect(evidence).toMatch(/^exit code 0 after \d\.\d s\n3 passed$/)
  })

  test('another fails, with places and last lines', async () => {
    const command = 'echo "  at test (/work/src/a.test.ts:12:5)"; echo "node_modules/x/y.js:1:1"; echo FAILED; exit 2'

    const [result, evidence] = await judge(smoke(command))

    expect(result).toBe('fail')
    expect(evidence).toMatch(/^exit code 2 after \d\.\d s, at src\/a\.test\.ts:12\n.*\n    FAILED$/s)
  })

  test('a report says which tests failed, and where', async () => {
    const files = { 'auth.test.js': "require('node:test')('refuses expired', () => { throw Error('got 200') })\n" }

    const [result, evidence] = await judge(smoke('node --test --test-reporter=tap'), { files })

    expect(result).toBe('fail')
    expect(evidence).toMatch(
      /^0 of 1 test passed; failed: refuses expired \(auth\.test\.js:1\): got 200\nexit code 1 after \d\.\d s$/,
    )
  })

  test('what passed is counted', async () => {
    const files = { 'auth.test.js': "require('node:test')('accepts', () => {})\n" }

    const [result, evidence] = await judge(smoke('node --test'), { files })

    expect(result).toBe('pass')
    expect(evidence).toMatch(/^1 of 1 test passed\nexit code 0 after \d\.\d s$/)
  })

  test.each([
    ['failures', "printf '1..1\\nnot ok 1 - a\\n'", /^0 of 1 test passed; failed: a\nexit code 0/],
    ['no test', "printf '1..0\\n'", /^no test ran\nexit code 0/],
    ['nothing readable', "echo '<testsuite>' > junit.xml", /^its report can't be read: junit\.xml:2: .*\nexit code 0/],
  ])('exit code 0 with a report of %s fails, and says so', async (_, command, told) => {
    const [result, evidence] = await judge(smoke(command))

    expect(result).toBe('fail')
    expect(evidence).toMatch(told)
  })

  test('an exit code that its tests do not explain comes with the last lines', async () => {
    const [result, evidence] = await judge(smoke("printf '1..1\\nok 1 - a\\n'; echo lint failed; exit 3"))

    expect(result).toBe('fail')
    expect(evidence).toMatch(/^1 of 1 test passed\nexit code 3 after \d\.\d s\n[^]*lint failed$/)
  })

  test('commands see the version under review', async () => {
    expect((await judge(smoke('test "$(cat a.txt)" = a')))[0]).toBe('pass')
  })
})

describe('what a machine does not judge', () => {
  test.each([
    [{ check_method: 'manual_review' }, 'waits for person'],
    [{ check_method: 'model_review' }, 'waits for person'],
    [{ check_method: 'run_smoke_test', command: undefined }, 'waits for person'],
    [{ check_method: 'ci_check', checks: ['build'] }, 'waits for ci'],
  ] as const)('%j %s', async (criterion, waits) => {
    expect((await judge(criterion as Partial<AcceptanceCriterion>))[0]).toBe(waits)
  })
})

describe('CI', () => {
  const result = (name: string, state: CiResult['state']): CiResult => ({ name, state, url: null })
  const criterion = { check_method: 'ci_check' as const, checks: ['build', 'lint'] }

  test.each([
    ['passed', 'passed', 'pass', 'build passed, lint passed'],
    ['passed', 'pending', 'waits for ci', 'lint is pending'],
    ['failed', 'pending', 'fail', 'build failed'],
  ] as const)('build %s, lint %s: %s', async (build, lint, judged, evidence) => {
    expect(await judge(criterion, { ci: [result('build', build), result('lint', lint)] })).toEqual([judged, evidence])
  })

  test('a check that never reported is waited for, by name', async () => {
    expect(await judge(criterion, { ci: [result('build', 'passed')] })).toEqual(['waits for ci', 'lint is missing'])
  })

  test('without names all there are count', async () => {
    const any = { check_method: 'ci_check' as const, checks: undefined }

    expect(await judge(any, { ci: [result('a', 'passed')] })).toEqual(['pass', 'a passed'])
    expect(await judge(any)).toEqual(['waits for ci', 'no check has reported on this commit'])
  })

  test('of two checks named alike each counts, whichever is listed first', async () => {
    const alike = [result('build', 'passed'), result('build', 'failed'), result('lint', 'passed')]

    expect((await judge(criterion, { ci: alike }))[0]).toBe('fail')
    expect(
      (
        await judge(criterion, {
          ci: [result('build', 'passed'), result('build', 'pending'), result('lint', 'passed')],
        })
      )[0],
    ).toBe('waits for ci')
  })
})

describe('the deliverable', () => {
  /** Judged by the criterion that nobody states. */
  async function deliver(task: Partial<Task>, reviewed: Reviewed = {}): Promise<[string, string]> {
    return judge({ id: 'AC-0' }, { ...reviewed, task: { delivery_check: 'each', ...task } })
  }
  const one = buildTask().deliverable_spec
  const set = { ...one, format: 'files', filename: '.', output_dir: '', single_file: false }

  test('is the promised file, in this version', async () => {
    expect(await deliver({}, { files: { 'src/task-1.ts': 'a\n' } })).toEqual([
      'pass',
      'src/task-1.ts, 2 bytes, sha256 87428fc52280',
    ])
    expect(await deliver({}, { files: { 'src/T1.ts': 'a\n' } })).toEqual([
      'fail',
      '`src/task-1.ts` is missing; this version holds src/T1.ts',
    ])
  })

  test('is not what stood there before, unless an approved version of the task brought it', async () => {
    const reviewed = { before: { 'src/task-1.ts': 'old\n' }, files: { 'src/task-1.test.ts': 'a\n' } }
    const task = { scope: 'src/task-1.ts, src/task-1.test.ts' }

    expect(await deliver(task, reviewed)).toEqual([
      'fail',
      '`src/task-1.ts` is as it was before: this version does not change it; this version holds src/task-1.test.ts',
    ])
    expect((await deliver(task, { ...reviewed, deliveredBefore: ['src/task-1.ts'] }))[0]).toBe('pass')
  })

  test('holds no conflict that nobody settled', async () => {
    const merged = 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n'

    expect(await deliver({}, { files: { 'src/task-1.ts': merged } })).toEqual([
      'fail',
      '`src/task-1.ts` has a conflict that nobody settled, from line 2 on (`<<<<<<<`)',
    ])
    const shown = { files: { 'src/task-1.ts': `${merged}d\n` }, was: { 'src/task-1.ts': merged } }
    expect((await deliver({}, shown))[0], 'it stood there before').toBe('pass')
  })

  test('is one file where one was promised, beside those that the plan names', async () => {
    const files = { 'src/task-1.ts': 'a\n', 'src/more.ts': 'b\n' }

    expect(await deliver({ scope: 'src/' }, { files })).toEqual([
      'fail',
      'one file was promised, `src/task-1.ts`; this version also holds src/more.ts',
    ])
    expect((await deliver({ scope: 'src/task-1.ts, src/more.ts' }, { files }))[0]).toBe('pass')
    expect((await deliver({ scope: 'src/', delivery_check: 'some' }, { files }))[0]).toBe('pass')
  })

  test('is one file of a pattern, and names those that match where there are several', async () => {
    const deliverable_spec = { ...one, output_dir: 'docs/', filename: '*.md' }
    const files = { 'docs/a.md': 'a\n', 'docs/b.md': 'b\n', 'src/task-1.ts': 'c\n' }

    expect(await deliver({ deliverable_spec }, { files })).toEqual([
      'fail',
      'one file was promised, and several match `docs/*.md`: docs/a.md, docs/b.md',
    ])
  })

  test('of a set has every file and something for every pattern', async () => {
    const deliverable_spec = { ...set, bundle_mode: 'MANIFEST' as const, files: ['docs/*.md', 'README.md'] }
    const before = { 'README.md': 'a\n' }

    expect((await deliver({ deliverable_spec }, { before, files: { 'docs/a.md': 'a\n' } }))[0]).toBe('pass')
    expect(await deliver({ deliverable_spec }, { files: { 'docs/a.md': 'a\n' } })).toEqual([
      'fail',
      'nothing is there for README.md; this version holds docs/a.md',
    ])
    expect(await deliver({ deliverable_spec, delivery_check: 'some' }, { files: { 'docs/a.md': 'a\n' } })).toEqual([
      'pass',
      'docs/a.md, 2 bytes, sha256 87428fc52280',
    ])
  })

  test.each([
    ['json', '{"a": 1}', 'pass'],
    ['json', '{"a": 1', 'fail'],
    ['yaml', 'a: [1', 'fail'],
    ['typescript', '{"a": 1', 'pass'],
  ])('of format %s with %s: %s', async (format, text, result) => {
    const deliverable_spec = { ...one, format, filename: 'data', output_dir: '' }

    expect((await deliver({ deliverable_spec, scope: 'data' }, { files: { data: text } }))[0]).toBe(result)
  })

  test('that is to be removed is changed or gone', async () => {
    const task = { action: 'Remove' as const }

    expect((await deliver(task, { files: { 'src/task-1.ts': 'a\n' } }))[0]).toBe('pass')
    expect(await deliver(task, { files: { 'a.txt': 'a\n' } })).toEqual([
      'fail',
      'src/task-1.ts is neither changed nor removed; this version holds a.txt',
    ])
  })
})
