import { expect, test } from 'vitest'
import { buildConfiguration, testSha } from '../../support/builders.ts'
import { ada, Machine } from '../../support/fakes/machine.ts'

/** Half of them independent, each of the others after the one before it, as `npm run bench -- calls` has them. */
function writeTasks(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const after = number > Math.ceil(count / 2) && number > 1 ? { after: `T${number - 1}` } : {}
    return { id: `T${number}`, path: `docs/${number}.txt`, content: `note ${number}`, ...after }
  })
}

/**
 * From the label to the final pull request, judged by machines, by what each port is asked for. What was shown waits for
 * the next commit, and at the end goes alone; nothing else waits, so that on a quick GitHub it is a commit less.
 */
async function countCosts(tasks: number) {
  const machine = new Machine()
  machine.store.configuration = buildConfiguration({ review: { post: 'when_needed' } })
  machine.ports.reviewer = { name: 'rules', judgesAtOnce: () => true, review: (request) => machine.review(request) }
  let merges = 0
  machine.pulls.postAndMerge = () => {
    merges += 1
    return Promise.resolve({ isPosted: true, mergeSha: testSha(`merge ${merges}`) })
  }
  let finals = 0
  machine.pulls.openWithCheck = () => {
    finals += 1
    return Promise.resolve({ number: 99, isPosted: true })
  }
  const written = writeTasks(tasks)
  machine.label(written)
  await machine.rest()
  machine.say('/approve', undefined, written)
  await machine.rest()
  await machine.settle()
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
  const comments = machine.thread.requests.flatMap(({ posts }) => posts.filter(({ kind }) => kind === 'comment'))
  const pulls = machine.pulls.calls
  const commits = machine.store.commits.length
  return {
    commits,
    content: comments.length + finals + pulls.filter((call) => /^(?:publish|open|postReview) /.test(call)).length,
    // One more: a look at the branch for an issue that isn't known.
    calls: 1 + machine.asked.length + commits + machine.thread.requests.length + pulls.length + merges + finals,
  }
}

test.each([
  { tasks: 1, most: { content: 4, commits: 6, calls: 15 } },
  { tasks: 3, most: { content: 6, commits: 8, calls: 22 } },
  { tasks: 10, most: { content: 13, commits: 18, calls: 50 } },
])('an issue of $tasks tasks costs GitHub no more than it did', async ({ tasks, most }) => {
  const { content, commits, calls } = await countCosts(tasks)

  expect(content).toBe(most.content)
  expect(commits).toBeLessThanOrEqual(most.commits)
  expect(calls).toBeLessThanOrEqual(most.calls)
})

test('an issue in which nothing gets stuck has six label events of ours, however many tasks it has', async () => {
  const machine = new Machine()
  const written = writeTasks(10)
  machine.label(written)
  await machine.settle()
  machine.say('/approve', undefined, written)
  await machine.settle()
  const number = machine.record().final_pull_request?.number ?? 0
  const pull = { number, headSha: testSha('base'), leaf: 'base' }
  machine.send({ kind: 'pull_closed', pull, merged: true, mergeSha: testSha('by hand'), sender: ada })
  await machine.settle()

  const { labels } = machine.thread
  // One is put on, and the one before it taken off.
  const events = labels.flatMap((label, at) => [label, labels[at - 1]]).filter((one) => typeof one === 'string')
  expect(machine.record().final_pull_request?.state).toBe('merged')
  expect(labels).toEqual(['countersign: planned', 'countersign: working', 'countersign: ready', null])
  expect(events).toHaveLength(6)
})
