import { expect, test } from 'vitest'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../../src/domain/records/work.ts'
import { buildConfiguration, buildCriterion, buildTask, testSha, testSha256 } from '../../../support/builders.ts'
import {
  acceptWork,
  actor,
  at,
  buildContext,
  buildIssue,
  comment,
  labelled,
  nothingYet,
  owedOf,
  planDrafted,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  working,
} from '../../../support/work/play-work.ts'
import { settleWorkByWorld } from '../../../support/work/settle-work.ts'

const replan = (guidance = 'leave T2 out', fresh = false) => comment([{ kind: 'replan', guidance, fresh }])
const approve = (hash: string | null = null) => comment([{ kind: 'approve_plan', hash }])
const first = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]

/** All of the first plan done: T1 and T2 approved and merged. */
function finished(context = buildContext()): Work {
  return settleWorkByWorld(working(context, { tasks: first }), context, first).work
}

/** The same, with its final pull request merged. */
function merged(): Work {
  const work = structuredClone(finished())
  recordOf(work).final_pull_request = { number: 20, state: 'merged' }
  return work
}

test('another plan is made beside the one that stands, which works on meanwhile', () => {
  const context = buildContext()
  const before = working(context)

  const work = playWork(before, context, replan())

  expect(recordOf(work)).toMatchObject({
    phase: 'working',
    plan_id: 'SOL-ISS-007-1',
    replanning: { plan_id: 'SOL-ISS-007-2', guidance: 'leave T2 out', comment_ids: [1_000_000] },
  })
  expect(owedOf(work, 'draft_plan')).toEqual([
    { kind: 'draft_plan', plan_id: 'SOL-ISS-007-2', guidance: 'leave T2 out' },
  ])
  expect(work.execution).toEqual(before.execution)
})

test('once it is made the old one is closed: runs fenced, pull requests closed with a word, comments folded', () => {
  const context = buildContext()
  const shown = { kind: 'comment_shown', which: 'plan', plan_id: 'SOL-ISS-007-1', id: 5, node_id: 'IC_5' } as const
  const before = playWork(working(context, { tasks: first }), context, at({ ...shown, op: 'ISS-007/1' }))
  const opened = structuredClone(before)
  const node = opened.execution?.nodes['T1']
  if (node?.kind === 'ACTION') node.pull_request = { number: 11, open: true }
  const asked = playWork(opened, context, replan())

  const work = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))

  expect(recordOf(work)).toMatchObject({
    phase: 'proposed',
    plan_id: 'SOL-ISS-007-2',
    plan_count: 2,
    replanning: null,
    approved: null,
    plan_comment: null,
  })
  expect(work).toMatchObject({ execution: null, loop: null })
  expect(owedOf(work, 'close_task_pull_request')).toMatchObject([{ number: 11 }])
  expect(owedOf(work, 'say')).toMatchObject([{ number: 11, reply: { kind: 'superseded', issue: 7 } }])
  expect(owedOf(work, 'fold_comment')).toEqual([{ kind: 'fold_comment', node_id: 'IC_5' }])
})

test.each([
  ['deletes the branches of the plan before once its pull requests are closed', true],
  ['leaves the branches of the plan before where the configuration says so', false],
])('another plan %s', (_what, isOn) => {
  const configuration = buildConfiguration({ branches: { delete_merged: isOn } })
  const context = buildContext({ configuration })
  const before = structuredClone(finished(context))
  if (before.execution !== null) before.execution.execution_result.commit_hash = testSha('merged by hand')
  const heads = Object.fromEntries((before.execution?.artifacts ?? []).map((one) => [one.task, one.commit_sha]))
  const asked = playWork(before, context, replan())

  const work = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))

  const merges = before.execution?.merges.map((one) => one.merge_sha) ?? []
  const replaced = { heads, integration: [recordOf(before).base_sha, ...merges, testSha('merged by hand')] }
  expect(owedOf(work, 'delete_branches')).toEqual(
    isOn ? [{ kind: 'delete_branches', plan_id: 'SOL-ISS-007-1', replaced }] : [],
  )
  const kinds = recordOf(work).outbox.map(({ action }) => action.kind)
  if (isOn) expect(kinds.indexOf('delete_branches')).toBeGreaterThan(kinds.indexOf('close_final'))
})

