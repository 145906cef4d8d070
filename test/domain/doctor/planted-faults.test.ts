import { expect, test } from 'vitest'
import { artifactDir } from '../../../src/domain/records/artifact.ts'
import { type DoctorCode, doctorCodes, DoctorExaminationSchema } from '../../../src/domain/effects/doctor-finding.ts'
import { checkWork } from '../../../src/domain/doctor/look/check-work.ts'
import type { ExecutionRecord } from '../../../src/domain/records/execution-record.ts'
import { type IssRecord, workBranch } from '../../../src/domain/records/iss-record.ts'
import type { ActionNode, CheckNode, GoalNode } from '../../../src/domain/records/node-state.ts'
import { hashPlan } from '../../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { verdictPath } from '../../../src/domain/records/review.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import { buildCriterion, buildPlan, buildTask, testSha, testSha256, testUuid } from '../../support/builders.ts'
import { matchingFacts, type PlantedFacts, sealed } from '../../support/work/doctor-facts.ts'
import { acceptWork, buildContext, recordOf, sessionOf, working } from '../../support/work/play-work.ts'
import { answerEffect } from '../../support/work/settle-work.ts'

/** T1 is DONE, T2 waits for a person's judgement of its version, T3 for T2. */
function goodWork(): Work {
  const tasks = [
    buildTask({ id: 'T1' }),
    buildTask({
      id: 'T2',
      depends_on: ['T1'],
      acceptance_criteria: [buildCriterion({ check_method: 'manual_review', statement: 'it reads well' })],
    }),
    buildTask({ id: 'T3', depends_on: ['T2'] }),
  ]
  const context = buildContext()
  let work = working(context, { tasks, hash: hashPlan(buildPlan({ tasks })) })
  for (let step = 0; recordOf(work).outbox.length > 0; step += 1) {
    const [owed] = recordOf(work).outbox
    const event = owed && answerEffect(work, owed, `step ${step}`, tasks)
    if (event === undefined) throw new Error(`${owed?.action.kind} can't be answered`)
    if (event.kind === 'gate' && event.gate.kind === 'run_yielded')
      event.gate = { ...event.gate, pull_request: event.gate.task === 'T1' ? 11 : 12 }
    work = acceptWork(work, event, context).work
  }
  return structuredClone(sealed(work))
}

interface Good {
  work: Work
  record: IssRecord
  plan: Plan
  execution: ExecutionRecord
  facts: PlantedFacts
  action: (id: string) => ActionNode
  check: (id: string) => CheckNode
}

function good(): Good {
  const work = goodWork()
  const { record, plan, execution } = work
  if (record === null || plan === null || execution === null) throw new Error('it is being worked on')
  const find = <K extends string>(id: string, kind: K) => {
    const node = execution.nodes[id]
    if (node?.kind !== kind) throw new Error(`no ${kind} ${id}`)
    return node
  }
  return {
    work,
    record,
    plan,
    execution,
    facts: matchingFacts(work),
    action: (id) => find(id, 'ACTION') as ActionNode,
    check: (id) => find(id, 'CHECK') as CheckNode,
  }
}

const t2 = workBranch('SOL-ISS-007-1', 'T2')
const base = workBranch('SOL-ISS-007-1', 'base')

