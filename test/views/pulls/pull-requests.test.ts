import { describe, expect, test } from 'vitest'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import type { Validation } from '../../../src/domain/records/loop/validation.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { renderFinalPullRequest } from '../../../src/views/pulls/final-pull-request.ts'
import { renderTaskPullRequest } from '../../../src/views/pulls/task-pull-request.ts'
import {
  buildArtifact,
  buildCriterion,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
  buildValidation,
} from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const task = buildTask({ title: 'Check expiry' })
const plan = buildPlan({ tasks: [task] })
const record = buildRecord({ approved: { by: 'ada', at: '2026-11-21T03:14:00Z', hash: plan.hash } })
const first = buildArtifact(task)
const second = buildArtifact(task, { version: 2 })
const rejection = buildReview(task, first, { verdict: 'REJECTED', score: 0.4, why: ['it is empty'] })
const approval = buildReview(task, second, { reviewer: '@ada' })
const execution = buildExecution(
  plan,
  { T1: { state: 'DONE', approved_artifact_id: second.artifact_id, pull_request: { number: 12, open: false } } },
  { artifacts: [first, second], reviews: [rejection, approval], receipts: [buildReceipt(task)] },
)

const result = execution.execution_result
const now = '2026-11-21T03:40:00.000Z'

/** The plan's own tests on a commit. */
function validated(found: Partial<Validation>, commit: string): ExecutionRecord['validations'][number] {
  const { hypotheses: _hypotheses, ...findings } = buildValidation(found)
  return {
    ...findings,
    at: now,
    task: null,
    artifact_id: null,
    commit_sha: commit,
    tree_sha: commit,
    analysis_id: null,
  }
}

