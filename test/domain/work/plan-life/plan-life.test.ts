import { buildModelReceipt } from '../../../support/agents/fake-language-model.ts'
import { expect, test } from 'vitest'
import { decideWork } from '../../../../src/domain/work/decide-work.ts'
import { buildPlan, buildTask, testSha, testSha256 } from '../../../support/builders.ts'
import {
  actor,
  at,
  buildContext,
  buildIssue,
  type Command,
  comment,
  labelled,
  nothingYet,
  owedOf,
  planDrafted,
  planFor,
  playWork,
  proposed,
  recordOf,
  repliesOf,
  sessionOf,
  working,
} from '../../../support/work/play-work.ts'
import { settleOwed, settleWorkByWorld } from '../../../support/work/settle-work.ts'

const approve = (hash: string | null = null, issue = buildIssue()) =>
  comment([{ kind: 'approve_plan', hash }], { issue })
const edited = buildIssue({ body: 'Another text.' })
const stop = (why = '') => comment([{ kind: 'stop', why }])

test('drafting → proposed: the plan is bound and shown', () => {
  const work = proposed()

  expect(recordOf(work)).toMatchObject({ phase: 'proposed', plan_hash: buildPlan({ tasks: planFor(work).tasks }).hash })
  expect(work.plan?.is_bound).toBe(false)
  expect(owedOf(work, 'show_plan')).toHaveLength(1)
  expect(owedOf(work, 'draft_plan')).toEqual([])
})

test('drafting → awaiting_input: faults of the plan are told, /plan tries again under the same number', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const drafted = planDrafted(drafting)
  const fault = { code: 'dependency_circular' as const, nodes: ['T1', 'T2'], message: 'T1 and T2 wait for each other' }

  const work = playWork(drafting, context, { ...drafted, faults: [fault] } as typeof drafted)

  expect(recordOf(work).phase).toBe('awaiting_input')
  expect(repliesOf(work)).toMatchObject([{ kind: 'plan_faults', faults: [{ code: 'dependency_circular' }] }])
  const again = playWork(work, context, comment([{ kind: 'plan' }]))
  expect(recordOf(again)).toMatchObject({ phase: 'drafting', plan_id: 'SOL-ISS-007-1' })
})

test('a planner that lacks something asks for exactly that', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const op = recordOf(drafting).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''

  const work = playWork(drafting, context, at({ kind: 'plan_needs_input', op, lacks: ['which file'], rounds: [] }))

  expect(repliesOf(work)).toEqual([{ kind: 'needs_input', lacks: ['which file'] }])
})

const drafting = () => playWork(nothingYet(), buildContext(), labelled())
const asked = () => {
  const before = drafting()
  const op = recordOf(before).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
  return playWork(before, buildContext(), at({ kind: 'plan_needs_input', op, lacks: ['which file'], rounds: [] }))
}

test.each([
  ['is still being made', drafting(), 'the plan is still being made', /^wait for it: it appears here, with the line/],
  [
    'came to a question',
    asked(),
    'planning came to no plan, and the comment above says why',
    /^`\/answer …` says what/,
  ],
  [
    'was stopped before',
    playWork(drafting(), buildContext(), stop()),
    /stopped before there was a plan/,
    /^`\/plan` beg/,
  ],
] as const)('whoever approves or steers what %s is told what is so and what to do', (_what, work, why, next) => {
  const given: Command[] = [
    { kind: 'approve_plan', hash: null },
    { kind: 'approve_task', task: 'T1', criteria: [], why: '' },
    { kind: 'retry', task: null },
    { kind: 'split', task: 'T1' },
    { kind: 'export', include_candidates: false, supporting: null, partial: false },
  ]
  for (const command of given) {
    const said = repliesOf(playWork(work, buildContext(), comment([command]))).at(-1)

    expect(said).toMatchObject({ kind: 'refused', why: expect.stringMatching(why), next: expect.stringMatching(next) })
  }
})

test('what was answered before there is a plan is kept by /plan', () => {
  const context = buildContext()
  const asked = (before: ReturnType<typeof nothingYet>) => {
    const op = recordOf(before).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
    return playWork(before, context, at({ kind: 'plan_needs_input', op, lacks: ['which file'], rounds: [] }))
  }
  const first = asked(playWork(nothingYet(), context, labelled()))
  const answer = comment([{ kind: 'answer', text: 'in docs/x.md' }], { issue: buildIssue(), id: 31 })
  const answered = asked(playWork(first, context, answer))

  const again = playWork(answered, context, comment([{ kind: 'plan' }]))

  expect(recordOf(again)).toMatchObject({ phase: 'drafting', guidance: 'in docs/x.md', comment_ids: [31] })
  expect(owedOf(again, 'draft_plan')).toMatchObject([{ guidance: 'in docs/x.md' }])
})

