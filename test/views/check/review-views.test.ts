import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { quoteOutput } from '../../../src/domain/content/output-block.ts'
import { renderCheckOutput } from '../../../src/views/check/check-output.ts'
import { pairResults, renderResultTable } from '../../../src/views/task/criteria-results.ts'
import { checkOutputLimit, commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderReviewBody } from '../../../src/views/check/review-body.ts'
import { renderVerdictFile } from '../../../src/views/check/verdict-file.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildCheckNode,
  buildCriterion,
  buildModelUse,
  buildPlan,
  buildReview,
  buildTask,
} from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const task = buildTask({
  acceptance_criteria: [
    buildCriterion(),
    buildCriterion({
      id: 'AC-2',
      statement: 'Expired tokens are refused',
      check_method: 'run_smoke_test',
      command: 'npm test',
      severity: 'major',
    }),
    buildCriterion({ id: 'AC-3', statement: 'The wording helps', check_method: 'manual_review', severity: 'minor' }),
  ],
})
const plan = buildPlan({ tasks: [task] })
const artifact = buildArtifact(task, { files: [buildArtifactFile({ path: 'src/auth.ts' })] })
const rejected = buildReview(task, artifact, {
  verdict: 'REJECTED',
  score: 0.55,
  criteria: [
    { id: 'AC-1', result: 'pass', evidence: '1.9 kB' },
    { id: 'AC-2', result: 'fail', evidence: 'exit code 1\nrefuses expired (src/auth.ts:27)' },
    { id: 'AC-3', result: 'none', evidence: '' },
  ],
  why: ['seconds are compared with milliseconds (`src/auth.ts:27`)'],
  to_change: ['multiply `exp` by 1000'],
})

test('evidence of several lines stays a list, one line each, in the review and the verdict file', () => {
  const review = { ...rejected, why: ['AC-2 does not hold: exit code 1\nrefuses expired\n- takes valid'] }

  const told = [renderReviewBody({ review, plan, artifact, links }), renderVerdictFile({ review, plan, artifact })]

  for (const text of told)
    expect(text).toContain('- AC-2 does not hold: exit code 1\n- refuses expired\n- takes valid\n')
})