test('a push to a branch that nobody looks at any more is answered once', () => {
  const context = buildContext()
  const push = (branch: string, key: string) => at({ kind: 'pushed_unheard', branch, by: 'bo' }, key)
  const asked = playWork(working(context, { tasks: first }), context, replan())
  const replaced = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))
  const old = 'countersign/ISS-007/1/T1'

  const work = playWork(replaced, context, push(old, 'one'))

  expect(repliesOf(work)).toContainEqual({ kind: 'push_unheard', login: 'bo', branch: old, stopped: false })
  expect(decideWork(work, push(old, 'two'), context)).toMatchObject({ kind: 'refused', silent: true })
  const stopped = playWork(working(context), context, comment([{ kind: 'stop', why: '' }]), push(old, 'three'))
  expect(repliesOf(stopped)).toContainEqual({ kind: 'push_unheard', login: 'bo', branch: old, stopped: true })
  const stopLater = { ...comment([{ kind: 'stop', why: '' }]), at: '2026-11-21T09:00:00Z' }
  const again = playWork(stopped, context, approve(), stopLater, push(old, 'four'))
  expect(repliesOf(again).filter(({ kind }) => kind === 'push_unheard')).toHaveLength(2)
})

test('approved work that asks for the same is carried over, with what it was made from', () => {
  const context = buildContext()
  const asked = playWork(finished(context), context, replan('add T3'))
  const more = [...first, buildTask({ id: 'T3', title: 'Document it' })]

  const work = playWork(asked, context, planDrafted(asked, { tasks: more }), approve())

  const done = finished(context).execution?.artifacts ?? []
  const carried = Object.values(work.execution?.nodes ?? {}).flatMap((node) =>
    node.kind === 'ACTION' && node.carry !== null ? [[node.id, node.carry.artifact_id]] : [],
  )
  expect(carried).toEqual(done.map((artifact) => [artifact.task, artifact.artifact_id]))
})

test('what depends on changed work is not carried over', () => {
  const context = buildContext()
  const asked = playWork(finished(context), context, replan('T1 otherwise'))
  const changed = [
    buildTask({ id: 'T1', acceptance_criteria: [buildCriterion({ statement: '`src/auth.ts` contains `exp`' })] }),
    buildTask({ id: 'T2', depends_on: ['T1'] }),
  ]

  const work = playWork(asked, context, planDrafted(asked, { tasks: changed }))

  expect(recordOf(work).carryable).toEqual([])
})

test('fresh carries nothing over', () => {
  const context = buildContext()
  const asked = playWork(finished(context), context, replan('again', true))

  expect(recordOf(playWork(asked, context, planDrafted(asked, { tasks: first }))).carryable).toEqual([])
})

test('work goes on where the other plan would be the same', () => {
  const context = buildContext()
  const before = working(context, { tasks: first })
  const asked = playWork(before, context, replan('as it is'))

  const work = playWork(asked, context, planDrafted(asked, { tasks: first }))

  expect(recordOf(work)).toMatchObject({ phase: 'working', plan_id: 'SOL-ISS-007-1', replanning: null })
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'the plan would be the same' })
})

test('where the other plan would be the same, what of it was not followed is said', () => {
  const context = buildContext()
  const before = working(context, { tasks: first, notes: ['No estimate in the issue.'] })
  const asked = playWork(before, context, replan('gold first'))
  const notes = ['No estimate in the issue.', 'Line 1 of the guidance ("gold first") is not followed.']

  const work = playWork(asked, context, planDrafted(asked, { tasks: first, notes }))

  expect(repliesOf(work).at(-1)).toMatchObject({
    why: 'the plan would be the same. Line 1 of the guidance ("gold first") is not followed.',
  })
})