test('what a plan waits for first is said to who asks for it again: who does its tasks, then approval', () => {
  const before = proposed()
  const notes = ['Nobody here can do T1 (`@zed` is no account on GitHub). Say `/assign T1 …` before you approve: x.']
  const unfit = { ...before, plan: before.plan === null ? null : { ...before.plan, notes } }
  const next = (work: typeof before) => {
    const reply = repliesOf(playWork(work, buildContext(), comment([{ kind: 'plan' }], { issue: buildIssue() }))).at(-1)
    return reply?.kind === 'refused' ? reply.next : ''
  }

  expect(next(before)).toMatch(/^`\/approve plan@/)
  expect(next(unfit)).toMatch(/^`\/assign T1 …` gives T1 to somebody who can do it, then `\/approve plan@/)
})

test('a plan that nobody waits for any more is refused, and its debt settled', () => {
  const context = buildContext()
  const drafting = playWork(nothingYet(), context, labelled())
  const late = planDrafted(drafting)
  const stopped = playWork(drafting, context, stop())

  expect(decideWork(stopped, late, context)).toMatchObject({ kind: 'refused', silent: true })
  expect(owedOf(stopped, 'draft_plan')).toEqual([])
})

test('proposed → approved: text, loop, base and runs follow', () => {
  const work = playWork(proposed(), buildContext(), approve())

  expect(recordOf(work)).toMatchObject({
    phase: 'working',
    approved: { by: 'ada', hash: work.plan?.hash },
    base_branch: 'countersign/ISS-007/1/base',
    label: 'countersign: working',
  })
  expect(work.loop).toMatchObject({
    status: 'running',
    // The day is that of the event, which other files of the process count on, too.
    loop_id: expect.stringMatching(/^loop-v2-202611\d\d-000701$/),
  })
  expect(work.execution?.nodes['T1']?.state).toBe('RUNNING')
  const kinds = recordOf(work).outbox.map((one) => one.action.kind)
  expect(kinds.indexOf('open_base')).toBeLessThan(kinds.indexOf('run_task'))
})

test('approving with the hash of the newest plan, shortened, is enough', () => {
  const before = proposed()

  expect(recordOf(playWork(before, buildContext(), approve(before.plan?.hash.slice(0, 7)))).phase).toBe('working')
})

test("approving another hash than the newest plan's is refused with both", () => {
  const work = playWork(proposed(), buildContext(), approve('fffffff'))

  expect(recordOf(work).phase).toBe('proposed')
  expect(repliesOf(work)).toEqual([
    { kind: 'stale_plan', asked: 'fffffff', newest: work.plan?.hash.slice(0, 7), diff: '', changes: [] },
  ])
})

test('an approval without a hash that was written before the plan is none of it: nobody had read it', () => {
  const work = proposed()
  const plan_comment = { plan_id: work.plan?.id ?? '', id: 20, node_id: 'IC_20' }
  const shown = { ...work, record: { ...recordOf(work), plan_comment } }
  const before = { issue: buildIssue(), id: 19 }

  const early = playWork(shown, buildContext(), comment([{ kind: 'approve_plan', hash: null }], before))

  expect(recordOf(early).phase).toBe('proposed')
  expect(repliesOf(early).at(-1)).toMatchObject({
    kind: 'refused',
    why: expect.stringMatching(/came after that comment/),
  })
  expect(recordOf(playWork(early, buildContext(), approve())).phase).toBe('working')
})

test('a plan that waits for approval is named to who wants its tasks tried again', () => {
  const work = playWork(proposed(), buildContext(), comment([{ kind: 'retry', task: null }]))

  const next = `\`/approve plan@${work.plan?.hash.slice(0, 7)}\` starts the work`
  expect(repliesOf(work).at(-1)).toMatchObject({
    kind: 'refused',
    why: 'no task is worked on before the plan is approved',
    next,
  })
})

test('issue text edited: a proposed plan becomes stale, approval refused, difference shown', () => {
  const context = buildContext()
  const stale = playWork(proposed(context), context, at({ kind: 'issue_edited', issue: edited }))
  expect(repliesOf(stale)).toMatchObject([{ kind: 'issue_edited', approved: false }])

  const work = playWork(stale, context, approve(null, edited))

  expect(recordOf(work).phase).toBe('proposed')
  expect(repliesOf(work).at(-1)).toEqual({
    kind: 'stale_plan',
    asked: null,
    newest: null,
    diff: '- Expired tokens are taken.\n+ Another text.',
    changes: [],
  })
})

test('a plan for a repository without a commit is not approved before there is one', () => {
  const empty = buildContext({ defaultBranch: { name: 'main', sha: '' } })

  const early = playWork(proposed(), empty, approve())
  const work = playWork(early, buildContext(), approve())

  expect(repliesOf(early).at(-1)).toMatchObject({ kind: 'refused', why: 'the branch `main` has no commit here yet' })
  expect(recordOf(work)).toMatchObject({ phase: 'working', base_sha: testSha('main') })
})