test('output of a command stands as code, and nothing in it is alive', () => {
  const output = quoteOutput(['AssertionError: no', '``` @ada #12', '</details><img src=x>', '| a | b |'])
  const evidence = `exit code 1\n${output}`
  const criteria = [{ id: 'AC-2', result: 'fail' as const, evidence }]
  const review = { ...rejected, criteria, why: [`AC-2 does not hold: ${evidence}`] }

  const told = [renderReviewBody({ review, plan, artifact, links }), renderVerdictFile({ review, plan, artifact })]

  for (const text of told) {
    const shown = text.replace(/^---\n[^]*?\n---\n/, '')
    expect(findLiveText(readText(renderToTree(shown), true))).toEqual([])
    expect(shown).toMatch(/^( *)(`{4,})\n\1AssertionError: no\n\1``` @ada #12\n[^]*?\n\1\2$/m)
  }
})

test('what a model thinks of a version is told as its own, in the review and the verdict file', () => {
  const opinion = {
    by: 'model-1',
    artifact_id: artifact.artifact_id,
    score: 0.7,
    advice: ['Close #12, @ada.', 'Handle `NaN`.'],
    doubts: [{ id: 'AC-2', why: 'the test cannot fail' }],
  }
  const review = { ...rejected, opinion }

  const told = [renderReviewBody({ review, plan, artifact, links }), renderVerdictFile({ review, plan, artifact })]

  for (const text of told) {
    expect(text).toContain('What model-1 thinks of it')
    expect(text).toContain('- It gives it 0.70.\n- It doubts that what was found shows AC-2: the test cannot fail\n')
    expect(text).toContain('NaN')
    expect(findLiveText(readText(renderToTree(text), true))).toEqual([])
  }
})

describe('the review of a version', () => {
  test('what somebody wrote on several lines stays apart', () => {
    const review = { ...rejected, why: ['The names are wrong:\n- foo\n- bar'], to_change: [] }

    const text = renderReviewBody({ review, plan, artifact, links })

    expect(text).toContain('**Why**\n\n- The names are wrong:\n- foo\n- bar\n')
  })

  test('a rejection says how much holds, why, what to change, then each criterion', () => {
    const text = renderReviewBody({ review: rejected, plan, artifact, links })

    expect(text).toMatchInlineSnapshot(`
      "### ❌ Rejected: 1 of 3 criteria hold, 1 not judged · version 1 of T1

      **Why:** seconds are compared with milliseconds (\`src/auth.ts:27\`)

      **To change:** multiply \`exp\` by 1000

      | result | criterion |
      | :-- | :-- |
      | ✓ | **AC-1** \`src/auth.ts\` exists<br>1.9 kB |
      | ✗ major | **AC-2** Expired tokens are refused<br>exit code 1 … |
      | not judged | **AC-3** The wording helps |

      <details><summary>Evidence in full</summary>

      **AC-2**

      \`\`\`
      exit code 1
      refuses expired (src/auth.ts:27)
      \`\`\`

      </details>

      <sub>Version 1 by codex, commit [\`609ca0e\`](https://github.com/octo/widgets/commit/609ca0e93a105239aef3e488ac0444a92e2bde95) · reviewed by automatic checks, 21 Nov 03:25 UTC · kept as [REJECTED.md](https://github.com/octo/widgets/blob/countersign/workflow/workspace/reviews/289aa783-883a-5c0e-bf45-2120d3666fda/028414dd-c23b-5236-944f-850dcfcdd707/REJECTED.md)</sub>"
    `)
  })

  test('of evidence that ends its first line with a colon the table has what follows, too', () => {
    const evidence = '1 of 3 tests passed; failed:\nrefuses expired (src/auth.ts:27): no\nis quick: no'
    const criteria = [{ id: 'AC-2', result: 'fail' as const, evidence }]

    const text = renderReviewBody({ review: { ...rejected, criteria }, plan, artifact, links })

    expect(text).toContain('<br>1 of 3 tests passed; failed: refuses expired (src/auth.ts:27): no … |')
  })

  test('an approval with a waiver names who waived', () => {
    const criteria = [
      { id: 'AC-1', result: 'pass' as const, evidence: '1.9 kB' },
      { id: 'AC-2', result: 'waived' as const, evidence: 'flaky', judge: 'ada' },
      { id: 'AC-3', result: 'pass' as const, evidence: '', judge: 'ada' },
    ]
    const review = buildReview(task, artifact, { criteria, score: 1, reviewer: 'rules, @ada' })

    const text = renderReviewBody({ review, plan, artifact, links })

    expect(text.split('\n')[0]).toBe('### ✅ Approved: 2 of 3 criteria hold, 1 waived · score 1.00 · version 1 of T1')
    expect(text).toContain('| waived | **AC-2** Expired tokens are refused<br>ada: flaky |')
    expect(text).toContain('reviewed by automatic checks and ada, 21 Nov 03:25 UTC')
  })

  test.each([
    ['a blocker that failed', 'AC-1', 'Rejected: 2 of 3 criteria hold · version 1 of T1'],
    ['a major that failed', 'AC-2', 'Rejected: 2 of 3 criteria hold · version 1 of T1'],
    ['minor ones alone, by their weight', 'AC-3', 'Rejected: 2 of 3 criteria hold · score 0.72 · version 1 of T1'],
    ['a person, as a whole', null, 'Rejected as a whole: 3 of 3 criteria hold · version 1 of T1'],
  ])('rejected over %s: the score stands there only where it decided', (_what, failed, title) => {
    const criteria = task.acceptance_criteria.map(({ id }) => ({
      id,
      result: id === failed ? ('fail' as const) : ('pass' as const),
      evidence: '',
    }))
    const review = buildReview(task, artifact, { verdict: 'REJECTED', score: 0.72, criteria })

    expect(renderReviewBody({ review, plan, artifact, links }).split('\n')[0]).toBe(`### ❌ ${title}`)
  })

  test('what a person said is not told twice, and what nobody judged is counted', () => {
    const said = '@ada closed the pull request without merging it.'
    const review = buildReview(task, artifact, {
      verdict: 'REJECTED',
      score: 0,
      criteria: [],
      why: [said],
      to_change: [said],
    })

    const text = renderReviewBody({ review, plan, artifact, links })

    expect(text).toContain('Rejected as a whole: 0 of 3 criteria hold, 3 not judged · version 1 of T1')
    expect(text.split('closed the pull request')).toHaveLength(2)
    expect(text).toContain('| not judged | **AC-3** The wording helps |')
  })

  test('megabytes of evidence fit', () => {
    const criteria = task.acceptance_criteria.map(({ id }) => ({
      id,
      result: 'fail' as const,
      evidence: 'x`y\n'.repeat(300_000),
    }))
    const review = { ...rejected, criteria, why: criteria.map(({ evidence }) => evidence) }

    const text = renderReviewBody({ review, plan, artifact, links })

    expect(text.length).toBeLessThanOrEqual(commentLimit)
  })
})

describe('the check run', () => {
  const node = buildCheckNode(task, { state: 'DONE' })

  test('a rejection fails it and points at the lines its evidence names', () => {
    const output = renderCheckOutput({ review: rejected, node, plan, artifact, validation: null, links })

    expect(output.conclusion).toBe('failure')
    expect(output.title).toBe('Rejected: 1 of 3 criteria hold, 1 not judged · version 1 of T1')
    expect(output.annotations).toEqual([
      {
        path: 'src/auth.ts',
        line: 27,
        level: 'warning',
        message: 'AC-2: Expired tokens are refused\nexit code 1\nrefuses expired (src/auth.ts:27)',
      },
    ])
  })

  test('each failed test of a report stands on the line that its runner told', () => {
    const smoke = buildCriterion({ id: 'AC-1', check_method: 'run_smoke_test', statement: '`npm test` passes' })
    const tested = buildTask({ acceptance_criteria: [smoke] })
    const annotate = (evidence: string) => {
      const review = buildReview(tested, artifact, {
        verdict: 'REJECTED',
        criteria: [{ id: 'AC-1', result: 'fail', evidence }],
      })
      return renderCheckOutput({
        review,
        node,
        plan: buildPlan({ tasks: [tested] }),
        artifact,
        validation: null,
        links,
      }).annotations
    }
    const on = (line: number, told: string) => ({
      path: 'test/auth.test.ts',
      line,
      level: 'failure',
      message: `AC-1: \`npm test\` passes\n${told}`,
    })

    expect(
      annotate(
        '1 of 3 tests passed; failed:\na (test/auth.test.ts:41): no\nb (test/auth.test.ts:50): src/auth.ts:3\nc: no',
      ),
    ).toEqual([on(41, 'a (test/auth.test.ts:41): no'), on(50, 'b (test/auth.test.ts:50): src/auth.ts:3')])
    expect(annotate('1 of 2 tests passed; failed: a (test/auth.test.ts:41): no\nexit code 1')).toEqual([
      on(41, 'a (test/auth.test.ts:41): no'),
    ])
    expect(annotate('0 of 1 test passed; failed: a (../../etc/passwd:1): no')).toMatchObject([{ path: 'src/auth.ts' }])
  })

  test('an approval succeeds', () => {
    const output = renderCheckOutput({
      review: buildReview(task, artifact),
      node,
      plan,
      artifact,
      validation: null,
      links,
    })

    expect(output).toMatchObject({ conclusion: 'success', annotations: [] })
  })

  test('waiting for a person it stays open, no failure, and says what is known, who is asked and how they answer', () => {
    const waiting = buildCheckNode(task, {
      state: 'WAITING_EXTERNAL',
      waiting_for: { kind: 'judgement', who: ['ada'], what: 'judge AC-3 of T1' },
      partial: [{ id: 'AC-1', result: 'pass', evidence: '1.9 kB' }],
    })

    const output = renderCheckOutput({ review: null, node: waiting, plan, artifact, validation: null, links })

    expect(output.conclusion).toBeNull()
    expect(output.title).toBe('Waits for a person: 1 of 3 criteria hold so far · version 1 of T1')
    expect(output.summary.split('\n')[0]).toBe(
      '**@ada:** judge AC-3 of T1. Approve or request changes in a review of the newest commit, or say `/approve T1` or `/reject T1 <why>`.',
    )
    expect(output.summary).toContain('| ✓ | **AC-1** `src/auth.ts` exists<br>1.9 kB |')
    expect(output.summary).toContain('| open | **AC-3** The wording helps<br>waits: **a person judges** |')
  })

  test('waiting for CI it says so', () => {
    const waiting = buildCheckNode(task, { state: 'RUNNING', deadline: '2026-11-21T04:40:00Z' })

    const output = renderCheckOutput({ review: null, node: waiting, plan, artifact, validation: null, links })

    expect(output.title).toBe('Waits for CI: 0 of 3 criteria hold so far · version 1 of T1')
  })

  test('who has several criteria to judge learns how to judge one alone', () => {
    const manual = buildCriterion({ id: 'AC-5', check_method: 'manual_review' })
    const both = buildTask({ acceptance_criteria: [manual, { ...manual, id: 'AC-6' }] })
    const waiting_for = { kind: 'judgement' as const, who: ['ada'], what: 'judge AC-5, AC-6 of T1' }
    const node = buildCheckNode(both, { state: 'WAITING_EXTERNAL', waiting_for })
    const asked = { plan: buildPlan({ tasks: [both] }), artifact: buildArtifact(both), validation: null, links }

    const { summary } = renderCheckOutput({ review: null, node, ...asked })

    expect(summary).toContain('A criterion that is named, as in `/approve T1 AC-5`, is judged alone.')
  })

  test('waiting for CI it says until when', () => {
    const waiting = buildCheckNode(task, { state: 'RUNNING', deadline: '2026-11-21T04:25:00Z' })

    const output = renderCheckOutput({ review: null, node: waiting, plan, artifact, validation: null, links })

    expect(output.conclusion).toBeNull()
    expect(output.summary).toContain('Waits for CI until 21 Nov 04:25 UTC; then a person is asked.')
  })

  test.each(['statement ', '要求 '])('everything fits whatever the task holds: %s', (word) => {
    const criteria = Array.from({ length: 500 }, (_, index) =>
      buildCriterion({ id: `AC-${index + 1}`, statement: word.repeat(200) }),
    )
    const large = buildTask({ acceptance_criteria: criteria, description: word.repeat(50_000) })
    const results = criteria.map(({ id }) => ({
      id,
      result: 'fail' as const,
      evidence: `src/auth.ts:3 ${word.repeat(5_000)}`,
    }))
    const review = buildReview(large, artifact, { verdict: 'REJECTED', criteria: results })

    const output = renderCheckOutput({
      review,
      node,
      plan: buildPlan({ tasks: [large] }),
      artifact,
      validation: null,
      links,
    })

    expect(Buffer.byteLength(output.summary)).toBeLessThanOrEqual(checkOutputLimit)
    expect(Buffer.byteLength(output.text)).toBeLessThanOrEqual(checkOutputLimit)
    expect(output.annotations).toHaveLength(50)
  })
})

describe('the verdict file', () => {
  function readFrontMatter(file: string): unknown {
    const [, yaml = ''] = /^---\n([\s\S]*?)\n---\n/.exec(file) ?? []
    return parse(yaml)
  }

  test('its front matter names what was reviewed, and every criterion', () => {
    const file = renderVerdictFile({ review: rejected, plan, artifact })

    expect(readFrontMatter(file)).toEqual({
      review_id: rejected.review_id,
      check_task_id: rejected.check_task_id,
      task_id: task.task_id,
      reviewed_artifact_id: artifact.artifact_id,
      version: 1,
      commit_sha: artifact.commit_sha,
      tree_sha: artifact.tree_sha,
      plan_hash: rejected.plan_hash,
      verdict: 'REJECTED',
      score: 0.55,
      reviewer: 'rules',
      submitted_at: '2026-11-21T03:25:00Z',
      criteria: rejected.criteria,
    })
  })

  test('a hash that looks like a number stays text', () => {
    const review = {
      ...rejected,
      commit_sha: '1234567890123456789012345678901234567890',
      tree_sha: `1e${'0'.repeat(38)}`,
    }

    const file = renderVerdictFile({ review, plan, artifact })

    expect(readFrontMatter(file)).toMatchObject({ commit_sha: review.commit_sha, tree_sha: review.tree_sha })
  })

  test('same input, same bytes', () => {
    const input = { review: rejected, plan, artifact }

    expect(renderVerdictFile(structuredClone(input))).toBe(renderVerdictFile(input))
  })

  test('nobody is said to have judged what they let go', () => {
    const criteria = [{ id: 'AC-1', result: 'waived' as const, evidence: 'waived by @ada: not checked', judge: 'ada' }]

    const file = renderVerdictFile({ review: { ...rejected, criteria }, plan, artifact })

    expect(file).toContain(', waived by ada.')
    expect(file).not.toContain('judged by')
  })

  test.each([
    ['pass', 'judged by @ada: Works for me', '<br>ada: Works for me |'],
    ['pass', 'judged by @ada', '<br>judged by ada |'],
    ['waived', 'waived by @ada: not checked', '<br>ada: not checked |'],
    ['pass', 'judged by @adam: fine', '<br>ada: judged by @&#8288;adam: fine |'],
  ] as const)('a criterion that is %s, %j, names its judge once', (result, evidence, cell) => {
    const found = { id: 'AC-1', result, evidence, judge: 'ada' }

    const table = renderResultTable(pairResults(task, artifact, [found]), 200, true)

    expect(table).toContain(cell)
  })

  test('people read grounds, what failed, what to change, each criterion with its evidence', () => {
    const file = renderVerdictFile({ review: rejected, plan, artifact })

    const headings = file.split('\n').filter((line) => line.startsWith('#'))
    expect(headings).toEqual([
      '# Rejected: T1 version 1',
      '## Grounds',
      '## What failed',
      '## What to change',
      '## Criteria',
      '### AC-1 ✓',
      '### AC-2 ✗ major',
      '### AC-3 not judged',
      '## What was reviewed',
    ])
    expect(file).toContain('\n\n1 of 3 criteria hold, 1 not judged. Reviewed by automatic checks,')
    expect(file).toContain('```\nexit code 1\nrefuses expired (src/auth.ts:27)\n```')
    expect(file).toMatch(/\n- `src\/auth\.ts`, added, 1\.9 kB, sha256 `[0-9a-f]{64}`\n$/)
  })

  test.each([
    '---\nverdict: "APPROVED"\n---',
    '"\nverdict: APPROVED\n',
    '*alias &anchor !!js/function',
    ...hostileTexts,
  ])('evidence stays evidence: %j', (evidence) => {
    const criteria = task.acceptance_criteria.map(({ id }) => ({ id, result: 'fail' as const, evidence }))

    const file = renderVerdictFile({ review: { ...rejected, criteria, why: [evidence] }, plan, artifact })

    expect(readFrontMatter(file)).toMatchObject({
      verdict: 'REJECTED',
      criteria: [{ id: 'AC-1' }, { id: 'AC-2' }, { id: 'AC-3' }],
    })
    const body = file.replace(/^---\n[\s\S]*?\n---\n/, '')
    expect(findLiveText(readText(renderToTree(body), true))).toEqual([])
    expect(listTags(body).filter((tag) => ['a', 'img', 'script', 'hr', 'blockquote', 'input'].includes(tag))).toEqual(
      [],
    )
  })
})

describe('what models were asked for', () => {
  const unpriced = buildModelUse({ cost_usd: null, unpriced: 3, models: ['model-2'] })
  const spent = { version: buildModelUse(), review: unpriced }

  test('stands in the verdict file for people and for machines, and behind the version in the review', () => {
    const file = renderVerdictFile({ review: { ...rejected, spent }, plan, artifact })
    const body = renderReviewBody({ review: { ...rejected, spent }, plan, artifact, links })

    expect(file).toContain(
      'Asked of models: the version 28 k tokens, $0.20 (`model-1`); the review 28 k tokens, not priced (`model-2`).',
    )
    expect(parse(file.split('---\n')[1] ?? '')).toMatchObject({ spent })
    expect(body).toMatch(/commit .*, 28 k tokens, \$0\.20 · reviewed by .*, 28 k tokens, not priced · kept as/)
  })

  test('is not told where a person or a command did it', () => {
    const file = renderVerdictFile({ review: rejected, plan, artifact })
    const body = renderReviewBody({ review: rejected, plan, artifact, links })

    expect(`${file}${body}`).not.toMatch(/k tokens|priced|Asked of/)
  })
})