test('no other plan came of it: the one that stands goes on as if nothing was asked', () => {
  const context = buildContext()
  const before = working(context)
  const asked = playWork(before, context, replan('nonsense'))
  const op = recordOf(asked).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''

  const work = playWork(asked, context, at({ kind: 'plan_needs_input', op, lacks: ['a task'], rounds: [] }))

  expect(recordOf(work)).toMatchObject({ phase: 'working', plan_id: 'SOL-ISS-007-1', replanning: null })
  expect(work.execution).toEqual(before.execution)
  expect(repliesOf(work)).toContainEqual({ kind: 'needs_input', lacks: ['a task'] })
})

test('the older hash is refused with what changed since', () => {
  const context = buildContext()
  const before = proposed(context, { tasks: first })
  const asked = playWork(before, context, replan())
  const next = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))

  const work = playWork(next, context, approve(before.plan?.hash.slice(0, 7)))

  expect(recordOf(work).phase).toBe('proposed')
  expect(repliesOf(work).at(-1)).toMatchObject({
    kind: 'stale_plan',
    changes: [{ what: 'final deliverable' }, { kind: 'removed', task: 'T2', what: 'task' }],
  })
})

test.each([
  ['nothing is said and the issue is as it was', proposed(), replan('')],
  ['another is being made', playWork(proposed(), buildContext(), replan()), replan('more')],
  [
    'the issue is closed',
    proposed(),
    comment([{ kind: 'replan', guidance: 'x', fresh: false }], { issue: buildIssue({ open: false }) }),
  ],
])('/replan is refused where %s', (_why, work, event) => {
  const after = acceptWork(work, event).work

  expect(after.plan).toEqual(work.plan)
  expect(repliesOf(after).at(-1)).toMatchObject({ kind: 'refused', name: '/replan' })
})

test('the plan that stands is not approved while another is being made', () => {
  const work = playWork(proposed(), buildContext(), replan(), approve())

  expect(recordOf(work).phase).toBe('proposed')
  expect(repliesOf(work).at(-1)).toMatchObject({
    why: `another plan is being made in the place of \`${work.plan?.hash.slice(0, 7)}\``,
    next: expect.stringMatching(/^wait for it: it appears here, or a word that this one stays/),
  })
})

test('stopping gives up the plan that is being made', () => {
  const context = buildContext()
  const asked = playWork(working(context), context, replan())
  const stopped = playWork(asked, context, comment([{ kind: 'stop', why: '' }]))

  expect(recordOf(stopped)).toMatchObject({ phase: 'stopped', replanning: null })
  expect(decideWork(stopped, planDrafted(asked), context)).toMatchObject({ kind: 'refused', silent: true })
})

test('a plan that scores too low is explained, not offered', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const rounds = [{ number: 1, findings: [], score: 0.7, feasibility: [], splits: [] }]
  const parts = [{ name: 'testability' as const, weight: 0.3, score: 0, reasons: ['T1/AC-1 names nothing'] }]

  const work = playWork(drafting, context, planDrafted(drafting, { score: 0.7, score_parts: parts, rounds }))

  expect(recordOf(work).phase).toBe('awaiting_input')
  expect(recordOf(work).rounds).toEqual(rounds)
  expect(repliesOf(work)).toEqual([{ kind: 'plan_weak', score: 0.7, min_score: 0.8, parts }])
})

function awaiting(context = buildContext()): Work {
  const drafting = playWork(nothingYet(), context, labelled())
  const op = recordOf(drafting).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
  return playWork(drafting, context, at({ kind: 'plan_needs_input', op, lacks: ['which file'], rounds: [] }))
}