/** One thing broken in a good state, and the one finding it comes to: its code, and what it would be mended with. */
const planted: [code: DoctorCode, how: string, plant: (good: Good) => void, fix?: string][] = [
  [
    'integration_differs',
    'an approved file is as before on the integration branch',
    ({ facts }) =>
      void (facts.integration = { commit: facts.integration?.commit ?? '', changed: [], unchanged: new Map() }),
  ],
  [
    'integration_differs',
    'somebody brought a file into the integration branch',
    ({ facts }) => {
      const more = { path: 'more.txt', before: null, after: { blob: testSha('more'), mode: '100644' } }
      facts.integration = {
        commit: testSha('pushed'),
        changed: [...(facts.integration?.changed ?? []), more],
        unchanged: new Map(),
      }
    },
    'restore_branch',
  ],
  ['plan_missing', 'the plan file is gone', ({ work }) => void (work.plan = null)],
  ['plan_missing', 'another plan’s file', ({ plan }) => void (plan.id = 'SOL-ISS-007-9')],
  ['plan_hash_differs', 'the plan was changed', ({ plan }) => void (plan.description = 'Something else.')],
  [
    'plan_hash_differs',
    'another was approved',
    ({ record }) => {
      record.approved = { by: 'ada', at: '', hash: testSha256('other') }
    },
  ],
  ['execution_missing', 'another plan’s record', ({ execution }) => void (execution.solution_id = 'SOL-ISS-007-9')],
  ['loop_missing', 'the record names another loop', ({ record }) => void (record.loop_id = 'loop-v2-20261121-ffffff')],
  [
    'session_differs',
    'the session says planned',
    ({ facts }) => {
      Object.assign(facts.session?.issues['ISS-007'] ?? {}, { status: 'planned' })
    },
  ],
  ['session_differs', 'the loop has failed', ({ work }) => void Object.assign(work.loop ?? {}, { status: 'failed' })],
  [
    'action_without_one_check',
    'a second CHECK of T3',
    ({ plan, execution }) => {
      const extra = { ...plan.checks[2], id: 'C9', task_id: testUuid('C9') }
      plan.checks.push(extra as Plan['checks'][number])
      execution.nodes['C9'] = { ...execution.nodes['C3'], id: 'C9', task_id: extra.task_id } as CheckNode
    },
  ],
  [
    'check_without_one_action',
    'a CHECK of nothing',
    ({ plan, execution }) => {
      const extra = { ...plan.checks[0], id: 'C9', task_id: testUuid('C9'), review_target_task_id: testUuid('gone') }
      plan.checks.push(extra as Plan['checks'][number])
      execution.nodes['C9'] = { ...execution.nodes['C3'], id: 'C9', task_id: extra.task_id, target: '' } as CheckNode
    },
  ],
  ['node_missing', 'C3 is not in the record', ({ execution }) => void delete execution.nodes['C3']],
  [
    'node_unknown',
    'T9 is not in the plan',
    ({ execution, action }) => {
      execution.nodes['T9'] = { ...action('T3'), id: 'T9' }
    },
  ],
  ['node_differs', 'C3 reviews T1', ({ check }) => void (check('C3').target = 'T1')],
  ['node_differs', 'T3 is on another branch', ({ action }) => void (action('T3').branch = 'main')],
  [
    'version_pointer_dangling',
    'T3 has a version nobody made',
    ({ action }) => {
      action('T3').active_artifact_id = testUuid('nothing')
    },
  ],
  [
    'version_pointer_dangling',
    'C2 reviews a version of T1',
    ({ action, check }) => {
      check('C2').reviewed_artifact_id = action('T1').active_artifact_id
    },
  ],
  ['review_pointer_dangling', 'C1 points nowhere', ({ check }) => void (check('C1').review_id = testUuid('nothing'))],
  [
    'version_record_differs',
    'version 1 says it is 7',
    ({ execution }) => {
      const version = execution.artifacts.find((one) => one.task === 'T2')
      if (version) version.version = 7
    },
  ],
  [
    'review_record_differs',
    'the review of T1 is of another commit',
    ({ execution, facts }) => {
      const [review] = execution.reviews
      if (!review) return
      review.commit_sha = testSha('other')
      facts.verdicts.set(verdictPath(review), {
        ...facts.verdicts.get(verdictPath(review)),
        commit_sha: review.commit_sha,
      } as never)
    },
  ],
  [
    'file_missing',
    'a file of T1 is gone',
    ({ facts, execution }) => {
      facts.files.delete(`${artifactDir(execution.artifacts[0] as never)}/src/T1.ts`)
    },
  ],
  [
    'file_differs',
    'a file of T1 has another blob',
    ({ facts, execution }) => {
      change(facts, `${artifactDir(execution.artifacts[0] as never)}/src/T1.ts`, { blob: testSha('other') })
    },
  ],
  [
    'file_differs',
    'a file of T1 has other bytes under the same blob id',
    ({ facts, execution }) => {
      change(facts, `${artifactDir(execution.artifacts[0] as never)}/src/T1.ts`, { sha256: testSha256('other') })
    },
  ],
  [
    'file_differs',
    'a file of T1 became executable',
    ({ facts, execution }) => {
      change(facts, `${artifactDir(execution.artifacts[0] as never)}/src/T1.ts`, { mode: '100755' })
    },
  ],
  [
    'verdict_missing',
    'the verdict on T1 is gone',
    ({ facts, execution }) => {
      facts.files.delete(verdictPath(execution.reviews[0] as never))
    },
  ],
  [
    'verdict_differs',
    'the verdict on T1 was edited',
    ({ facts, execution }) => {
      change(facts, verdictPath(execution.reviews[0] as never), { sha256: testSha256('edited') })
    },
  ],
  [
    'verdict_differs',
    'the verdict on T1 says another score',
    ({ facts, execution }) => {
      const path = verdictPath(execution.reviews[0] as never)
      facts.verdicts.set(path, { ...facts.verdicts.get(path), score: 0.1 } as never)
    },
  ],
  [
    'verdict_differs',
    'the verdict on T1 has no front matter',
    ({ facts, execution }) => {
      facts.verdicts.set(verdictPath(execution.reviews[0] as never), null)
    },
  ],
  [
    'file_unrecorded',
    'a version nobody recorded',
    ({ facts, execution }) => {
      const place = artifactDir({ task_id: execution.artifacts[0]?.task_id ?? '', artifact_id: testUuid('stray') })
      for (const name of ['a', 'b'])
        facts.files.set(`${place}/${name}`, { blob: testSha(name), mode: '100644', sha256: null })
    },
  ],
  [
    'commit_missing',
    'the merged version of T1 is gone',
    ({ facts, execution }) => {
      facts.commits.set(execution.artifacts[0]?.commit_sha ?? '', null)
    },
  ],
  [
    'commit_differs',
    'the commit of T2 has another tree',
    ({ facts, execution }) => {
      facts.commits.set(execution.artifacts[1]?.commit_sha ?? '', { tree: testSha('other') })
    },
  ],
  ['branch_missing', 'the branch of T2 was deleted', ({ facts }) => void facts.branches.delete(t2), 'restore_branch'],
  [
    'branch_missing',
    'the branch of T2 was deleted, its commit too',
    ({ facts, execution }) => {
      facts.branches.delete(t2)
      facts.commits.set(execution.artifacts[1]?.commit_sha ?? '', null)
    },
  ],
  [
    'branch_rewritten',
    'base was force-pushed',
    ({ facts, execution }) => {
      facts.branches.set(base, testSha('forced'))
      facts.contains.set(`${base}@${execution.execution_result.commit_hash}`, false)
    },
    'restore_branch',
  ],
  [
    'branch_unknown',
    'a branch of a plan that is not there',
    ({ facts }) => {
      facts.branches.set('countersign/ISS-007/8/T1', testSha('stray'))
    },
  ],
  [
    'branch_unknown',
    'a branch of no task',
    ({ facts }) => {
      facts.branches.set('countersign/ISS-007/1/T77', testSha('stray'))
    },
  ],
  ['pull_request_missing', 'that of T2 is not there', ({ facts }) => void facts.pulls.set(12, null)],
  [
    'pull_request_elsewhere',
    'that of T2 goes into main',
    ({ facts }) => {
      facts.pulls.set(12, { state: 'open', headRef: t2, baseRef: 'main' })
    },
  ],
  [
    'pull_request_closed',
    'that of T2 is closed',
    ({ facts }) => {
      facts.pulls.set(12, { state: 'closed', headRef: t2, baseRef: base })
    },
  ],
  [
    'pull_request_merged',
    'that of T2 is merged',
    ({ facts }) => {
      facts.pulls.set(12, { state: 'merged', headRef: t2, baseRef: base })
    },
  ],
  [
    'pull_request_open',
    'that of T1 is open',
    ({ facts, action }) => {
      facts.pulls.set(11, { state: 'open', headRef: action('T1').branch, baseRef: base })
    },
  ],
  [
    'pull_request_lacking',
    'T2 has none',
    ({ action }) => void (action('T2').pull_request = null),
    'open_task_pull_request',
  ],
  [
    'final_pull_request_differs',
    'it is open, and merged',
    ({ record, facts }) => {
      record.final_pull_request = { number: 40, state: 'draft' }
      facts.pulls.set(40, { state: 'merged', headRef: base, baseRef: 'main' })
    },
  ],
  [
    'final_pull_request_conflicts',
    'the default branch went another way',
    ({ record, facts }) => {
      const conflict = { paths: ['docs/a.md'], more: 0, tasks: ['T1'] }
      record.final_pull_request = { number: 40, state: 'open', conflict }
      facts.pulls.set(40, { state: 'open', headRef: base, baseRef: 'main' })
    },
  ],
  ['label_differs', 'no label', ({ facts }) => void (facts.issue = { open: true, labels: ['bug'] }), 'set_label'],
  [
    'label_differs',
    'two labels',
    ({ facts }) => {
      facts.issue = { open: true, labels: ['countersign: needs you', 'countersign: ready'] }
    },
    'set_label',
  ],
  [
    'issue_closed',
    'the issue is closed',
    ({ facts }) => {
      facts.issue = { open: false, labels: [...(facts.issue?.labels ?? [])] }
    },
  ],
  [
    'plan_comment_missing',
    'it was deleted',
    ({ record, facts }) => {
      record.plan_comment = { plan_id: 'SOL-ISS-007-1', id: 6, node_id: 'IC_6' }
      facts.comments.set('IC_6', false)
    },
    'show_plan',
  ],
  ['status_comment_missing', 'it was never made', ({ record }) => void (record.status_comment = null), 'show_status'],
  [
    'effect_overdue',
    'a reply is owed since yesterday',
    ({ record }) => {
      const action = { kind: 'say' as const, number: 7, reply: { kind: 'help' as const } }
      record.outbox.push({ op: 'ISS-007/99', since: '2026-11-20T03:00:00.000Z', action })
    },
  ],
  [
    'effect_baseless',
    'a merge of what is not approved',
    ({ record, action }) => {
      const merge = { kind: 'merge_task' as const, task: 'T2', artifact_id: action('T2').active_artifact_id ?? '' }
      record.outbox.push({ op: 'ISS-007/99', since: '2026-11-21T03:20:00.000Z', action: merge })
    },
  ],
  [
    'effect_baseless',
    'one operation twice',
    ({ record }) => {
      const action = { kind: 'set_label' as const, label: record.label }
      const owed = { op: 'ISS-007/99', since: '2026-11-21T03:20:00.000Z', action }
      record.outbox.push(owed, { ...owed })
    },
  ],
  ['run_differs', 'T2 RUNNING without a run', ({ action }) => void (action('T2').state = 'RUNNING')],
  [
    'lease_over',
    'the run of T2 is long over',
    ({ action, record }) => {
      const run = { run_id: 'r', executor: 'codex', started_at: '', lease_until: '2026-11-21T01:00:00.000Z' }
      Object.assign(action('T2'), { state: 'RUNNING', run })
      record.outbox.push({
        op: 'ISS-007/98',
        since: '2026-11-21T01:00:00.000Z',
        action: { kind: 'run_task', task: 'T2', run_id: 'r' },
      })
    },
  ],
  ['input_not_approved', 'T2 went on without T1', ({ action }) => void (action('T2').inputs = {})],
  [
    'done_without_approval',
    'T1 is DONE on a stale approval',
    ({ action }) => void (action('T1').approval_stale = true),
  ],
  [
    'merge_without_approval',
    'T2 is being merged unapproved',
    ({ action, record }) => {
      action('T2').merge = 'pending'
      record.label = 'countersign: working'
    },
  ],
  [
    'goal_differs',
    'G0 is DONE with open tasks',
    ({ execution }) => {
      ;(execution.nodes['G0'] as GoalNode).state = 'DONE'
    },
  ],
  ['waits_for_nobody', 'C2 waits for nobody', ({ check }) => void (check('C2').waiting_for = null)],
  ['check_without_review', 'C2 waits without a review', ({ check }) => void (check('C2').review_id = null)],
  [
    'phase_differs',
    'stopped, and T2 runs',
    ({ record, work, action, facts }) => {
      stopAll(record, work, facts)
      const run = { run_id: 'r', executor: 'codex', started_at: '', lease_until: '2026-11-21T09:00:00.000Z' }
      Object.assign(action('T2'), { state: 'RUNNING', run })
    },
  ],
  [
    'head_not_ours',
    'somebody committed to the workflow branch',
    ({ facts }) => {
      facts.head = { sha: testSha('foreign'), seal: 'broken', why: 'was not made by this App' }
    },
  ],
]

