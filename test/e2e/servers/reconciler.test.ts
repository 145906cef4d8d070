import { expect, test } from 'vitest'
import type { ReconcileReport } from '../../../src/application/reconcile/reconciler.ts'
import { noteFault } from '../faults/support/chains/note-fault.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { redeliver } from '../support/webhook-deliveries.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])

test('webhooks that failed while the server was away are sent again, and nothing is done twice', async () => {
  const repo = await world.repository()
  const { sandbox, app } = world.running
  sandbox.setWebhookUrl('http://127.0.0.1:9/')
  const issue = await repo.planIssue('A note', note)
  sandbox.setWebhookUrl(app.webhookUrl)

  const report = await app.reconcile()
  await repo.settle()
  const second = await app.reconcile()
  await repo.settle()

  expect(report.redelivered).toBeGreaterThan(0)
  expect(second.redelivered).toBe(0)
  expect((await repo.record(issue)).phase).toBe('proposed')
  expect(await repo.thread(issue)).toEqual([expect.stringContaining('### Plan')])
})

/** Nobody answers there: what happens is told to nobody. */
const nowhere = 'http://127.0.0.1:9/'

async function look(): Promise<ReconcileReport> {
  const report = await world.running.app.reconcile()
  await world.running.idle()
  return report
}

/** Every webhook that was lost arrives after all, in the order in which it happened; returns how many they are. */
async function deliverLate(repo: Playground): Promise<number> {
  const { sandbox, app } = world.running
  sandbox.setWebhookUrl(app.webhookUrl)
  const lost = new Map<string, number>()
  for (const { guid, id, repositoryId } of sandbox.world.deliveries) {
    if (repositoryId === sandbox.world.repositories.find(({ name }) => name === repo.place.repo)?.id) lost.set(guid, id)
  }
  for (const id of lost.values()) await redeliver(world.running, id)
  await world.running.idle()
  return lost.size
}

test('with every webhook dropped, sweeps alone bring an issue to its end', async () => {
  const repo = await world.repository()
  world.running.sandbox.setWebhookUrl(nowhere)
  const tasks = [
    { id: 'T1', path: 'one.txt', content: 'one' },
    { id: 'T2', path: 'two.txt', content: 'two', after: 'T1', criteria: ['`two.txt` reads well'] },
  ]
  const issue = await repo.openIssue('Two notes', writeIssue(tasks))
  await repo.label(issue)
  await look()
  expect((await repo.record(issue)).phase).toBe('proposed')

  await repo.say(issue, 'maintainer', '/approve')
  await look()
  expect((await repo.task(issue, 'T1')).state).toBe('DONE')
  expect((await repo.task(issue, 'T2')).state).toBe('READY_TO_CHECK')

  await repo.push('writer', 'countersign/ISS-001/1/T2', { 'two.txt': 'two, by hand' })
  await look()
  expect(
    (await repo.execution(issue)).artifacts.map(({ task, version, by }) => `${task} ${version} ${by.kind}`),
  ).toEqual(['T1 1 executor', 'T2 1 executor', 'T2 2 person'])

  const pull = await repo.pullOf(issue, 'T2')
  const head = (await repo.task(issue, 'T2')).active_artifact_id
  await repo.as('maintainer').rest.pulls.createReview({ ...repo.place, pull_number: pull, event: 'APPROVE' })
  await look()
  expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'DONE', approved_artifact_id: head })
  expect((await repo.record(issue)).phase).toBe('completed')

  const final = await repo.pullOf(issue, 'base')
  await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number: final })
  await look()
  expect((await repo.record(issue)).final_pull_request).toEqual({ number: final, state: 'merged' })
  expect((await look()).found).toEqual({})

  const before = [await repo.workflowHead(), await repo.thread(issue)]
  const tried = await deliverLate(repo)
  expect([await repo.workflowHead(), await repo.thread(issue)]).toEqual(before)
  await noteFault({ fault: 'webhooks lost', where: 'all of one issue, and sweeps alone', tried, lost: 0 })
})

test('an edit, a deleted branch, a pull request closed by hand and a closed issue are seen although nobody told', async () => {
  const repo = await world.repository()
  world.running.sandbox.setWebhookUrl(nowhere)
  const tasks = ['T1', 'T2'].map((id) => ({
    id,
    path: `${id}.txt`,
    content: id,
    criteria: [`\`${id}.txt\` exists`, `\`${id}.txt\` reads well`],
  }))
  const maintainer = repo.as('maintainer').rest
  const issue = await repo.openIssue('Two notes', writeIssue(tasks))
  await repo.label(issue)
  await look()

  await maintainer.issues.update({ ...repo.place, issue_number: issue, body: `${writeIssue(tasks)}\n\nAnd more.` })
  expect((await look()).found).toEqual({ issue_edited: 1 })
  await maintainer.issues.update({ ...repo.place, issue_number: issue, body: writeIssue(tasks) })
  await look()
  await repo.say(issue, 'maintainer', '/approve')
  await look()
  expect((await repo.task(issue, 'T2')).state).toBe('READY_TO_CHECK')

  await maintainer.pulls.update({ ...repo.place, pull_number: await repo.pullOf(issue, 'T1'), state: 'closed' })
  expect((await look()).found).toMatchObject({ pull_closed: 1 })
  await maintainer.git.deleteRef({ ...repo.place, ref: 'heads/countersign/ISS-001/1/T2' })
  expect((await look()).found).toMatchObject({ branch_deleted: 1 })
  expect((await repo.record(issue)).paused).not.toBeNull()
  expect((await look()).found).toEqual({})

  await maintainer.issues.update({ ...repo.place, issue_number: issue, state: 'closed' })
  expect((await look()).found).toMatchObject({ issue_left: 1 })
  expect((await repo.record(issue)).phase).toBe('stopped')
  expect((await look()).found).toEqual({})
})

