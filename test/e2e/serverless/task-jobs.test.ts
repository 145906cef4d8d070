import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { countingIssue, listedRuns, untilAtWork } from '../support/runner/task-jobs.ts'
import { describeJobs, useRunners } from '../support/runner/use-runners.ts'

const runners = useRunners()
const config = 'run: { isolation: none }\n'
const dispatches = 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'

test('a task is done in a job that may change nothing: once, whatever GitHub answers and whoever repeats its order', async () => {
  const { player, sandbox } = runners
  const playground = await runners.repository({ config })
  const issue = await playground.planIssue('Count', countingIssue('seq 3 > count.txt'))
  // Started all the same: the bot, told nothing, looks for it before it starts another.
  sandbox.injectFault({ route: dispatches, when: 'after', status: 502 })

  await playground.say(issue, 'maintainer', '/approve')
  await player.idle()

  const { record, execution } = await runners.standing(playground, issue)
  expect(execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'DONE' })
  expect(record.outbox).toEqual([])
  expect(execution?.receipts.map(({ executor, outcome }) => `${executor} ${outcome}`)).toEqual(['shell changed'])
  const [listed] = listedRuns(runners, playground)
  expect(execution?.receipts[0]?.job).toBe(`${sandbox.web}/${playground.repository}/actions/runs/${listed?.id}`)
  expect(execution?.artifacts).toHaveLength(1)
  expect([countJobs('task', 'success'), countJobs('order', 'failure')]).toEqual([1, 0])

  const [first] = listedRuns(runners, playground)
  const inputs = first?.inputs ?? {}
  const again = { ...playground.place, workflow_id: 'countersign.yml', ref: 'main', inputs }
  await playground.as('writer').rest.actions.createWorkflowDispatch(again)
  await player.idle()
  // As the bot itself would, had it not found the first one.
  const auth = sandbox.createJobToken(playground.repository, { actions: 'write' })
  await new Octokit({ baseUrl: sandbox.url, auth }).rest.actions.createWorkflowDispatch(again)
  await player.idle()

  expect([countJobs('task', 'success'), countJobs('order', 'failure')]).toEqual([1, 2])
  const [byPerson, bySelf] = player.jobs.filter(({ job, conclusion }) => job === 'order' && conclusion === 'failure')
  expect(byPerson?.log).toContain('and only @github-actions[bot] starts it')
  expect(bySelf?.log).toContain(`It was given to the workflow run ${first?.id} before`)
})

test('/pause ends a job at once, /resume begins another, and one that a person cancels waits for a person', async () => {
  const { player } = runners
  const playground = await runners.repository({ config })
  const issue = await playground.planIssue('Count', countingIssue('sleep 120; seq 3 > count.txt'))
  const { rest } = playground.as('maintainer')
  const comment = (body: string) => rest.issues.createComment({ ...playground.place, issue_number: issue, body })

  await comment('/approve')
  await untilAtWork(runners, playground, 1)
  await comment('/pause')
  await player.idle()

  const paused = await runners.standing(playground, issue)
  expect(paused.record, describeJobs(player)).toMatchObject({ outbox: [], paused: { by: 'ada' } })
  expect(paused.execution?.nodes['T1']).toMatchObject({ state: 'READY', run: null, attempts: 0 })
  expect(listedRuns(runners, playground).map(({ conclusion }) => conclusion)).toEqual(['cancelled'])

  await comment('/resume')
  await untilAtWork(runners, playground, 2)
  const [, second] = listedRuns(runners, playground)
  const status = (await playground.thread(issue)).join('\n')
  expect(status).toContain(`/actions/runs/${second?.id}`)
  await rest.actions.cancelWorkflowRun({ ...playground.place, run_id: second?.id ?? 0 })
  await player.idle()

  const { record, execution } = await runners.standing(playground, issue)
  expect(record.outbox).toEqual([])
  expect(execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'WAITING_EXTERNAL' })
  expect((await playground.thread(issue)).join('\n')).toContain('its job was cancelled on GitHub')
})

/** The jobs of that name, of runs that were dispatched, that ended so. */
function countJobs(name: string, ended: string): number {
  const dispatched = runners.player.jobs.filter(({ job, event }) => job === name && event === 'workflow_dispatch')
  return dispatched.filter(({ conclusion }) => conclusion === ended).length
}
