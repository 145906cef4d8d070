import { fc, test as property } from '../../support/property.ts'
import { expect, test } from 'vitest'
import { ProgressFault } from '../../../src/domain/loop/progress/progress-fault.ts'
import { rebuildSkillState } from '../../support/loop/rebuild-skill-state.ts'
import { type SkillState, SkillStateSchema } from '../../../src/domain/records/loop/loop-state.ts'
import { renderProgressPages } from '../../support/loop/render-progress-pages.ts'
import { anySkillState } from '../../support/loop/skill-state-arbitraries.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'

/** What remains of a page where nothing is hidden and no data lies beside the words. */
function strip(page: string): string {
  return page.replace(/<!--[^]*?-->/g, '').replace(/(```+|~~~+)\s*json[^]*?\1/gi, '')
}

function stripAll(pages: ReturnType<typeof renderProgressPages>): ReturnType<typeof renderProgressPages> {
  return { develop: strip(pages.develop), debug: strip(pages.debug), validate: strip(pages.validate) }
}

property.prop([anySkillState], { numRuns: Number(process.env['PROGRESS_RUNS'] ?? 300) })(
  'what a reader sees on the pages is all of the state',
  (skill) => {
    expect(rebuildSkillState(stripAll(renderProgressPages(skill)))).toEqual(skill)
  },
)

property.prop([anySkillState], { numRuns: 20 })('nothing in the pages works but their own markup', (skill) => {
  for (const page of Object.values(renderProgressPages(skill))) {
    const own = 'h1 h2 p br code pre em strong del sub details summary table thead tbody tr th td'.split(' ')

    expect(listTags(page).filter((tag) => !own.includes(tag))).toEqual([])
    expect(findLiveText(readText(renderToTree(page), true))).toEqual([])
  }
})

const mutation = fc.record({
  page: fc.constantFrom('develop', 'debug', 'validate' as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 40 }),
  put: fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.constantFrom('', '|', '\n', '`', '999999999999', '# ', '\\u{ffffff}', '&#9999999;'),
  ),
})

property.prop([anySkillState, fc.array(mutation, { minLength: 1, maxLength: 3 })], { numRuns: 400 })(
  'a page that was changed gives a state or says where it is wrong, nothing else',
  (skill, mutations) => {
    const pages = renderProgressPages(skill)
    for (const { page, at, length, put } of mutations) {
      const text = pages[page]
      const from = Math.floor(at * text.length)
      pages[page] = text.slice(0, from) + put + text.slice(from + length)
    }

    const outcome = attempt(() => rebuildSkillState(pages))

    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ProgressFault)
    else expect(SkillStateSchema.safeParse(outcome).success).toBe(true)
  },
)

property.prop(
  [anySkillState, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.constantFrom('develop', 'debug', 'validate')],
  {
    numRuns: 200,
  },
)('a page that was cut off is noticed', (skill, at, page) => {
  const pages = renderProgressPages(skill)
  const text = pages[page]
  pages[page] = text.slice(0, Math.floor(at * (text.lastIndexOf('<sub>') - 1)))

  const outcome = attempt(() => rebuildSkillState(pages))

  expect(outcome).toBeInstanceOf(ProgressFault)
  expect(outcome).toMatchObject({ file: `.loop/.progress/${page}.md`, line: expect.any(Number) as number })
})

test('a cell that makes no sense is named with its line, and what to do', () => {
  const pages = renderProgressPages(buildSkill())
  pages.develop = pages.develop.replace('| codex |', '| hammer |')

  expect(() => rebuildSkillState(pages, 'loop-v2-20261121-abc123')).toThrow(
    '.loop/loop-v2-20261121-abc123.progress/develop.md, line 18: there is "hammer" where gemini or qwen or codex or bash ' +
      'should be. Put the line back as it was, or take the file of an earlier commit.',
  )
})

function attempt(work: () => SkillState): SkillState | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function buildSkill(): SkillState {
  return {
    current_action: 'develop',
    last_action: 'action-init',
    completed_actions: ['action-init', 'action-develop-with-file', 'action-develop-with-file'],
    mode: 'auto',
    develop: {
      total: 2,
      completed: 1,
      current_task: 'T2',
      tasks: [
        {
          id: 'T1',
          description: 'Check expiry before the signature',
          tool: 'codex',
          mode: 'write',
          status: 'completed',
          files_changed: ['src/auth.ts', 'test/auth.test.ts'],
          created_at: '2026-11-21T03:12:00Z',
          completed_at: '2026-11-21T03:20:00Z',
        },
        {
          id: 'T2',
          description: 'Answer 401 with a reason',
          tool: 'bash',
          mode: 'write',
          status: 'in_progress',
          files_changed: [],
          created_at: '2026-11-21T03:12:00Z',
          completed_at: null,
        },
      ],
      last_progress_at: '2026-11-21T03:20:00Z',
    },
    debug: {
      active_bug: 'auth refuses expired',
      hypotheses_count: 2,
      hypotheses: [
        {
          id: 'H1',
          description: 'Expiry is compared in seconds with a value in milliseconds',
          testable_condition: 'undoing `src/auth.ts:27` makes the test pass',
          logging_point: '`src/auth.ts:27`',
          evidence_criteria: { confirm: 'the test passes', reject: 'the test still fails' },
          likelihood: 1,
          status: 'confirmed',
          evidence: { runs: [{ exit_code: 0, undone: true }], diff: '- exp\n+ exp * 1000' },
          verdict_reason: 'undoing the line makes the test pass',
        },
        {
          id: 'H2',
          description: 'The test is flaky',
          testable_condition: 'another run passes',
          logging_point: 'the test command',
          evidence_criteria: { confirm: 'one of 3 runs passes', reject: 'all 3 runs fail' },
          likelihood: 2,
          status: 'rejected',
          evidence: null,
          verdict_reason: 'all 3 runs fail',
        },
      ],
      confirmed_hypothesis: 'H1',
      iteration: 1,
      last_analysis_at: '2026-11-21T03:30:00Z',
    },
    validate: {
      pass_rate: 50,
      coverage: 81.5,
      test_results: [
        {
          test_name: 'accepts fresh',
          suite: 'auth',
          status: 'passed',
          duration_ms: 3,
          error_message: null,
          stack_trace: null,
        },
        {
          test_name: 'refuses expired',
          suite: 'auth',
          status: 'failed',
          duration_ms: 12.5,
          error_message: 'expected 401, got 200',
          stack_trace: 'AssertionError\n    at test/auth.test.ts:41:3',
        },
      ],
      passed: false,
      failed_tests: ['auth refuses expired'],
      last_run_at: '2026-11-21T03:25:00Z',
    },
    errors: [
      {
        action: 'action-validate-with-file',
        message: 'one test failed\nsee validate.md',
        timestamp: '2026-11-21T03:25:00Z',
      },
    ],
  }
}
