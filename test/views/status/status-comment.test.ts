import { describe, expect, test } from 'vitest'
import type { IssRecord } from '../../../src/domain/records/iss-record.ts'
import type { RunProgress } from '../../../src/domain/records/run-progress.ts'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderStatusComment } from '../../../src/views/status/status-comment.ts'
import {
  buildArtifact,
  buildExecution,
  buildPlan,
  buildReceipt,
  buildRecord,
  buildReview,
  buildTask,
  type NodeOverrides,
} from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const now = '2026-11-21T03:40:00Z'
const T1 = buildTask({ id: 'T1', title: 'Check expiry' })
const T2 = buildTask({ id: 'T2', title: 'Answer 401', depends_on: ['T1'] })
const plan = buildPlan({ tasks: [T1, T2] })
const hash = plan.hash.slice(0, 7)
const first = buildArtifact(T1)
const second = buildArtifact(T1, { version: 2, by: { kind: 'person', login: 'bob', id: 5 } })
const rejection = buildReview(T1, first, {
  verdict: 'REJECTED',
  score: 0.5,
  criteria: [{ id: 'AC-1', result: 'fail', evidence: 'missing' }],
})
const approval = buildReview(T1, second)
const done = {
  state: 'DONE',
  merge: 'merged',
  active_artifact_id: second.artifact_id,
  approved_artifact_id: second.artifact_id,
  pull_request: { number: 12, open: false },
} satisfies Partial<ActionNode>

function render(nodes: NodeOverrides, record: Partial<IssRecord> = {}, of = plan): string {
  const execution = buildExecution(of, nodes, {
    artifacts: [first, second],
    reviews: [rejection, approval],
    receipts: [buildReceipt(T1), buildReceipt(T1)],
  })
  return renderStatusComment({ record: buildRecord(record), plan: of, execution, loop: null, links, now })
}

function firstLines(text: string): string {
  return text.split('\n').slice(0, 3).join('\n')
}

const judgement: NodeOverrides = {
  T1: done,
  T2: { state: 'READY_TO_CHECK', pull_request: { number: 13, open: true } },
  C2: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'judgement', who: ['ada'], what: 'judge AC-3 of T2' } },
}

test('who made a version in a job of its own stands beside that job', () => {
  const job = 'https://github.test/octo/widgets/actions/runs/9'
  const execution = buildExecution(
    plan,
    { T1: done },
    {
      artifacts: [first, { ...second, by: first.by }],
      reviews: [rejection, approval],
      receipts: [{ ...buildReceipt(T1), job }],
    },
  )

  const text = renderStatusComment({ record: buildRecord(), plan, execution, loop: null, links, now })

  expect(text).toContain(` in [a job](${job}) · 28 k tokens, $0.20</sub>`)
})

describe('what an agent says while it works', () => {
  const run = { run_id: 'r1', executor: 'codex', started_at: now, lease_until: now }
  const step = (text: string, state: 'open' | 'doing' | 'done') => ({ text, state })
  const working = (progress: RunProgress): NodeOverrides => ({
    T1: { state: 'RUNNING', executor: 'codex', run: { ...run, progress } },
  })

  test('stands in its row, as its own words', () => {
    const steps = [step('Read', 'done'), step('Write the tests', 'doing'), step('Document', 'open')]

    const text = render(working({ steps, more: 2, doing: 'npm test', tools: 14 }))

    expect(text).toContain('<sub>codex says: step 2 of 5, “Write the tests” · now “npm test” · 14 uses of tools</sub>')
  })

  test('is gone with its run', () => {
    const progress = { steps: [], more: 0, doing: 'npm test', tools: 1 }

    expect(render({ T1: { state: 'WAITING_EXTERNAL', run: { ...run, progress } } })).not.toContain('says')
  })

  test.each(hostileTexts)('does nothing but stand there: %j', (hostile) => {
    const text = render(working({ steps: [step(hostile, 'doing')], more: 0, doing: hostile, tools: 1 }))

    expect(findLiveText(readText(renderToTree(text)))).toEqual(findLiveText(readText(renderToTree(render({})))))
  })
})