test('a yes is said to the reading that was asked about, and to no later one', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const op = recordOf(drafting).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
  const reading = {
    id: '0123456789ab',
    certain: true,
    title: 'Export',
    criteria: [{ text: 'It is sorted', line: 3 }],
    paths: [],
  }
  const asked = playWork(drafting, context, at({ kind: 'plan_needs_input', op, lacks: [], reading, rounds: [] }))

  const said = playWork(asked, context, comment([{ kind: 'answer', text: 'Yes!' }]))
  const approved = playWork(asked, context, comment([{ kind: 'approve_plan', hash: null }]))

  const guidance = expect.stringMatching(/^yes \(reading@0123456789ab\) by @ada at \d{4}-[\dT:.-]+Z$/)
  expect(JSON.stringify(repliesOf(approved))).toContain('`/answer yes` takes the issue as it was read')
  expect(repliesOf(asked)).toEqual([{ kind: 'needs_input', lacks: [], reading }])
  expect(recordOf(asked)).toMatchObject({ phase: 'awaiting_input', asked_reading: '0123456789ab' })
  expect(recordOf(said)).toMatchObject({ phase: 'drafting', guidance })
  expect(recordOf(said)).not.toHaveProperty('asked_reading')
  expect(owedOf(said, 'draft_plan')).toMatchObject([{ guidance }])
})

test('where the issue reads otherwise than when yes was said, it is told what changed', () => {
  const context = buildContext()
  const ask = (work: Work, id: string, text: string): Work => {
    const op = recordOf(work).outbox.findLast((one) => one.action.kind === 'draft_plan')?.op ?? ''
    const reading = { id, certain: true, title: 'Export', criteria: [{ text, line: 3 }], paths: ['a.js'] }
    return playWork(work, context, at({ kind: 'plan_needs_input', op, lacks: [], reading, rounds: [] }))
  }
  const yes = comment([{ kind: 'answer', text: 'yes' }])
  const asked = ask(playWork(nothingYet(), context, labelled()), '0123456789ab', 'It is sorted')

  const anew = ask(playWork(asked, context, yes), 'ba9876543210', 'It is unsorted')
  const again = ask(
    playWork(anew, context, comment([{ kind: 'answer', text: 'hm' }])),
    'ba9876543210',
    'It is unsorted',
  )

  expect(repliesOf(anew).at(-1)).toMatchObject({ since: { gone: ['It is sorted'], added: ['It is unsorted'] } })
  expect(repliesOf(again).at(-1)).not.toHaveProperty('since')
})

test('an answer without words has an edited issue read again, and is refused where nothing was edited', () => {
  const context = buildContext()
  const alone = comment([{ kind: 'answer', text: '' }])

  const same = playWork(awaiting(context), context, alone)
  const edited = playWork(
    awaiting(context),
    context,
    comment([{ kind: 'answer', text: '' }], { issue: { ...buildIssue(), sha256: 'e'.repeat(64) } }),
  )

  expect(repliesOf(same).at(-1)).toMatchObject({
    kind: 'refused',
    why: 'it says nothing, and the issue reads as it did',
  })
  expect(recordOf(edited)).toMatchObject({ phase: 'drafting', guidance: null })
})

test("the issue's author answers what planning asked for, whatever their role", () => {
  const context = buildContext()
  const by = actor(null, 'ada', 1)

  const work = playWork(awaiting(context), context, comment([{ kind: 'answer', text: 'in src/a.ts' }], { by }))

  expect(recordOf(work)).toMatchObject({ phase: 'drafting', guidance: 'in src/a.ts' })
  expect(owedOf(work, 'draft_plan')).toMatchObject([{ guidance: 'in src/a.ts' }])
})

test('somebody else without the role may not answer', () => {
  const by = actor('read', 'eve', 2)

  const work = playWork(awaiting(), buildContext(), comment([{ kind: 'answer', text: 'x' }], { by }))

  expect(recordOf(work).phase).toBe('awaiting_input')
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'no_permission', login: 'eve', needs: 'triage' })
})