describe('the final pull request', () => {
  test('says in words that nothing was rejected', () => {
    const { body } = renderFinalPullRequest({ record, plan, execution: { ...execution, reviews: [approval] }, links })

    expect(body).toContain('1 review, no rejection.')
  })

  test('keeps a list of what was wrong as one', () => {
    const listed = { ...rejection, why: ['Two things:\n- it is empty\n- it has no test'] }

    const { body } = renderFinalPullRequest({ record, plan, execution: { ...execution, reviews: [listed] }, links })

    expect(body).toContain('\n\n> - Two things:\n> - it is empty\n> - it has no test\n\n')
  })

  test('says that the issue was edited since', () => {
    const edited = { ...record, current_sha256: 'f'.repeat(64) }

    expect(renderFinalPullRequest({ record: edited, plan, execution, links }).body).toContain('⚠️ The issue was edited')
    expect(renderFinalPullRequest({ record, plan, execution, links }).body).not.toContain('edited')
  })

  test('counts the tests of the plan on the commit they ran on, says who waived what failed, and that none were run', () => {
    const head = 'c'.repeat(40)
    const tell = (validations: ExecutionRecord['validations'], test_waivers: ExecutionRecord['test_waivers'] = []) => {
      const tested = { ...execution, validations, test_waivers, execution_result: { ...result, commit_hash: head } }
      const { body } = renderFinalPullRequest({ record, plan, execution: tested, links })
      return body.split('\n').find((line) => line.startsWith('**Tests:**'))
    }
    const at = `on [\`ccccccc\`](https://github.com/octo/widgets/commit/${head})`
    const coverage = { lines: 3, covered: 2 }
    const passed = validated({ totals: { passed: 41, failed: 0, skipped: 2 }, coverage }, head)
    const failed = validated({ passed: false, totals: { passed: 41, failed: 1, skipped: 0 } }, head)
    const none = `**Tests:** none were run ${at}, which has all tasks together; each task was judged by its criteria alone.`

    expect(tell([passed])).toBe(`**Tests:** 41 of 41 tests passed (100 %), 2 skipped, 66 % of lines covered ${at}.`)
    expect(tell([failed], [{ test: 'adds up', by: 'ada', why: 'known', at: now }])).toBe(
      `**Tests:** 41 of 41 tests passed (100 %), 1 skipped ${at}. ⚠️ 1 test failed, and ada waived it.`,
    )
    expect(tell([])).toBe(none)
    expect(tell([validated({}, 'd'.repeat(40))])).toBe(none)
  })

  test('closes its issue and carries the whole trace', () => {
    const { title, body } = renderFinalPullRequest({ record, plan, execution, links })

    expect(title).toBe('Refuse expired tokens (#7)')
    expect(body).toMatchInlineSnapshot(`
      "Closes #7

      Everything in here was reviewed: 1 task of plan [\`9a9e715\`](https://github.com/octo/widgets/blob/countersign/workflow/.workflow/.scratchpad/codex-issue-20261121T031200Z/solutions/ISS-007-plan.json), approved by ada on 21 Nov 03:14 UTC; 2 reviews, 1 of them a rejection. Merging is up to you: nothing merges to \`main\` by itself.

      **Tests:** none were run; the tasks were judged by their criteria.

      Return early when the token has expired, say so in the response, and document it.

      | task | delivers |
      | :-- | :-- |
      | **T1** Check expiry<br><sub>[v2](https://github.com/octo/widgets/blob/countersign/workflow/workspace/reviews/289aa783-883a-5c0e-bf45-2120d3666fda/42ccdb67-177d-5388-a9b9-6c30183769b9/APPROVED.md) in [#12](https://github.com/octo/widgets/pull/12), approved by ada, score 1.00 · [v1](https://github.com/octo/widgets/blob/countersign/workflow/workspace/reviews/289aa783-883a-5c0e-bf45-2120d3666fda/028414dd-c23b-5236-944f-850dcfcdd707/REJECTED.md) rejected</sub> | \`src/task-1.ts\` |

      The final deliverable is what every task delivers, with a manifest.

      **What the issue asked for: 1 of 1 holds**

      - ✓ Expired tokens are refused → T1

      <details><summary><b>T1</b> Check expiry: 2 versions</summary>

      **Version 1** by codex, 21 Nov 03:20 UTC, commit [\`609ca0e\`](https://github.com/octo/widgets/commit/609ca0e93a105239aef3e488ac0444a92e2bde95)

      ❌ [REJECTED](https://github.com/octo/widgets/blob/countersign/workflow/workspace/reviews/289aa783-883a-5c0e-bf45-2120d3666fda/028414dd-c23b-5236-944f-850dcfcdd707/REJECTED.md) by automatic checks

      > it is empty

      | result | criterion |
      | :-- | :-- |
      | ✓ | **AC-1** src/task-1.ts exists |

      **Version 2** by codex, 21 Nov 03:20 UTC, commit [\`5c7965e\`](https://github.com/octo/widgets/commit/5c7965ed6c4554378d542c1c890cf981b55fe324)

      ✅ [APPROVED](https://github.com/octo/widgets/blob/countersign/workflow/workspace/reviews/289aa783-883a-5c0e-bf45-2120d3666fda/42ccdb67-177d-5388-a9b9-6c30183769b9/APPROVED.md) by ada, score 1.00

      | result | criterion |
      | :-- | :-- |
      | ✓ | **AC-1** src/task-1.ts exists |

      </details>

      <sub>2 versions · 1 automatic run in 42 s · 28 k tokens, $0.20</sub>"
    `)
  })

  test.each(hostileTexts)('closes its own issue only: %j', (text) => {
    const hostile = buildTask({ title: text, acceptance_criteria: [buildCriterion({ statement: text })] })
    const hostilePlan = buildPlan({ tasks: [hostile], description: text })
    const review = buildReview(hostile, first, { verdict: 'REJECTED', why: [text], reviewer: text })

    const { title, body } = renderFinalPullRequest({
      record: { ...record, frozen: { ...record.frozen, title: text } },
      plan: hostilePlan,
      execution: buildExecution(hostilePlan, {}, { artifacts: [first], reviews: [review] }),
      links,
    })

    expect(body.split('\n')[0]).toBe('Closes #7')
    expect(findLiveText(readText(renderToTree(body), true).replace('Closes #7', ''))).toEqual([])
    expect(findLiveText(title.replace(/ \(#7\)$/, ''))).toEqual([])
    expect(title.length).toBeLessThanOrEqual(200)
  })

  test('a thousand tasks of many versions fit', () => {
    const tasks = Array.from({ length: 1_000 }, (_, index) =>
      buildTask({ id: `T${index + 1}`, title: 'title '.repeat(30) }),
    )
    const artifacts = tasks.flatMap((one) => [1, 2, 3].map((version) => buildArtifact(one, { version })))
    const large = buildPlan({ tasks })

    const { body } = renderFinalPullRequest({
      record,
      plan: large,
      execution: buildExecution(large, {}, { artifacts }),
      links,
    })

    expect(body.length).toBeLessThanOrEqual(commentLimit)
    expect(body).toContain('Shortened to what a pull request holds')
  })
})

describe('the pull request of a task', () => {
  test('says what it is for, how to judge and change it, and what must hold', () => {
    const judged = buildTask({
      title: 'Check expiry',
      acceptance_criteria: [
        buildCriterion(),
        buildCriterion({ id: 'AC-2', check_method: 'manual_review', statement: 'It helps' }),
      ],
    })

    const { title, body } = renderTaskPullRequest({ record, plan, task: judged, links })

    expect(title).toBe('#7 T1: Check expiry')
    expect(body).toContain('A person judges AC-2 “It helps”.')
    // It stays true of what is merged.
    expect(body).not.toContain('must judge')
    expect(body).toContain('| **AC-2** It helps | **a person judges** | **blocker** |')
    expect(body).not.toMatch(/\b(?:closes|fixes|resolves)\b/i)
  })
})

test('a squash that takes the body for its message runs the checks, whatever the plan says and shows', () => {
  const words = '[skip ci] [ci skip] [no ci] [skip actions] [actions skip]'
  const work = [{ kind: 'run' as const, command: `git commit -m '${words}'` }]
  const { deliverable_spec: spec } = buildTask()
  const skipping = buildTask({
    title: words,
    description: `${words}\nskip-checks: true`,
    work,
    deliverable_spec: { ...spec, filename: '[skip ci].ts' },
  })
  const all = buildPlan({ tasks: [skipping], description: words })
  const bodies = [
    renderTaskPullRequest({ record, plan: all, task: skipping, links }).body,
    renderFinalPullRequest({ record, plan: all, execution: buildExecution(all), links }).body,
  ]

  for (const body of bodies) {
    expect(body).toContain('(skip ci)')
    expect(body).not.toMatch(/\[(skip ci|ci skip|no ci|skip actions|actions skip)\]|^\s*skip-checks:/im)
  }
})