function change(
  facts: PlantedFacts,
  path: string,
  what: Partial<{ blob: string; mode: string; sha256: string }>,
): void {
  const seen = facts.files.get(path)
  if (seen === undefined) throw new Error(`there is no ${path}`)
  facts.files.set(path, { ...seen, ...what })
}

/** The work was stopped; what stands around it follows. */
function stopAll(record: IssRecord, work: Work, facts: PlantedFacts): void {
  record.phase = 'stopped'
  Object.assign(facts.session?.issues['ISS-007'] ?? {}, { status: 'failed' })
  for (const item of facts.session?.queue ?? []) item.status = 'failed'
  Object.assign(work.loop ?? {}, { status: 'failed' })
  facts.issue = { open: true, labels: ['countersign: stopped'] }
}

test('a good state has no findings, and says how much was looked at', () => {
  const { work, facts } = good()

  expect(checkWork(work, facts)).toMatchObject({ findings: [], tasks: 3, unseen: [] })
  expect(checkWork(work, facts).things).toBeGreaterThan(60)
})

test.each(planted)('%s: %s', (code, _how, plant, fix) => {
  const one = good()
  plant(one)
  // What a label says follows from the nodes: a fault in them is not one of the label.
  if (code !== 'label_differs' && code !== 'issue_closed' && one.facts.issue !== null)
    one.facts.issue = { open: true, labels: matchingFacts(one.work).issue?.labels ?? [] }

  const findings = checkWork(one.work, one.facts).findings

  expect(findings.map((finding) => finding.code)).toEqual([code])
  expect(findings[0]?.fix?.kind).toBe(fix)
  expect(findings[0]?.what).toMatch(/^\S.*\S$/)
  expect(DoctorExaminationSchema.parse(checkWork(one.work, one.facts)).findings).toEqual(findings)
})

