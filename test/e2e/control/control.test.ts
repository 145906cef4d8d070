import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countProcesses, ownSleep } from '../../support/count-processes.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

async function approveTask(playground: Playground, issue: number, task: string): Promise<void> {
  const number = await playground.pullOf(issue, task)
  const maintainer = playground.as('maintainer')
  await maintainer.rest.pulls.createReview({ ...playground.place, pull_number: number, event: 'APPROVE' })
  await playground.settle()
}

const twoSteps = writeIssue([
  { id: 'T1', path: 'docs/one.txt', content: 'one', criteria: ['A reader understands the output'] },
  { id: 'T2', path: 'docs/two.txt', content: 'two', after: 'T1' },
])

describe('with a second identity', () => {
  // After a stop the integration branch is there already.
  const world = useWorld({ expectedAnswers: ['422 POST /repos/{owner}/{repo}/git/refs'] })

  test('while it is paused nothing is merged or begun, and /resume goes on to the end', async () => {
    const repo = await world.repository()
    const issue = await repo.planIssue('Two notes', twoSteps)
    await repo.say(issue, 'writer', '/approve')
    await repo.say(issue, 'writer', '/pause')
    await approveTask(repo, issue, 'T1')

    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY_TO_CHECK', merge: 'pending' })
    expect((await repo.task(issue, 'T2')).state).toBe('PENDING')
    expect((await repo.thread(issue)).join()).toContain('paused')
    expect(await repo.labels(issue)).toEqual(['countersign', 'countersign: paused'])

    await repo.say(issue, 'writer', '/resume')

    expect(await repo.record(issue)).toMatchObject({ phase: 'completed', paused: null })
    expect((await repo.task(issue, 'T2')).state).toBe('DONE')
    expect(await repo.labels(issue)).toEqual(['countersign', 'countersign: ready'])

    await repo.say(issue, 'writer', '/list')

    const final = await repo.pullOf(issue, 'base')
    expect((await repo.thread(issue)).at(-1)).toMatch(
      new RegExp(`#${issue} Two notes<br><sub>✅ ready</sub> \\| .*merge of .*#${final}`),
    )
  })

  test('what was stopped stays, and another /approve takes it to the end', async () => {
    const repo = await world.repository()
    const issue = await repo.planIssue('Two notes', twoSteps)
    await repo.say(issue, 'maintainer', '/approve')
    const first = await repo.pullOf(issue, 'T1')
    const { loop_id: firstLoop } = await repo.record(issue)
    await repo.say(issue, 'writer', '/stop not now')

    expect(await repo.record(issue)).toMatchObject({ phase: 'stopped', stopped: { why: 'not now' } })
    expect((await repo.task(issue, 'T1')).state).toBe('CANCELLED')
    expect(await repo.pulls()).toMatchObject([{ number: first, state: 'closed', merged: false }])
    expect(JSON.parse(await repo.readState(`.loop/${firstLoop}.json`))).toMatchObject({ status: 'failed' })
    expect(await repo.labels(issue)).toEqual(['countersign', 'countersign: stopped'])

    await repo.say(issue, 'maintainer', '/approve')
    await approveTask(repo, issue, 'T1')

    const { phase, loop_id: secondLoop } = await repo.record(issue)
    expect(phase).toBe('completed')
    expect(secondLoop).not.toBe(firstLoop)
    expect(JSON.parse(await repo.readState(`.loop/${firstLoop}.json`))).toMatchObject({ status: 'failed' })
  })

  test('a stop ends the agent that is at work, and what it left is kept and comes to nothing', async () => {
    const repo = await world.repository({ config: 'run:\n  isolation: none\n' })
    const begun = join(world.dir, 'begun')
    const nap = ownSleep(9875)
    const issue = await repo.planIssue(
      'Stop',
      writeIssue([{ id: 'T1', path: 'note.txt', run: `echo half > note.txt; : > ${begun}; ${nap}` }]),
    )
    const asMaintainer = (body: string) =>
      repo.as('maintainer').rest.issues.createComment({ ...repo.place, issue_number: issue, body })
    await asMaintainer('/approve')
    await expect.poll(() => existsSync(begun)).toBe(true)

    await asMaintainer('/stop not now')
    await repo.settle()

    const { receipts, artifacts } = await repo.execution(issue)
    expect(receipts).toMatchObject([{ outcome: 'left', exit_code: null, remains: { size: expect.any(Number) } }])
    expect(await repo.readState(receipts[0]?.remains?.path ?? '')).toContain('+half')
    expect([artifacts, await repo.pulls(), await countProcesses(nap)]).toEqual([[], [], 0])
    expect(await repo.record(issue)).toMatchObject({ phase: 'stopped', outbox: [] })
    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'CANCELLED', run: null })
    expect((await repo.thread(issue)).join()).toContain('left 1 file unfinished')
  })

  test('a task that failed to its limit waits for a person, and /retry gives it as many tries again', async () => {
    const repo = await world.repository({ config: 'run:\n  max_attempts: 2\n' })
    const issue = await repo.planIssue(
      'Fail',
      writeIssue([{ id: 'T1', path: 'out.txt', run: 'echo broken >&2; exit 3' }]),
    )
    await repo.say(issue, 'maintainer', '/approve')

    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'WAITING_EXTERNAL', attempts: 2 })
    expect((await repo.execution(issue)).receipts).toHaveLength(2)
    expect((await repo.thread(issue)).join()).toContain('exit code 3')
    expect(await repo.labels(issue)).toEqual(['countersign', 'countersign: needs you'])

    await repo.say(issue, 'writer', '/retry')

    expect((await repo.execution(issue)).receipts).toHaveLength(4)
    expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'WAITING_EXTERNAL', attempts: 2 })

    await repo.say(issue, 'writer', '/list')

    expect((await repo.thread(issue)).at(-1)).toMatch(
      new RegExp(`#${issue} Fail<br><sub>waits for a person, 0 of 1 task done</sub> \\| .*T1.*\\(decision\\)`),
    )
  })

  test('two issues of a repository are worked on at the same time, each to its end', async () => {
    const repo = await world.repository()
    const bodies = ['a', 'b'].map((name) =>
      writeIssue([
        { id: 'T1', path: `${name}/one.txt`, content: name },
        { id: 'T2', path: `${name}/two.txt`, content: name, after: 'T1' },
      ]),
    )
    const issues = await Promise.all(bodies.map((body, index) => repo.openIssue(`Notes ${index}`, body)))
    await Promise.all(issues.map((issue) => repo.label(issue)))
    await repo.settle()
    await Promise.all(issues.map((issue) => repo.say(issue, 'maintainer', '/approve')))

    for (const issue of issues) {
      expect(await repo.record(issue)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
    }
    expect((await repo.pulls()).map(({ head }) => head).toSorted()).toEqual(
      ['ISS-001', 'ISS-002'].flatMap((id) => ['T1', 'T2', 'base'].map((leaf) => `countersign/${id}/1/${leaf}`)),
    )
  })

  test('closing the issue stops its work, and reopening it alone begins nothing', async () => {
    const repo = await world.repository()
    const issue = await repo.planIssue('Two notes', twoSteps)
    await repo.say(issue, 'maintainer', '/approve')
    await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, state: 'closed' })
    await repo.settle()

    expect((await repo.record(issue)).phase).toBe('stopped')

    await repo.as('maintainer').rest.issues.update({ ...repo.place, issue_number: issue, state: 'open' })
    await repo.settle()

    expect((await repo.record(issue)).phase).toBe('stopped')
    expect((await repo.task(issue, 'T1')).state).toBe('CANCELLED')
  })
})