test('answers add up', () => {
  const context = buildContext()
  const once = playWork(awaiting(context), context, comment([{ kind: 'answer', text: 'one' }]))
  const op = recordOf(once).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''

  const work = playWork(
    once,
    context,
    at({ kind: 'plan_needs_input', op, lacks: ['more'], rounds: [] }),
    comment([{ kind: 'answer', text: 'two' }]),
  )

  expect(recordOf(work).guidance).toBe('one\n\ftwo')
})

test.each<[string, Work, string]>([
  ['while the plan is made', playWork(nothingYet(), buildContext(), labelled()), 'it will appear here'],
  [
    'once it is offered',
    proposed(),
    `\`/approve plan@${proposed().plan?.hash.slice(0, 7)}\` starts it; \`/replan <what to change>\` makes another plan`,
  ],
  ['while it is worked on', working(), '`/replan <what to change>` makes another; `/status` shows where it stands'],
  ['while another is made', playWork(working(), buildContext(), replan()), 'it will appear here'],
  ['once it is done', finished(), '`/replan <what to change>` makes another plan, or open an issue for what is left'],
  ['once it is merged', merged(), 'open an issue for what is left'],
  [
    'once it is stopped',
    playWork(working(), buildContext(), comment([{ kind: 'stop', why: '' }])),
    `\`/approve plan@${working().plan?.hash.slice(0, 7)}\` starts it again; what was approved is kept`,
  ],
  [
    'stopped before there was one',
    playWork(nothingYet(), buildContext(), labelled(), comment([{ kind: 'stop', why: '' }])),
    '`/plan` begins anew; the plan then appears here, with the line that approves it',
  ],
])('/answer that nothing asked for, %s, is told what to do instead', (_when, before, next) => {
  const { work } = acceptWork(before, comment([{ kind: 'answer', text: 'yes' }]))

  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', name: '/answer', next })
  expect(owedOf(work, 'draft_plan')).toEqual(owedOf(before, 'draft_plan'))
})

const draftOp = (work: Work) => recordOf(work).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''

test('what planning answers that was given up is refused, though the next has the same plan id', () => {
  const context = buildContext()
  const asked = playWork(working(context), context, replan('one'))
  const givenUp = playWork(asked, context, comment([{ kind: 'stop', why: '' }]), approve())
  const work = playWork(givenUp, context, replan('two'))
  const op = draftOp(asked)

  const late = [
    planDrafted(asked),
    at({ kind: 'plan_needs_input', op, lacks: ['a task'], rounds: [] }),
    at({ kind: 'plan_declined', op, why: 'a question' }),
  ].map((event) => decideWork(work, event, context))

  expect(recordOf(work).replanning?.plan_id).toBe(recordOf(asked).replanning?.plan_id)
  expect(late).toMatchObject(Array.from({ length: 3 }, () => ({ kind: 'refused', silent: true })))
})

test.each([
  ['the final pull request is merged', { kind: 'final_closed', number: 40, merged: true, by: actor() }],
  ['the issue is closed', { kind: 'issue_left', how: 'closed', by: actor() }],
  ['/stop is said', comment([{ kind: 'stop', why: '' }])],
] as const)('of complete work, another plan is given up once %s', (_why, body) => {
  const context = buildContext()
  const asked = playWork(finished(context), context, replan('add T3'))

  const work = playWork(asked, context, at(body))

  expect(recordOf(work)).toMatchObject({ phase: 'completed', plan_id: 'SOL-ISS-007-1', replanning: null })
  expect(decideWork(work, planDrafted(asked), context)).toMatchObject({ kind: 'refused', silent: true })
})

test('of stopped work, another plan is given up once the issue is closed', () => {
  const context = buildContext()
  const asked = playWork(working(context), context, comment([{ kind: 'stop', why: '' }]), replan())

  const work = playWork(asked, context, at({ kind: 'issue_left', how: 'closed', by: actor() }))

  expect(recordOf(work)).toMatchObject({ phase: 'stopped', plan_id: 'SOL-ISS-007-1', replanning: null })
})