describe('the first lines say what happened, who and why, and the command that goes on', () => {
  test('working', () => {
    const text = render({ T1: done, T2: { state: 'RUNNING' } })

    expect(firstLines(text)).toBe(
      '### #7 is being worked on · 1 of 2 tasks approved\n\nT2 at work. `/pause` holds it, `/stop` ends it.',
    )
  })

  test('what stands still promises no task that starts next', () => {
    const still: Partial<IssRecord>[] = [
      { paused: { by: 'ada', at: now, why: 'paused by @ada' } },
      { phase: 'proposed', approved: null },
      { phase: 'drafting' },
    ]

    expect(still.map((record) => render({}, record).includes('| not started |'))).toEqual([true, true, true])
    expect(still.some((record) => render({}, record).includes('starts next'))).toBe(false)
    expect(render({})).toContain('| starts next |')
  })

  test('with every task approved no next one is promised', () => {
    const text = render({ T1: done, T2: done })

    expect(firstLines(text)).toBe(
      '### #7 is being worked on · 2 of 2 tasks approved\n\nEvery task is approved; what is left are the merges, the tests of the whole and the final pull request. `/pause` holds it, `/stop` ends it.',
    )
  })

  test('needs a person', () => {
    const text = render(judgement)

    expect(firstLines(text)).toBe(
      '### 🙋 #7 needs ada · 1 of 2 tasks approved\n\n**Needs you:** @ada: judge AC-3 of T2. Approve or request changes in [#13](https://github.com/octo/widgets/pull/13), or say `/approve T2` or `/reject T2 <why>`.',
    )
  })

  test('needs a person for a task that never came to a version', () => {
    const waiting_for = { kind: 'decision' as const, who: [], what: 'the patch does not apply' }

    const text = render({ T1: { state: 'WAITING_EXTERNAL', waiting_for } })

    expect(text).toContain(
      'or do it yourself: `git fetch && git switch -c countersign/ISS-007/1/T1 origin/countersign/ISS-007/1/base`',
    )
  })

  test('a row says that what conflicts is approved', () => {
    const waiting_for = { kind: 'conflict' as const, who: ['ada'], what: 'T1 is approved, but conflicts with T2' }

    expect(render({ T1: { state: 'WAITING_EXTERNAL', waiting_for } })).toContain(
      '| 🙋 approved, but conflicts: waits for ada |',
    )
  })

  test('paused for several reasons, a line each', () => {
    const more = [
      { by: 'bob', at: now, why: 'paused: `T1` was deleted' },
      {
        by: 'countersign',
        at: now,
        why: 'could not merge #12: it is a draft',
        cause: 'draft' as const,
        pull_request: 12,
      },
    ]

    const text = render({ T1: done }, { paused: { by: 'ada', at: now, why: 'paused by @ada', more } })

    expect(text).toContain(
      'Since 21 Nov 03:40 UTC, by now for 3 reasons. Nothing new begins. `/resume` goes on, `/stop` ends it.\n\n- paused by ada\n- `T1` was deleted\n- could not merge ',
    )
  })

  test.each(['branch', 'integration'] as const)(
    'paused over a branch (%s) it says what puts that back first',
    (cause) => {
      const paused = { by: 'ada', at: now, why: 'paused: `base` was force-pushed', cause }

      expect(firstLines(render({ T1: done }, { paused }))).toContain(
        '`base` was force-pushed. Nothing new begins. `/doctor fix` puts the branch back where it was recorded, then `/resume` goes on, `/stop` ends it.',
      )
    },
  )

  test('paused over a branch nobody is asked for what it can’t take', () => {
    const paused = { by: 'bob', at: now, why: 'paused: `T2` was deleted', cause: 'branch' as const }
    const nodes: NodeOverrides = {
      T1: done,
      T2: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'push', who: ['ada'], what: 'push the work' } },
    }

    expect(render(nodes)).toContain('**Needs you:**')
    expect(render(nodes, { paused })).not.toContain('**Needs you:**')
    expect(render(nodes, { paused }).split('\n').at(-1)).toContain('`/doctor fix` `/resume` `/stop`')
  })

  test('a pull request that is closed is not where to review', () => {
    const closed = { ...judgement, T2: { ...judgement['T2'], pull_request: { number: 13, open: false } } }

    expect(firstLines(render(closed))).toContain('judge AC-3 of T2. `/approve T2` or `/reject T2 <why>`.')
  })

  test('paused for a draft, which `/resume` would not merge either', () => {
    const why = 'could not merge T1: its pull request is a draft'
    const paused = { by: 'countersign', at: now, why, cause: 'draft' as const, pull_request: 12 }

    expect(firstLines(render({ T1: done }, { paused }))).toContain(
      `${why}. Nothing new begins. It goes on by itself once [#12](https://github.com/octo/widgets/pull/12) is marked ready for review, \`/stop\` ends it.`,
    )
    expect(render({ T1: done }, { paused })).not.toContain('/resume')
    expect(render({ T1: done }, { paused: { by: 'bob', at: now, why: '', more: [paused] } })).toContain(
      '`/resume` `/stop`',
    )
  })

  test('paused', () => {
    const text = render({ T1: done }, { paused: { by: 'bob', at: now, why: 'release week' } })

    expect(firstLines(text)).toBe(
      '### ⏸️ #7 paused by bob · 1 of 2 tasks approved\n\nSince 21 Nov 03:40 UTC: release week. Nothing new begins. `/resume` goes on, `/stop` ends it.',
    )
  })

  test('paused over what somebody did is not said to be paused by them', () => {
    const paused = { by: 'grace', at: now, why: 'paused: `T2` was force-pushed', cause: 'branch' as const }

    expect(firstLines(render({ T1: done }, { paused }))).toContain('### ⏸️ #7 paused · 1 of 2 tasks approved')
  })

  test('stopped', () => {
    const text = render({ T1: done }, { phase: 'stopped', stopped: { by: 'bob', at: now, why: '' } })

    expect(firstLines(text)).toBe(
      `### ⏹️ #7 stopped by bob · 1 of 2 tasks approved\n\nSince 21 Nov 03:40 UTC. Everything made so far is kept; nothing runs. \`/approve plan@${hash}\` starts a new run.`,
    )
  })

  test('waits for a decision', () => {
    const waiting_for = { kind: 'decision' as const, who: [], what: '3 attempts did not pass: the command failed' }

    const text = render({ T1: { state: 'WAITING_EXTERNAL', waiting_for } })

    expect(firstLines(text)).toMatch(
      /^### 🙋 #7 needs a person · 0 of 2 tasks approved\n\n\*\*Needs you:.*3 attempts did not pass: the command failed\. `\/retry T1`/,
    )
  })

  test('ready to merge', () => {
    const text = render(
      { T1: done, T2: { ...done, active_artifact_id: null } },
      { phase: 'completed', final_pull_request: { number: 20, state: 'open' } },
    )

    expect(firstLines(text)).toBe(
      '### ✅ #7 is ready to merge · 2 of 2 tasks approved\n\n[#20](https://github.com/octo/widgets/pull/20) brings everything to main. **Needs you:** @ada, or who else may, merges it, as nothing does by itself. `/export` releases the approved versions.',
    )
  })

  test('ready to merge, with what no task was held to', () => {
    const asked = { id: 'RC-1', statement: 'Everybody can use it', source_line: 4, covered_by: ['final/person'] }
    const goals = plan.goals.map((goal) => ({ ...goal, root_acceptance_criteria: [asked] }))

    const text = render(
      { T1: done, T2: { ...done, active_artifact_id: null } },
      { phase: 'completed', final_pull_request: { number: 20, state: 'open' } },
      { ...plan, goals },
    )

    expect(firstLines(text)).toContain(' No task was held to “Everybody can use it”: look whether it holds. ')
  })

  test('merged and released', () => {
    const text = render(
      { T1: done },
      {
        phase: 'completed',
        final_pull_request: { number: 20, state: 'merged' },
        exports: [{ tag: 'v1', url: 'https://github.com/octo/widgets/releases/tag/v1', manifest_sha256: 'a', at: now }],
      },
    )

    expect(firstLines(text)).toContain(
      'Merged into main by [#20](https://github.com/octo/widgets/pull/20). Released as [v1](https://github.com/octo/widgets/releases/tag/v1).',
    )
  })

  test('a stop is never shown as a failure', () => {
    const execution = buildExecution(plan, {}, { status: 'failed' })
    const record = buildRecord({ phase: 'stopped', stopped: { by: 'bob', at: now, why: '' } })

    const text = renderStatusComment({ record, plan, execution, loop: null, links, now })

    expect(firstLines(text)).toContain('stopped by bob')
    expect(text).not.toContain('failed')
  })

  test('before approval', () => {
    const record = buildRecord({ phase: 'proposed', approved: null })

    const text = renderStatusComment({ record, plan, execution: null, loop: null, links, now })

    expect(firstLines(text)).toContain(`\`/approve plan@${hash}\` starts the work.`)
  })
})