test('the text is looked at again when it is approved, though no edit was heard of', () => {
  expect(recordOf(playWork(proposed(), buildContext(), approve(null, edited))).phase).toBe('proposed')
})

test('edited back, the plan can be approved again', () => {
  const context = buildContext()
  const back = playWork(
    proposed(context),
    context,
    at({ kind: 'issue_edited', issue: edited }),
    at({ kind: 'issue_edited', issue: buildIssue() }),
  )

  expect(recordOf(playWork(back, context, approve())).phase).toBe('working')
})

test('edited and planned again: the next plan has the new text and another number', () => {
  const context = buildContext()
  const stale = playWork(proposed(context), context, at({ kind: 'issue_edited', issue: edited }))

  const asked = playWork(stale, context, comment([{ kind: 'plan' }], { issue: edited }))
  expect(recordOf(asked)).toMatchObject({ phase: 'proposed', replanning: { plan_id: 'SOL-ISS-007-2' } })
  const work = playWork(asked, context, planDrafted(asked))

  expect(recordOf(work)).toMatchObject({
    phase: 'proposed',
    plan_id: 'SOL-ISS-007-2',
    frozen: { sha256: testSha256('Another text.') },
  })
  expect(sessionOf(work, sessionOf(stale)).state.queue).toMatchObject([
    { solution_id: 'SOL-ISS-007-1', status: 'failed' },
    { solution_id: 'SOL-ISS-007-2', status: 'pending' },
  ])
})

test('the same text is not planned twice', () => {
  const work = playWork(proposed(), buildContext(), comment([{ kind: 'plan' }]))

  expect(recordOf(work).plan_id).toBe('SOL-ISS-007-1')
  expect(repliesOf(work)).toMatchObject([{ kind: 'refused', why: 'this text is planned already' }])
})

test('an approved plan goes on with its frozen text when the issue is edited, and the thread says so', () => {
  const work = playWork(working(), buildContext(), at({ kind: 'issue_edited', issue: edited }))

  expect(recordOf(work)).toMatchObject({
    phase: 'working',
    frozen: { sha256: testSha256('Expired tokens are taken.') },
  })
  expect(repliesOf(work)).toMatchObject([{ kind: 'issue_edited', approved: true }])
})

test('labelling twice in a second is one wish', () => {
  const context = buildContext()
  const once = playWork(nothingYet(), context, labelled())

  expect(decideWork(once, labelled(), context)).toMatchObject({ kind: 'refused', silent: true })
})

test('stop then approve again: DONE stays, the rest starts over under a new loop', () => {
  const context = buildContext()
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const before = working(context, { tasks })

  const stopped = playWork(before, context, stop('wrong way'))
  expect(recordOf(stopped)).toMatchObject({
    phase: 'stopped',
    label: 'countersign: stopped',
    stopped: { why: 'wrong way' },
  })
  expect(stopped.loop).toMatchObject({ status: 'failed', failure_reason: 'stopped by @ada: wrong way' })
  expect(stopped.execution).toMatchObject({ status: 'failed', nodes: { T1: { state: 'CANCELLED' } } })

  const again = playWork(stopped, context, approve())
  expect(recordOf(again)).toMatchObject({ phase: 'working', stopped: null })
  expect(again.loop?.loop_id).not.toBe(before.loop?.loop_id)
  expect(again.execution?.status).toBeUndefined()
  expect(again.execution?.nodes['T1']?.state).toBe('RUNNING')
  expect(recordOf(settleWorkByWorld(again, context, tasks).work).phase).toBe('completed')
})

test('a pull request that is closed with the work says why', () => {
  const context = buildContext()
  const opened = structuredClone(working(context))
  const node = opened.execution?.nodes['T1']
  if (node?.kind === 'ACTION') node.pull_request = { number: 11, open: true }

  const stopped = playWork(opened, context, stop('wrong way'))

  const reply = { kind: 'superseded', why: 'stopped by @ada: wrong way', issue: 7 }
  expect(owedOf(stopped, 'say')).toContainEqual({ kind: 'say', number: 11, reply })
  expect(owedOf(stopped, 'close_task_pull_request')).toMatchObject([{ number: 11 }])
})

test('what is merged or closed already is not told that the work ended', () => {
  const context = buildContext()
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const kinds = ['run_task', 'review_version', 'merge_task'] as const
  const before = structuredClone(settleOwed(working(context, { tasks }), context, tasks, [...kinds]))
  const [merged, other] = ['T1', 'T2'].map((id) => before.execution?.nodes[id])
  if (merged?.kind === 'ACTION') merged.pull_request = { number: 11, open: true }
  if (other?.kind === 'ACTION') other.pull_request = { number: 12, open: false }

  const stopped = playWork(before, context, stop())

  expect([merged, other].map((node) => node?.state)).toEqual(['DONE', 'RUNNING'])
  expect(owedOf(stopped, 'say').filter(({ reply }) => reply.kind === 'superseded')).toEqual([])
})