test('every code of one issue is planted at least once', () => {
  const elsewhere: DoctorCode[] = ['state_unreadable']

  const missing = Object.keys(doctorCodes).filter((code) => !planted.some(([one]) => one === code))

  expect(missing).toEqual(elsewhere)
})

test('while an effect is owed, the world may lag behind', () => {
  const { work, record, facts } = good()
  const since = '2026-11-21T03:20:00.000Z'
  record.outbox.push(
    { op: 'ISS-007/91', since, action: { kind: 'set_label', label: record.label } },
    { op: 'ISS-007/92', since, action: { kind: 'show_plan', plan_id: 'SOL-ISS-007-1' } },
    { op: 'ISS-007/93', since, action: { kind: 'open_base', branch: base } },
  )
  record.plan_comment = null
  facts.issue = { open: true, labels: [] }
  facts.branches.delete(base)

  expect(checkWork(work, facts).findings).toEqual([])
})

test('a pull request that GitHub closed with its branch is opened again, after the branch', () => {
  const { work, facts } = good()
  facts.branches.delete(t2)
  facts.pulls.set(12, { state: 'closed', headRef: t2, baseRef: base })

  const fixes = checkWork(work, facts).findings.map((finding) => finding.fix)

  expect(fixes).toMatchObject([
    { kind: 'restore_branch', branch: t2, seen: null },
    { kind: 'reopen_pull_request', number: 12 },
  ])
})