test('an issue opened again and a review dismissed are seen although nobody told', async () => {
  const repo = await world.repository()
  world.running.sandbox.setWebhookUrl(nowhere)
  const criteria = ['`T1.txt` exists', '`T1.txt` reads well']
  const maintainer = repo.as('maintainer').rest
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'T1.txt', content: 'T1', criteria }]))
  await repo.label(issue)
  await look()
  await repo.say(issue, 'maintainer', '/approve')
  await look()
  const at = { ...repo.place, pull_number: await repo.pullOf(issue, 'T1') }
  const { data: review } = await maintainer.pulls.createReview({ ...at, event: 'APPROVE' })
  await look()
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'DONE' })

  await maintainer.pulls.dismissReview({ ...at, review_id: review.id, message: 'Read it again.' })
  expect((await look()).found).toEqual({ review_dismissed: 1 })
  expect(await repo.task(issue, 'T1')).not.toMatchObject({ state: 'DONE' })
  expect((await look()).found).toEqual({})

  await maintainer.issues.update({ ...repo.place, issue_number: issue, state: 'closed' })
  await look()
  await maintainer.issues.update({ ...repo.place, issue_number: issue, state: 'open' })
  expect((await look()).found).toEqual({ issue_reopened: 1 })
  expect((await repo.thread(issue)).join('\n')).toContain('reopened: `/approve` goes on with the plan')
  expect((await look()).found).toEqual({})

  const before = [await repo.workflowHead(), await repo.thread(issue)]
  await deliverLate(repo)
  expect([await repo.workflowHead(), await repo.thread(issue)]).toEqual(before)
})

test('words that somebody put into another’s comment are obeyed by nobody, nor are one’s own of later', async () => {
  const repo = await world.repository()
  world.running.sandbox.setWebhookUrl(nowhere)
  const criteria = ['`T1.txt` exists', '`T1.txt` reads well']
  const [maintainer, writer] = [repo.as('maintainer').rest, repo.as('writer').rest]
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'T1.txt', content: 'T1', criteria }]))
  await repo.label(issue)
  await look()
  const talk = { ...repo.place, issue_number: issue, body: 'I have read it.' }
  const { data: said } = await maintainer.issues.createComment(talk)

  await writer.issues.updateComment({ ...repo.place, comment_id: said.id, body: '/approve' })
  const found = [(await look()).found]
  expect((await repo.record(issue)).phase).toBe('proposed')

  await repo.say(issue, 'maintainer', '/approve')
  await look()
  const at = { ...repo.place, pull_number: await repo.pullOf(issue, 'T1') }
  const { data: review } = await maintainer.pulls.createReview({ ...at, event: 'COMMENT', body: 'I have seen it.' })
  await maintainer.pulls.updateReview({ ...at, review_id: review.id, body: '/approve' })
  found.push((await look()).found)

  expect(found).toEqual([{}, {}])
  expect(await repo.task(issue, 'T1')).toMatchObject({ state: 'READY_TO_CHECK' })
  await maintainer.issues.deleteComment({ ...repo.place, comment_id: said.id })
  await deliverLate(repo)
})

test('the server says that it is ready', async () => {
  const answer = await fetch(new URL('/readyz', world.running.app.webhookUrl))

  expect([answer.status, await answer.json()]).toEqual([200, { ready: true }])
})

test('a pull request of somebody else’s that nobody told of gets the check that the configuration wants', async () => {
  const repo = await world.repository({ config: 'check:\n  others: success\n' })
  world.running.sandbox.setWebhookUrl(nowhere)
  await repo.push('writer', 'main', { 'bees.md': 'bees' }, { to: 'bees' })
  const { data: pull } = await repo
    .as('writer')
    .rest.pulls.create({ ...repo.place, head: 'bees', base: 'main', title: 'Bees' })
  const checks = async () =>
    (await repo.as('writer').rest.checks.listForRef({ ...repo.place, ref: pull.head.sha })).data

  const first = await look()
  const second = await look()

  expect([first.found, second.found]).toEqual([{ pull_seen: 1 }, {}])
  expect((await checks()).check_runs).toMatchObject([{ name: 'countersign', conclusion: 'success' }])
})
