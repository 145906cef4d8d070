import { expect, test } from 'vitest'
import { createStateReader } from '../../../src/adapters/github/workflow-branch/state-reader.ts'
import { readWebhook } from '../../../src/adapters/github/webhook/read-webhook.ts'
import type { WebhookContext } from '../../../src/adapters/github/webhook/webhook-place.ts'
import { readWork } from '../../../src/application/doctor/read-work.ts'
import { sessionsDir } from '../../../src/application/state/session-files.ts'
import { issueKey, type Message } from '../../../src/application/ports/queues/message.ts'
import type { AcceptanceCriterion } from '../../../src/domain/plan/acceptance-criterion.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { Delivery } from 'github-sandbox'
import { Machine } from '../../support/fakes/machine.ts'
import { readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { redeliver, replayDelivery } from '../support/webhook-deliveries.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteFault } from './support/chains/note-fault.ts'

const world = useWorld()
const nowhere = 'http://127.0.0.1:9/'
const names = ['T1', 'T2', 'T3', 'T4']
const reads = (id: string) => [`\`${id}.txt\` exists`, `\`${id}.txt\` reads well`]
const body = writeIssue(names.map((id) => ({ id, path: `${id}.txt`, content: id, criteria: reads(id) })))

/** Four tasks wait for people; what these then do is told to nobody. */
async function startWork(): Promise<{ repo: Playground; issue: number }> {
  const repo = await world.repository()
  const issue = await repo.planIssue('Four notes', body)
  await repo.say(issue, 'maintainer', '/approve')
  for (const id of names) expect((await repo.task(issue, id)).state).toBe('READY_TO_CHECK')
  return { repo, issue }
}

/** Six deeds whose webhooks are under way at the same time; the review of T3 is of the very commit that was pushed. */
async function doSixThings({ repo, issue }: { repo: Playground; issue: number }): Promise<Delivery[]> {
  const { sandbox } = world.running
  const maintainer = repo.as('maintainer').rest
  const pulls = Object.fromEntries(await Promise.all(names.map(async (id) => [id, await repo.pullOf(issue, id)])))
  const before = sandbox.world.deliveries.length
  sandbox.setWebhookUrl(nowhere)
  await repo.say(issue, 'maintainer', '/approve T1')
  await maintainer.pulls.createReview({ ...repo.place, pull_number: pulls['T2'], event: 'APPROVE' })
  await repo.push('writer', 'countersign/ISS-001/1/T3', { 'T3.txt': 'T3, by hand' })
  await maintainer.pulls.createReview({ ...repo.place, pull_number: pulls['T3'], event: 'APPROVE' })
  await maintainer.issues.update({ ...repo.place, issue_number: issue, title: 'Four short notes' })
  await maintainer.pulls.get({ ...repo.place, pull_number: pulls['T4'] })
  await maintainer.pulls.merge({ ...repo.place, pull_number: pulls['T4'] })
  await sandbox.idle()
  const sent = sandbox.world.deliveries.slice(before).filter((one) => messagesOf(one).length > 0 && !isEcho(one))
  expect(sent.map(({ event, action }) => `${event}.${action ?? ''}`)).toEqual([
    'issue_comment.created',
    'pull_request_review.submitted',
    'push.',
    'pull_request_review.submitted',
    'issues.edited',
    'pull_request.closed',
  ])
  return sent
}

/** What says again what one of the six says: the push of its branch that merging T4 is, and that T3's pull request was pushed to. */
function isEcho({ event, action, request }: Delivery): boolean {
  if (event === 'pull_request' && action === 'synchronize') return true
  return event === 'push' && (request.payload as { ref?: string }).ref === 'refs/heads/countersign/ISS-001/1/base'
}

function messagesOf({ event, request }: Delivery): Message[] {
  const { app, reviewer } = world.running.sandbox
  const ourLogins = [app.botLogin, reviewer.login]
  const context: WebhookContext = {
    ourLogins,
    appId: app.id,
    holdsMarker: () => false,
    toOwnTime: (time: string) => time,
    now: new Date().toISOString(),
  }
  return readWebhook(event, request.payload, context).messages
}

/** State of an issue and of its session, as the workflow branch has them. */
interface Start {
  work: Work
  sessions: Map<string, string>
}

async function readState({ repo, issue }: { repo: Playground; issue: number }): Promise<Start> {
  const reader = createStateReader(repo.as('maintainer'), repo.place)
  const head = await repo.workflowHead()
  const work = await readWork(reader, head, issue)
  if (work === null) throw new Error('nothing is registered')
  const sessions = new Map<string, string>()
  for (const { path, blob } of await reader.listFiles(head, sessionsDir))
    if (!path.includes('/solutions/')) sessions.set(path, new TextDecoder().decode(await reader.readBlob(blob)))
  return { work, sessions }
}

/** Everything that is decided; ids, times, commits and the order of lists aside. */
function outline({ record, execution, loop }: Work) {
  const versions = new Map(execution?.artifacts.map((one) => [one.artifact_id, `${one.task} v${one.version}`]))
  return {
    phase: record?.phase,
    text: record?.current_sha256,
    owed: record?.outbox.length,
    final: record?.final_pull_request?.state,
    loop: loop?.status,
    applied: record?.applied
      .map(({ key }) => key)
      .filter((key) => !key.startsWith('op:'))
      .toSorted(),
    nodes: Object.values(execution?.nodes ?? {})
      .map((node) =>
        node.kind === 'ACTION'
          ? [node.id, node.state, node.attempts, node.merge, versions.get(node.approved_artifact_id ?? '')].join(' ')
          : `${node.id} ${node.state}`,
      )
      .toSorted(),
    versions: execution?.artifacts.map((one) => `${versions.get(one.artifact_id)} by ${one.by.kind}`).toSorted(),
    verdicts: execution?.reviews
      .map((one) => `${versions.get(one.reviewed_artifact_id)} ${one.verdict} by ${one.reviewer.split(', ').at(-1)}`)
      .toSorted(),
  }
}

/** The machine on a state, given messages one after the other, each to its end. */
async function play(start: Start, messages: readonly Message[]): Promise<Work> {
  const { logins } = world.running.sandbox
  const machine = new Machine()
  machine.store.seed(structuredClone(start.work), start.sessions)
  // Each task has a file of its own: none brings what another's branch holds.
  machine.workspace.compareTrees = () => Promise.resolve([])
  machine.roles.set(logins.maintainer, 'maintain').set(logins.writer, 'write')
  machine.review = ({ criteria }) => {
    const [people, machines] = [criteria.filter(isManual), criteria.filter((one) => !isManual(one))]
    const results = machines.map(({ id }) => ({ id, result: 'pass' as const, evidence: 'found' }))
    return Promise.resolve({ results, waiting: people.map(({ id }) => ({ criterion: id, for: 'person' as const })) })
  }
  const { queue } = machine
  const push = queue.push.bind(queue)
  const requeue: [string, Message][] = []
  // What waits for seconds waits until the others were told.
  queue.push = (key, message, delayMs) => void (delayMs < 2_000 ? push(key, message, 0) : requeue.push([key, message]))
  // Done before the first of them is told.
  for (const message of messages) if (message.kind === 'pushed') machine.pulls.heads.set(message.branch, message.after)
  for (const message of messages) {
    machine.workspace.path = message.kind === 'pushed' ? 'T3.txt' : 'T4.txt'
    push(issueKey(message.repository, message.issueNumber), message, 0)
    await machine.settle()
  }
  // What comes of those may wait, too: that something was shown is told with what comes next.
  while (requeue.length > 0) {
    for (const [key, message] of requeue.splice(0)) push(key, message, 0)
    await machine.settle()
  }
  return machine.store.work(start.work.record?.number ?? 0)
}

const isManual = (criterion: AcceptanceCriterion) => criterion.check_method === 'manual_review'

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.filter((_one, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}

/** All 720 orders, or so many of them, as far apart as can be. */
const mostOrders = Number(process.env['WEBHOOK_ORDERS'] ?? 60)

test('six webhooks in any order, lost, late and doubled, end in one state: that of GitHub’s order', async () => {
  const work = await startWork()
  const start = await readState(work)
  const sent = await doSixThings(work)
  const messages = sent.flatMap(messagesOf)

  const wanted = outline(await play(start, messages))
  const all = permutations(messages)
  const orders = all.filter((_order, place) => place % Math.ceil(all.length / mostOrders) === 0)
  const wrong: unknown[] = []
  for (const order of orders) {
    const end = outline(await play(start, order))
    if (JSON.stringify(end) !== JSON.stringify(wanted)) wrong.push({ order: order.map(({ key }) => key), end })
  }
  await noteFault({
    fault: 'webhooks in another order',
    where: `six webhooks of one issue, ${orders.length === all.length ? 'all' : 'some'} orders`,
    tried: orders.length,
    lost: wrong.length,
  })
  expect(orders).toHaveLength(Math.min(mostOrders, 720))
  expect(wrong.slice(0, 1)).toEqual([])
  expect(wanted).toMatchObject({ phase: 'completed', owed: 0, final: 'open' })

  // All six were lost: here the reconciler finds what they said, by its own looks and by having them sent again.
  const { sandbox, app } = world.running
  sandbox.setWebhookUrl(app.webhookUrl)
  await app.reconcile()
  await work.repo.settle()
  const found = outline((await readState(work)).work)
  await noteFault({
    fault: 'webhooks lost',
    where: 'six webhooks of one issue',
    tried: sent.length,
    lost: countOther(found, wanted),
  })
  expect(found).toEqual(wanted)

  const before = await readAll(work)
  for (const delivery of sent) {
    await redeliver(world.running, delivery.id)
    await redeliver(world.running, delivery.id)
    await replayDelivery(world.running, delivery)
  }
  await work.repo.settle()
  const after = await readAll(work)
  await noteFault({
    fault: 'webhooks doubled or late',
    where: 'twice under the same delivery id, once under another',
    tried: 3 * sent.length,
    lost: after === before ? 0 : 1,
  })
  expect(after).toBe(before)
})

/** Everything that a webhook that counted once more could change. */
async function readAll({ repo, issue }: { repo: Playground; issue: number }): Promise<string> {
  const refs = await readGit(repo.bareDir, ['for-each-ref', '--format=%(refname) %(objectname)'])
  return [refs, ...(await repo.thread(issue)), JSON.stringify(await repo.pulls())].join('\n')
}

function countOther(found: object, wanted: object): number {
  return JSON.stringify(found) === JSON.stringify(wanted) ? 0 : 1
}
