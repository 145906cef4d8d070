import { expect, test, vi } from 'vitest'
import { CountersignFault } from '../../../src/application/fault.ts'
import type { ExecutionAnswer } from '../../../src/application/ports/roles/executor.ts'
import { testSha } from '../../support/builders.ts'
import { ada, changed, eve, Machine, oneTask } from '../../support/fakes/machine.ts'

const twoTasks = [...oneTask, { id: 'T2', path: 'docs/two.txt', content: 'two' }]

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('a run that ends while another task is merged is not begun again', async () => {
  const machine = new Machine()
  const begun: string[] = []
  let endSecond = (): void => {}
  machine.execute = (request) => {
    begun.push(request.task.id)
    const answer = changed(request)
    if (request.task.id === 'T1') return Promise.resolve(answer)
    return new Promise<ExecutionAnswer>((resolve) => (endSecond = () => resolve(answer)))
  }
  const merge = machine.pulls.merge.bind(machine.pulls)
  machine.pulls.merge = async (...call) => {
    machine.pulls.merge = merge
    endSecond()
    await until(() =>
      machine.queue.waiting().some((message) => message.kind === 'event' && message.event.kind === 'gate'),
    )
    return merge(...call)
  }
  machine.label(twoTasks)
  await machine.settle()

  machine.say('/approve', undefined, twoTasks)
  await machine.settle()

  expect(begun).toEqual(['T1', 'T2'])
})

test('what our own work changes is shown a second later, with all that comes until then', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  machine.say('/approve')
  await machine.queue.turn()
  await machine.runs.idle()
  const shown = machine.thread.requests.length

  await machine.queue.turn()

  expect(machine.thread.requests).toHaveLength(shown)
  expect(machine.queue.waiting().map((message) => message.kind)).toContain('show_due')
  await machine.settle()
  const posts = machine.thread.requests.slice(shown).flatMap((request) => request.posts.map((post) => post.kind))
  expect(new Set(posts)).toEqual(new Set(['edit', 'label', 'assign']))
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

/** Two tasks whose merges are owed by one decision; while the first is under way somebody says something. */
async function mergeTwo(words: string, sender = ada): Promise<Machine> {
  const machine = new Machine()
  const merge = machine.pulls.merge.bind(machine.pulls)
  machine.pulls.merge = (...call) => {
    machine.pulls.merge = merge
    machine.say(words, sender, twoTasks)
    return merge(...call)
  }
  machine.label(twoTasks)
  await machine.settle()
  machine.say('/approve', undefined, twoTasks)
  await machine.settle()
  return machine
}

const mergesOf = (machine: Machine) => machine.pulls.calls.filter((call) => call.startsWith('merge')).length

test.each(['/pause', '/stop enough'])('%s is seen between two effects of one decision', async (words) => {
  const machine = await mergeTwo(words)

  expect(mergesOf(machine)).toBe(1)
  expect(machine.record().paused ?? machine.record().stopped).toMatchObject({ by: 'ada' })
})

test('what a pause cut short goes on after it', async () => {
  const machine = await mergeTwo('/pause')

  machine.say('/resume', undefined, twoTasks)
  await machine.settle()

  expect(mergesOf(machine)).toBe(2)
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test('a pause by somebody without the role holds nothing up', async () => {
  const machine = await mergeTwo('/pause', eve)

  expect(mergesOf(machine)).toBe(2)
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test('a verdict and the merge that follows from it go together, and neither is done again', async () => {
  const machine = new Machine()
  const together: string[] = []
  machine.pulls.postAndMerge = (_repository, { check, review }, merge) => {
    together.push(`${check.conclusion} ${review?.number} ${merge.number}`)
    return Promise.resolve({ isPosted: true, mergeSha: testSha('merge') })
  }
  machine.label()
  await machine.settle()

  machine.say('/approve')
  await machine.settle()

  expect(together).toEqual(['success 11 11'])
  expect(machine.pulls.calls.filter((call) => /^(?:report countersign\/|postReview|merge)/.test(call))).toEqual([])
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test.each([
  ['whose answer is lost', () => Promise.reject(new Error('no answer')), ['postReview 11 again', 'merge 11']],
  ['of which the merge is refused', () => Promise.resolve({ isPosted: true, mergeSha: null }), ['merge 11']],
  [
    'of which the verdict is refused',
    () => Promise.resolve({ isPosted: false, mergeSha: testSha('merge') }),
    ['postReview 11 again'],
  ],
  ['that was not sent', () => Promise.resolve(null), ['postReview 11', 'merge 11']],
])('of a request for both %s, what is missing is done by itself', async (_what, postAndMerge, calls) => {
  const machine = new Machine()
  machine.pulls.postAndMerge = postAndMerge
  machine.label()
  await machine.settle()

  machine.say('/approve')
  await machine.settle()

  expect(machine.pulls.calls.filter((call) => /^(?:postReview|merge)/.test(call))).toEqual(calls)
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test.each([
  ['both are done', () => Promise.resolve({ number: 12, isPosted: true }), []],
  ['the check run is refused', () => Promise.resolve({ number: 12, isPosted: false }), ['report']],
  ['the pull request is refused', () => Promise.resolve(null), ['open', 'report']],
  [
    'the answer is lost',
    () => Promise.reject(new CountersignFault('github_unavailable', 'away', '')),
    ['open again', 'report'],
  ],
])(
  'of one request for the final pull request and its check, where %s, the rest is looked for',
  async (_, opens, rest) => {
    const machine = new Machine()
    machine.pulls.openWithCheck = opens
    machine.label()
    await machine.settle()

    machine.say('/approve')
    await machine.settle()

    const last = machine.pulls.calls.slice(machine.pulls.calls.indexOf('merge 11') + 1)
    const asked = last
      .filter((call) => /^(?:open|report)/.test(call))
      .map((call) => call.replace(/ countersign.*?(?= again|$)/, ''))
    expect(asked).toEqual(rest)
    expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [], final_pull_request: { state: 'open' } })
  },
)

test('nothing is merged together with its verdict that would make what nobody approved', async () => {
  const machine = new Machine()
  const postAndMerge = vi.spyOn(machine.pulls, 'postAndMerge')
  machine.workspace.mergeBase = () => Promise.resolve(undefined)
  machine.label()
  await machine.settle()

  machine.say('/approve')
  await machine.queue.turn()
  await machine.runs.idle()
  await machine.queue.turn()
  await machine.runs.idle()
  await machine.queue.turn()

  expect(machine.pulls.calls).toContain('postReview 11')
  expect(postAndMerge).not.toHaveBeenCalled()
  expect(mergesOf(machine)).toBe(0)
})