describe('a limit on models', () => {
  const why = 'codex got no more of its model: the limit of $2 is reached ($2.04)'
  const limit = { by: 'countersign', at: now, why, cause: 'limit' as const }

  test('of a day says what was spent, and when it goes on by itself', () => {
    const text = render({ T1: done }, { paused: { ...limit, until: '2026-11-22T00:00:00Z' } })

    expect(firstLines(text)).toContain('the limit of &#36;2 is reached (&#36;2.04)')
    expect(firstLines(text)).toContain(
      'It goes on by itself at 22 Nov 00:00 UTC; once the limit is raised `/resume` goes on',
    )
  })

  test('of an issue waits for `/resume`, and so does one of a day beside something else', () => {
    const more = [{ by: 'ada', at: now, why: 'paused by @ada', cause: 'asked' as const }]
    const texts = [limit, { ...limit, until: '2026-11-22T00:00:00Z', more }].map((paused) =>
      render({ T1: done }, { paused }),
    )

    for (const text of texts) {
      expect(text).toContain('Nothing new begins. `/resume` goes on')
      expect(text).not.toContain('by itself')
    }
  })
})

test('a task shows its newest version with its verdict, then the rejected ones', () => {
  const text = render(judgement)

  const row = text.split('\n').find((line) => line.startsWith('| **T1**')) ?? ''
  const file = (review: typeof approval) => links.verdictFile(review)
  expect(row).toBe(
    `| **T1** Check expiry<br><sub>by bob · 56 k tokens, $0.40</sub> | ✅ approved<br>[v2](${file(approval)}) in [#12](https://github.com/octo/widgets/pull/12), score 1.00 · [v1 rejected](${file(rejection)}): AC-1 “src/task-1.ts exists” |`,
  )
})