test('a comment that was posted while its plan was replaced is folded, too', () => {
  const context = buildContext()
  const asked = playWork(working(context, { tasks: first }), context, replan())
  const replaced = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))
  const shown = { kind: 'comment_shown', which: 'status', plan_id: 'SOL-ISS-007-1', id: 6, node_id: 'IC_6' } as const

  const work = playWork(replaced, context, at({ ...shown, op: 'ISS-007/3' }))

  expect(recordOf(work).status_comment).toBeNull()
  expect(owedOf(work, 'fold_comment')).toEqual([{ kind: 'fold_comment', node_id: 'IC_6' }])
})

test('a verdict under the plan before is not posted any more', () => {
  const context = buildContext()
  const owing = structuredClone(playWork(working(context, { tasks: first }), context, replan()))
  const action = { kind: 'post_verdict', task: 'T1', review_id: 'review-1' } as const
  recordOf(owing).outbox.push({ op: 'ISS-007/90', since: '2026-11-21T04:00:00Z', action })

  const work = playWork(owing, context, planDrafted(owing, { tasks: first.slice(0, 1) }))

  expect(owedOf(work, 'post_verdict')).toEqual([])
})

test('what was made under the plan before is filed away as it was left, its loop ended', () => {
  const context = buildContext()
  const before = working(context, { tasks: first })
  const asked = playWork(before, context, replan())

  const work = playWork(asked, context, planDrafted(asked, { tasks: first.slice(0, 1) }))

  expect(work.replaced).toMatchObject([
    {
      plan: { id: 'SOL-ISS-007-1' },
      execution: { status: 'failed', nodes: { T1: { state: 'CANCELLED', run: null } } },
      loop: { loop_id: before.loop?.loop_id, status: 'failed', failure_reason: expect.stringContaining('replaced by') },
    },
  ])
})

test('each step from plan to plan says what was said for it, not what was said before', () => {
  const context = buildContext()
  const once = playWork(proposed(context, { tasks: first }), context, replan('leave T2 out'))
  const one = playWork(once, context, planDrafted(once, { tasks: first.slice(0, 1) }))
  const twice = playWork(one, context, replan('take it back in'))

  const work = playWork(twice, context, planDrafted(twice, { tasks: first }))

  expect(recordOf(work).revisions.map((revision) => revision.why)).toEqual(['leave T2 out', 'take it back in'])
})

test('planning that was given up says which command tries it again', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const asked = playWork(working(context), context, replan())

  const next = [drafting, asked].map((work) => {
    const failed = at({ kind: 'effect_failed', op: draftOp(work), what: 'draft a plan', why: 'no answer' })
    return repliesOf(playWork(work, context, failed)).at(-1)
  })

  expect(next).toMatchObject([{ next: '`/plan` tries it again' }, { next: '`/replan` tries it again' }])
})

test('work that is still to be carried over is carried on by the plan after, beside what was carried already', () => {
  const context = buildContext()
  const asked = playWork(finished(context), context, replan('add T3'))
  const three = [...first, buildTask({ id: 'T3', title: 'Document it' })]
  const second = playWork(asked, context, planDrafted(asked, { tasks: three }))
  const again = playWork(second, context, replan('drop T3'))

  const work = playWork(again, context, planDrafted(again, { tasks: first }))

  expect(recordOf(work).carryable.map((one) => one.task)).toEqual(['T1', 'T2'])
})

test('another plan starts from the default branch as it is when that is approved', () => {
  const early = buildContext()
  const asked = playWork(working(early, { tasks: first }), early, replan())
  const later = buildContext({ defaultBranch: { name: 'main', sha: testSha('later') } })

  const work = playWork(asked, later, planDrafted(asked, { tasks: first.slice(0, 1) }), approve())

  expect(recordOf(work).base_sha).toBe(testSha('later'))
})