describe('without a second identity', () => {
  const world = useWorld({ secondIdentity: false })

  test('the bot comments its review, and the check run carries the verdict', async () => {
    const repo = await world.repository()
    const issue = await repo.planIssue(
      'Two notes',
      writeIssue([
        { id: 'T1', path: 'good.txt', content: 'good' },
        { id: 'T2', path: 'bad.txt', content: 'bad', criteria: ['`bad.txt` contains `good`'] },
      ]),
    )
    await repo.say(issue, 'maintainer', '/approve')

    const seen = []
    for (const task of ['T1', 'T2']) {
      const number = await repo.pullOf(issue, task)
      const reviews = await repo.as('reader').rest.pulls.listReviews({ ...repo.place, pull_number: number })
      const pull = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: number })
      const checks = await repo.as('reader').rest.checks.listForRef({ ...repo.place, ref: pull.data.head.sha })
      seen.push({
        reviews: reviews.data.map((review) => review.state),
        checks: checks.data.check_runs.map((run) => `${run.name}: ${run.conclusion}`),
      })
    }
    expect(seen).toEqual([
      { reviews: ['COMMENTED'], checks: ['countersign/T1: success'] },
      { reviews: ['COMMENTED'], checks: ['countersign/T2: failure'] },
    ])
    expect((await repo.task(issue, 'T1')).state).toBe('DONE')
  })
})