test('a newest version that was rejected is named once', () => {
  const text = render({ T1: { ...done, state: 'TO_BE_MODIFY', merge: 'none', active_artifact_id: first.artifact_id } })

  const row = text.split('\n').find((line) => line.startsWith('| **T1**')) ?? ''
  expect(row).toContain(
    `[v1](${links.verdictFile(rejection)}) in [#12](https://github.com/octo/widgets/pull/12), rejected: AC-1 “src/task-1.ts exists”`,
  )
})

test('what a rejected version undid is said, not only under what name', () => {
  const undone = { path: 'a.txt', task: 'T2', version: 1, artifact_id: second.artifact_id, by_plan: false }
  const version = buildArtifact(T1, { undoes: [{ ...undone, how: 'lost' }] })
  const review = buildReview(T1, version, {
    verdict: 'REJECTED',
    criteria: [{ id: 'UNDOES-T2', result: 'fail', evidence: 'keep it' }],
  })
  const state = { ...done, state: 'TO_BE_MODIFY', merge: 'none', active_artifact_id: version.artifact_id } as const
  const execution = buildExecution(plan, { T1: state }, { artifacts: [version], reviews: [review] })

  const text = renderStatusComment({ record: buildRecord(), plan, execution, loop: null, links, now })

  expect(text).toContain('rejected: UNDOES-T2 “This version may undo approved work of T2')
})

test('the approved version stands beside a newer one that is not', () => {
  const text = render({
    T1: { ...done, state: 'READY_TO_CHECK', merge: 'none', approved_artifact_id: first.artifact_id },
  })

  expect(text.split('\n').find((line) => line.startsWith('| **T1**'))).toContain(' · v1 approved |')
})

test('while one task waits for a person and another can move, it works on and still asks', () => {
  const independent = buildPlan({ tasks: [T1, { ...T2, depends_on: [] }] })
  const execution = buildExecution(independent, {
    T1: { state: 'RUNNING' },
    T2: { state: 'WAITING_EXTERNAL', waiting_for: { kind: 'decision', who: [], what: 'T2 failed 3 times' } },
  })

  const text = renderStatusComment({ record: buildRecord(), plan: independent, execution, loop: null, links, now })

  expect(firstLines(text)).toContain('is being worked on')
  expect(text).toContain(
    '**Needs you:** Anybody with write access decides how **T2** goes on: T2 failed 3 times. `/retry T2` lets it try again',
  )
})