test('a plan is bound from its approval until another takes its place', () => {
  const context = buildContext()
  const work = working(context)
  const asked = playWork(work, context, comment([{ kind: 'replan', guidance: 'otherwise', fresh: false }]))
  const replaced = playWork(asked, context, planDrafted(asked, { tasks: [buildTask({ id: 'T1', title: 'Other' })] }))

  expect([work.plan?.is_bound, replaced.plan?.is_bound, replaced.replaced?.[0]?.plan.is_bound]).toEqual([
    true,
    false,
    false,
  ])
})

test('after a stop with another text only another plan helps', () => {
  const context = buildContext()
  const stopped = playWork(working(context), context, stop())

  const refused = playWork(stopped, context, approve(null, edited))
  expect(recordOf(refused).phase).toBe('stopped')
  const asked = playWork(refused, context, comment([{ kind: 'plan' }], { issue: edited }))
  expect(recordOf(playWork(asked, context, planDrafted(asked)))).toMatchObject({
    phase: 'proposed',
    plan_id: 'SOL-ISS-007-2',
  })
})

test('a closed issue stops the work; reopened, nothing goes on by itself', () => {
  const context = buildContext()
  const closed = playWork(working(context), context, at({ kind: 'issue_left', how: 'closed', by: actor(null) }))
  expect(recordOf(closed)).toMatchObject({ phase: 'stopped', stopped: { why: 'the issue was closed' } })
  expect(repliesOf(playWork(closed, context, approve(null, buildIssue({ open: false }))))).toMatchObject([
    { kind: 'refused', why: 'the issue is closed' },
  ])

  const reopened = playWork(closed, context, at({ kind: 'issue_reopened', by: actor() }))

  expect(recordOf(reopened).phase).toBe('stopped')
  expect(recordOf(reopened).trail.at(-1)?.text).toContain('`/approve` goes on')
})

test('what runs and reviews yield after a stop is refused in silence', () => {
  const context = buildContext()
  const before = working(context)
  const run = owedOf(before, 'run_task')[0]
  const stopped = playWork(before, context, stop())

  const gate = { kind: 'run_left' as const, task: 'T1', run_id: run?.run_id ?? '' }
  const decision = decideWork(stopped, at({ kind: 'gate', op: null, by: null, on: null, gate }), context)

  expect(decision).toMatchObject({ kind: 'refused', silent: true })
})

test('what was DONE before a stop is not taken up again while it is stopped', () => {
  const context = buildContext()
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const work = settleOwed(working(context, { tasks }), context, tasks, ['run_task', 'review_version', 'merge_task'])
  expect(work.execution?.nodes['T1']?.state).toBe('DONE')

  const stopped = playWork(work, context, stop(), comment([{ kind: 'retry', task: 'T1' }]))

  expect(stopped.execution?.nodes['T1']?.state).toBe('DONE')
  expect(repliesOf(stopped).at(-1)).toMatchObject({ kind: 'refused', why: 'the work was stopped' })
})

test('`/resume` after `/stop` names the command that starts it again', () => {
  const stopped = playWork(working(), buildContext(), comment([{ kind: 'stop', why: '' }]))

  const work = playWork(stopped, buildContext(), comment([{ kind: 'resume' }]))

  expect(repliesOf(work).at(-1)).toMatchObject({
    kind: 'refused',
    why: 'it was stopped, not paused',
    next: `\`/approve plan@${stopped.record?.plan_hash?.slice(0, 7)}\` starts it again; what was approved is kept`,
  })
})

test('what planning had of models adds up over questions, refusals and plans', () => {
  const context = buildContext()
  const round = (name: string) => ({
    number: 1,
    findings: [],
    score: null,
    feasibility: [],
    splits: [],
    models: [buildModelReceipt(name)],
  })
  const before = drafting()
  const op = recordOf(before).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? ''
  const questioned = playWork(
    before,
    context,
    at({ kind: 'plan_needs_input', op, lacks: ['x'], rounds: [round('planner')] }),
  )
  const again = playWork(questioned, context, comment([{ kind: 'plan' }]))
  const drafted = planDrafted(again)
  if (drafted.kind !== 'plan_drafted') throw new Error('no plan was drafted')

  const work = playWork(again, context, { ...drafted, plan: { ...drafted.plan, rounds: [round('planner')] } })

  expect(recordOf(work)).toMatchObject({ phase: 'proposed', planning_use: { calls: 2 } })
})
