import { expect, test } from 'vitest'
import { type RepairPorts, repairWork } from '../../../src/application/perform/repair-work.ts'
import type { DoctorFinding, DoctorFix } from '../../../src/domain/effects/doctor-finding.ts'
import { testSha } from '../../support/builders.ts'
import { FakePullRequests } from '../../support/fakes/fake-pull-requests.ts'
import { FakeThread } from '../../support/fakes/fake-thread.ts'
import { working } from '../../support/work/play-work.ts'

const repository = { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 }
const branch = 'countersign/ISS-007/1/T1'
const sha = testSha('recorded')

function setup() {
  const thread = new FakeThread()
  const pullRequests = new FakePullRequests()
  const calls: string[] = []
  let moved = false
  const ports: RepairPorts = {
    thread,
    pullRequests,
    repairer: {
      restoreBranch: (_repository, fix) => {
        calls.push(`restore ${fix.branch}`)
        return Promise.resolve(moved ? 'moved' : 'restored')
      },
      reopenPull: (_repository, number) => {
        calls.push(`reopen ${number}`)
        return number === 99 ? Promise.reject(new Error('its branch is gone')) : Promise.resolve()
      },
    },
    now: () => '2026-11-21T03:12:00.000Z',
    newId: () => 'id',
    sign: () => 'mac',
    web: 'https://github.com',
    docs: undefined,
  }
  const mend = (...fixes: (DoctorFix | null)[]) => repairWork(ports, repository, working(), fixes.map(finding))
  return { thread, pullRequests, calls, mend, move: () => void (moved = true) }
}

function finding(fix: DoctorFix | null): DoctorFinding {
  return { code: 'branch_missing', severity: 'drift', nodes: [], what: 'something is wrong', fix, next: '' }
}

test('branches come before the pull requests that need them, each once', async () => {
  const { calls, mend } = setup()
  const restore = { kind: 'restore_branch' as const, branch, sha, seen: null }

  const mending = await mend({ kind: 'reopen_pull_request', number: 11 }, restore, { ...restore })

  expect(calls).toEqual([`restore ${branch}`, 'reopen 11'])
  expect(mending).toEqual({
    mended: [`${branch} is at ${sha} again`, 'Pull request #11 is open again'],
    left: [],
    events: [],
  })
})

test.each([
  'main',
  'countersign/workflow',
  'countersign/ISS-008/1/T1',
  `${branch}/../../main`,
  'countersign/ISS-007/1/x',
])('no other branch is ever moved: %s', async (other) => {
  const { calls, mend } = setup()

  const { mended, left } = await mend({ kind: 'restore_branch', branch: other, sha, seen: null })

  expect({ calls, mended }).toEqual({ calls: [], mended: [] })
  expect(left[0]).toContain('is no branch of this issue’s work')
})

test('a branch that moved meanwhile is left as it is', async () => {
  const { mend, move } = setup()
  move()

  expect(await mend({ kind: 'restore_branch', branch, sha, seen: testSha('seen') })).toMatchObject({
    mended: [],
    left: [`${branch} moved meanwhile, so it was left as it is`],
  })
})

test('what fails is left with its reason, and the rest goes on', async () => {
  const { mend, thread } = setup()

  const mending = await mend({ kind: 'reopen_pull_request', number: 99 }, { kind: 'set_label', label: 'x' })

  expect(mending.left).toEqual(['Could not reopen pull request: its branch is gone'])
  expect(thread.labels).toEqual(['x'])
})

test('a label that is refused is left with the reason', async () => {
  const { mend, thread } = setup()
  thread.refused.add('label')

  const { mended, left } = await mend({ kind: 'set_label', label: 'x' })

  expect({ mended, left }).toEqual({ mended: [], left: ['Could not set the label: refused by the test'] })
})

test('what takes judgement is left', async () => {
  const { mend } = setup()

  expect(await mend(null)).toEqual({ mended: [], left: ['something is wrong'], events: [] })
})

test('a comment that is gone is looked for, posted, and told to the state', async () => {
  const { mend, thread } = setup()

  const { events } = await mend({ kind: 'show_plan', plan_id: 'SOL-ISS-007-1' })

  expect(thread.requests).toMatchObject([{ again: true, posts: [{ kind: 'comment', number: 7 }] }])
  expect(thread.texts()[0]).toMatch(/^<!-- countersign:plan SOL-ISS-007-1 mac -->\n/)
  expect(events).toMatchObject([{ kind: 'comment_shown', which: 'plan', id: 101, node_id: 'IC_101' }])
})

test('a comment of a plan that is history is not posted', async () => {
  const { mend, thread } = setup()

  const { left } = await mend({ kind: 'show_status', plan_id: 'SOL-ISS-007-0' })

  expect({ left, asked: thread.requests }).toEqual({ left: ['SOL-ISS-007-0 is history'], asked: [] })
})

test('a pull request that lacks is opened from the task’s branch, and told to the state', async () => {
  const { mend, pullRequests } = setup()

  const { events } = await mend({ kind: 'open_task_pull_request', task: 'T1', artifact_id: 'a' })

  expect(pullRequests.calls).toEqual([`open ${branch} again`])
  expect(events).toMatchObject([
    { kind: 'gate', gate: { kind: 'pull_request_opened', task: 'T1', artifact_id: 'a', number: 11 } },
  ])
})