test('once its final pull request is merged, no other plan is made', () => {
  const context = buildContext()
  const merged = { kind: 'final_closed', number: 40, merged: true, by: actor() } as const

  const work = playWork(finished(context), context, at(merged), replan('add T3'))

  expect(recordOf(work).replanning).toBeNull()
  expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'refused', why: 'its final pull request is merged' })
})

test('a plan of the text alone says that what was said in the thread is not in it', () => {
  const context = buildContext()
  const asked = playWork(working(context), context, replan('T1: 2h'))
  const guided = playWork(asked, context, planDrafted(asked, { tasks: [buildTask({ estimated_person_days: 0.25 })] }))
  const again = playWork(guided, context, comment([{ kind: 'stop', why: '' }]), comment([{ kind: 'plan' }]))

  const work = playWork(again, context, planDrafted(again))

  expect(recordOf(work).revisions.map(({ why }) => why)).toEqual([
    'T1: 2h',
    'without further words; what was said in the thread before is not in it',
  ])
})

test('begun anew, nothing counts that was said before but a yes to how the issue was read', () => {
  const context = buildContext()
  const yes = `yes (reading@0123456789ab) by @ada at 2026-11-21T03:12:00Z`
  const before = working(context)
  recordOf(before).guidance = `${yes}\nT1: 2h`
  recordOf(before).comment_ids = [3]

  const asked = playWork(before, context, replan('T1: 3h', true))
  const work = playWork(asked, context, planDrafted(asked, { tasks: [buildTask({ estimated_person_days: 0.4 })] }))

  expect(recordOf(work).guidance).toBe(`${yes}\n\fT1: 3h`)
  expect(recordOf(work).comment_ids).toEqual([1_000_000])
  expect(recordOf(work).revisions.map(({ why }) => why)).toEqual([
    'T1: 3h; what was said in the thread before is not in it',
  ])
})

test('of an issue that was edited the plan names what was said before and still goes before it', () => {
  const context = buildContext()
  const before = playWork(working(context), context, replan('T1: 2h'))
  const guided = playWork(before, context, planDrafted(before, { tasks: [buildTask({ estimated_person_days: 0.25 })] }))
  const edited = { issue: buildIssue({ sha256: testSha256('edited') }) }
  const replanned = (guidance: string, fresh = false) => {
    const asked = playWork(guided, context, comment([{ kind: 'replan', guidance, fresh }], edited))
    return playWork(asked, context, planDrafted(asked, { tasks: first }))
  }
  const named = expect.stringMatching(/still goes before it: “T1: 2h”\. `\/replan fresh` begins without/)

  expect(replanned('').plan?.notes).toContainEqual(named)
  expect(replanned('', true).plan?.notes).not.toContainEqual(named)
})

test('planned again after a stop, an issue is stopped no more', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())

  const work = playWork(drafting, context, comment([{ kind: 'stop', why: '' }]), comment([{ kind: 'plan' }]))

  expect(recordOf(work)).toMatchObject({ phase: 'drafting', stopped: null })
})

test('ten steps from plan to plan are kept, forty changes and three hundred characters of each', () => {
  const context = buildContext()
  const many = (from: number) => Array.from({ length: 45 }, (_, index) => buildTask({ id: `T${from + index}` }))
  let work = proposed(context, { tasks: many(1) })
  for (let step = 1; step <= 11; step += 1) {
    const asked = playWork(work, context, replan(`step ${step} ${'x'.repeat(400)}`))
    work = playWork(asked, context, planDrafted(asked, { tasks: many(step % 2 === 0 ? 1 : 101) }))
  }

  const { revisions } = recordOf(work)
  expect(revisions.map(({ why }) => why.split(' ')[1])).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 2}`))
  expect(new Set(revisions.map(({ changes, why }) => `${changes.length} ${why.length}`))).toEqual(new Set(['40 300']))
})