test('a branch that is ahead of what was recorded is fine', () => {
  const { work, facts, execution } = good()
  facts.branches.set(t2, testSha('ahead'))
  facts.contains.set(`${t2}@${execution.artifacts[1]?.commit_sha}`, true)

  expect(checkWork(work, facts).findings).toEqual([])
})

test('a CHECK whose reviewer kept failing waits for a decision, and has no review', () => {
  const { work, record, facts, check } = good()
  const waiting_for = { kind: 'decision' as const, who: [], what: 'the reviewer failed 3 times' }
  Object.assign(check('C2'), { review_id: null, reviewed_artifact_id: null, waiting_for })
  record.label = 'countersign: needs you'
  facts.session = sessionOf(work).state
  facts.issue = { open: true, labels: [record.label] }

  expect(checkWork(work, facts).findings).toEqual([])
})

test('with an issue that was deleted, nothing is said of its comments', () => {
  const { work, facts } = good()
  facts.issue = null
  facts.comments = new Map([...facts.comments.keys()].map((id) => [id, false]))

  expect(checkWork(work, facts).findings).toEqual([])
})

test.each([
  [[], 'Issue #7 lacks its label, `countersign: working`'],
  [['countersign: ready'], 'Issue #7 has the label `countersign: ready`, not `countersign: working`'],
])('labels %j are told as labels', (labels, told) => {
  const { work, facts } = good()

  const { findings } = checkWork(work, { ...facts, issue: { open: true, labels } })

  expect(findings.map(({ what }) => what)).toEqual([told])
})

test('what can’t be seen is not judged, and is named', () => {
  const { work, facts } = good()
  const blind = {
    ...facts,
    head: { sha: testSha('head'), seal: 'not_checked' as const, why: 'who made the commits' },
    pulls: null,
    issue: null,
    comments: null,
  }

  const { findings, unseen } = checkWork(work, blind)

  expect(findings).toEqual([])
  expect(unseen).toEqual(['who made the commits', 'pull requests', 'the issue’s label', 'comments'])
})