test('where the same patch could only fail again, no other try is offered', () => {
  const patched = buildExecution(plan, {
    T1: done,
    T2: {
      state: 'WAITING_EXTERNAL',
      executor: 'patch',
      waiting_for: { kind: 'decision', who: [], what: 'the diff does not apply' },
    },
  })

  const text = renderStatusComment({ record: buildRecord(), plan, execution: patched, loop: null, links, now })

  expect(text).not.toContain('/retry T2')
  expect(text).toContain('`/assign T2 @login` gives it to somebody, `/replan <what to change>` plans anew')
})

test('the trail is folded, newest first', () => {
  const trail = [
    { at: '2026-11-21T03:12:00Z', text: 'registered', by: 'ada' },
    { at: '2026-11-21T03:14:00Z', text: 'plan approved', by: 'bob' },
  ]

  const text = render({ T1: done }, { trail })

  expect(text).toContain(
    [
      '<details><summary>Trail: 2 events</summary>',
      '',
      '- 21 Nov 03:14 plan approved, bob',
      '- 21 Nov 03:12 registered, ada',
      '',
      '</details>',
    ].join('\n'),
  )
})

test('the last line counts runs, tokens and cost, and names the commands', () => {
  const text = render({ T1: done, T2: { state: 'RUNNING' } })

  expect(text.split('\n').at(-1)).toBe(
    '<sub>2 automatic runs in 1 min 24 s · 56 k tokens, $0.40 · as of 21 Nov 03:40 UTC · `/pause` `/stop` `/status` `/help`</sub>',
  )
})

test('nobody is notified by a row, only by being asked', () => {
  const text = render({ ...judgement, T1: { ...done, executor: '@eve' } })

  const mentioned = readText(renderToTree(text), true).match(/@[a-z]+/g)
  expect(mentioned).toEqual(['@ada'])
})

test.each(hostileTexts)('nothing works of %j', (hostile) => {
  const hostilePlan = buildPlan({ tasks: [buildTask({ id: 'T1', title: hostile, executor: hostile })] })
  const execution = buildExecution(hostilePlan, {
    T1: {
      state: 'WAITING_EXTERNAL',
      reason: hostile,
      waiting_for: { kind: 'decision', who: [hostile], what: hostile },
    },
  })
  const record = buildRecord({
    paused: { by: hostile, at: now, why: hostile },
    trail: [{ at: now, text: hostile, by: hostile }],
  })

  const text = renderStatusComment({ record, plan: hostilePlan, execution, loop: null, links, now })

  const shown = readText(renderToTree(text), true)
  expect(findLiveText(shown.replace('#7 paused by', ''))).toEqual([])
})

test('two thousand tasks and a hundred long events fit a comment', () => {
  const tasks = Array.from({ length: 2_000 }, (_, index) =>
    buildTask({ id: `T${index + 1}`, title: 'a long title with words '.repeat(5) }),
  )
  const large = buildPlan({ tasks })
  const waiting = { kind: 'decision' as const, who: ['ada'], what: 'reason '.repeat(100) }
  const nodes = Object.fromEntries(
    tasks.map(({ id }) => [id, { state: 'WAITING_EXTERNAL' as const, waiting_for: waiting }]),
  )
  const trail = Array.from({ length: 100 }, () => ({
    at: now,
    text: 'event '.repeat(60),
    by: null,
  }))

  const text = renderStatusComment({
    loop: null,
    record: buildRecord({ trail }),
    plan: large,
    execution: buildExecution(large, nodes),
    links,
    now,
  })

  expect(text.length).toBeLessThanOrEqual(commentLimit)
  expect(text).toContain('Shortened to what a comment holds')
})

test('a pause or stop without words gives no reason twice', () => {
  const paused = render({ T1: done }, { paused: { by: 'ada', at: now, why: 'paused by @ada' } })
  const lost = render({ T1: done }, { paused: { by: 'bob', at: now, why: 'paused: `T1` was deleted' } })

  expect(firstLines(paused)).toContain('paused by ada · 1 of 2 tasks approved\n\nSince 21 Nov 03:40 UTC. Nothing new')
  expect(firstLines(lost)).toContain('Since 21 Nov 03:40 UTC: `T1` was deleted. Nothing new begins.')
})
