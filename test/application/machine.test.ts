import { expect, test, vi } from 'vitest'
import { createHumanExecutor } from '../../src/adapters/agents/human/create-human-executor.ts'
import { CountersignFault } from '../../src/application/fault.ts'
import type { ExecutionAnswer, ExecutionRequest } from '../../src/application/ports/roles/executor.ts'
import type { ReviewAnswer, ReviewRequest } from '../../src/application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../src/domain/plan/acceptance-criterion.ts'
import { buildExportPlace } from '../support/repository/build-export-place.ts'
import { buildConfiguration, testSha } from '../support/builders.ts'
import { ada, changed, eve, Machine, oneTask } from '../support/fakes/machine.ts'

const unavailable = () => new CountersignFault('github_unavailable', 'GitHub is away', '')
const refused = () => new CountersignFault('github_refused', 'GitHub says no', '')
const onHold = () => new CountersignFault('on_hold', 'commit abc is not ours', 'A maintainer looks.')

const issue = { number: 7, nodeId: 'I_7', title: 'x', body: '', author: 'ada', labels: [], open: true }

const twoTasks = [...oneTask, { id: 'T2', path: 'docs/two.txt', content: 'two' }]

async function startWork(machine: Machine, tasks = oneTask): Promise<void> {
  machine.label(tasks)
  await machine.settle()
  machine.say('/approve', undefined, tasks)
}

test('a label is one commit: registered, planned and owed in one', async () => {
  const machine = new Machine()

  machine.label()
  await machine.queue.turn()

  expect(machine.store.commits.map((commit) => commit.lines)).toEqual([['labelled', 'plan drafted']])
  expect(machine.record()).toMatchObject({ phase: 'proposed', plan_id: 'SOL-ISS-007-1' })
  expect(machine.thread.requests[0]?.posts.map((post) => post.kind).toSorted()).toEqual(['comment', 'label', 'react'])
  expect(machine.thread.labels).toEqual(['countersign: planned'])
})

test('messages that wait together are one commit', async () => {
  const machine = new Machine()
  machine.label()
  machine.say('/status')
  machine.say('/help')

  await machine.queue.turn()

  expect(machine.store.commits).toHaveLength(1)
})

test('the sizes of files that a split is estimated by are read for who may split', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  const readSizes = vi.spyOn(machine.ports.files, 'readSizes')

  machine.say('/split T1', eve)
  await machine.settle()
  const forOutsider = readSizes.mock.calls.length
  machine.say('/split T1')
  await machine.settle()

  expect([forOutsider, readSizes.mock.calls.length]).toEqual([0, 1])
})

test('a conflict is decided anew on the newer state, and the same person is asked for once', async () => {
  const machine = new Machine()
  machine.store.interferences.push(
    () => machine.store.overtake(),
    () => machine.store.overtake(),
  )

  machine.label()
  await machine.queue.turn()

  expect(machine.store.commits).toHaveLength(1)
  expect(machine.record().phase).toBe('proposed')
  expect(machine.asked).toEqual(['ada'])
})

test('/list says how the issues of the repository stand when it is answered, in one that is not registered too', async () => {
  const machine = new Machine()
  machine.say('/list')
  await machine.settle()
  machine.label()
  await machine.settle()
  machine.say('/list')
  await machine.settle()

  const [empty, one] = machine.thread.texts().filter((text) => /Nothing is being worked on|\| issue \|/.test(text))
  expect(empty).toContain('Nothing is being worked on')
  expect(one).toMatch(/\| #7 .*<br><sub>planned<\/sub> \| 🙋 approval: `\/approve plan@/)
})

test('what outsiders are answered where nothing is registered has one name each, so that it is brought up to date', async () => {
  const machine = new Machine()
  for (const sender of [eve, eve, { ...eve, login: 'mo', id: 10 }]) {
    machine.say('/pause', sender)
    await machine.settle()
  }

  const ops = machine.thread.requests.flatMap(({ posts }) =>
    posts.flatMap((post) => (post.kind === 'comment' ? [post.op] : [])),
  )
  expect(ops).toHaveLength(3)
  expect(ops[1]).toBe(ops[0])
  expect(ops[2]).not.toBe(ops[0])
})

test('an answer that no state owes is looked for by the delivery it is to, which may come again after a crash', async () => {
  const machine = new Machine()
  const comment = { id: 99, nodeId: 'IC_99', body: '/help', writtenAt: '2026-11-21T03:12:00Z' }
  const help = { kind: 'commented' as const, issue, comment, number: 7, leaf: null, sender: ada }

  machine.send(help, { key: 'comment:99' })
  await machine.settle()
  machine.send(help, { key: 'comment:99' })
  await machine.settle()

  const answers = machine.thread.requests.map(({ posts, again }) => ({ op: posts[0]?.op, again }))
  expect(answers).toEqual([answers[0], answers[0]])
  expect(answers[0]).toEqual({ op: expect.stringMatching(/^[0-9a-f]{16}$/), again: true })
})

test('an answer that no state owes is tried again, later too; what GitHub refuses is not', async () => {
  const machine = new Machine()
  machine.thread.faults.push(...Array.from({ length: 9 }, unavailable), refused())

  machine.say('/help')
  await machine.settle()

  expect(machine.waits.length).toBe(8)
  expect(machine.queue.delays).toEqual([0, 2_000])
  expect(machine.thread.requests).toHaveLength(10)
})

test('what is refused on a state from the cache is looked at once more on the newest', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()
  machine.store.reads.length = 0
  const gate = { kind: 'merge_confirmed' as const, task: 'T1', artifact_id: 'none', merge_sha: 'x' }

  machine.send({ kind: 'event', event: { key: 'late', at: 'now', kind: 'gate', op: null, by: null, on: null, gate } })
  await machine.settle()

  expect(machine.store.reads).toEqual(['cached', 'fresh'])
})

test('what was applied before is refused without another look, and a chat is none at all', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  const labelled = { kind: 'labelled' as const, issue, label: 'countersign', sender: ada }
  machine.send(labelled, { key: 'twice' })
  await machine.settle()
  machine.store.reads.length = 0

  machine.send(labelled, { key: 'twice' })
  await machine.settle()
  machine.say('thank you')
  await machine.settle()

  expect(machine.store.reads).toEqual(['cached', 'cached'])
})

test('a comment that comes twice is obeyed once', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  const comment = { id: 99, nodeId: 'IC_99', body: '/help', writtenAt: '2026-11-21T03:12:00Z' }
  const help = { kind: 'commented' as const, issue, comment, number: 7, leaf: null, sender: ada }

  machine.send(help, { key: 'comment:99' })
  machine.send(help, { key: 'comment:99' })
  await machine.settle()
  machine.send(help, { key: 'comment:99' })
  await machine.settle()

  expect(machine.thread.texts().filter((text) => text.includes('A command stands'))).toHaveLength(1)
})

test('what can not be handled now comes back later and later, then the thread is told once', async () => {
  const machine = new Machine()
  machine.store.readFaults.push(...Array.from({ length: 6 }, unavailable))

  machine.say('/approve')
  await machine.settle()

  expect(machine.queue.delays).toEqual([0, 2_000, 6_000, 18_000, 54_000, 162_000])
  expect(machine.thread.texts()).toHaveLength(1)
  expect(machine.thread.texts()[0]).toContain('could not be recorded')
})

test('what comes back and then succeeds is not told', async () => {
  const machine = new Machine()
  machine.store.writeFaults.push(unavailable(), unavailable())

  machine.label()
  await machine.settle()

  expect(machine.record().phase).toBe('proposed')
  expect(machine.thread.texts().join()).not.toContain('could not be recorded')
})

test('a hold is told to somebody with a role who asks, and to nobody else', async () => {
  const machine = new Machine()
  const tell = async (body: string, sender?: typeof eve) => {
    machine.store.readFaults.push(onHold())
    machine.say(body, sender)
    await machine.settle()
    return machine.thread.texts().length
  }

  expect(await tell('just talk')).toBe(0)
  expect(await tell('/approve', eve)).toBe(0)
  expect(await tell('/approve')).toBe(1)
  expect(machine.thread.texts()[0]).toContain('commit abc is not ours')
})

test('/doctor fix that GitHub did not answer lifts the hold later, and says so', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  machine.store.readFaults.push(onHold(), onHold())
  const restored = { at: 'a'.repeat(40), was: 'b'.repeat(40) }
  const faults = [unavailable()]
  machine.store.restore = async (_repository, before) => {
    await before?.(restored)
    const fault = faults.pop()
    if (fault !== undefined) throw fault
    return restored
  }

  machine.say('/doctor fix')
  await machine.settle()

  // Stored at each try, it is one comment by its mark.
  const said = new Set(machine.thread.texts().filter((text) => text.includes('No longer on hold')))
  expect(said.size).toBe(1)
  expect(machine.thread.texts().join('\n')).not.toContain('commit abc is not ours')
})

test('a label with a name that no marker can hold is answered all the same', async () => {
  const machine = new Machine()
  machine.store.readFaults.push(onHold())

  machine.send(
    { kind: 'labelled', issue, label: 'countersign -- <x>', sender: ada },
    { key: 'labelled:countersign -- <x>:now' },
  )
  await machine.settle()

  expect(machine.thread.texts()).toHaveLength(1)
})

test('a message that can never be understood does not hold up those beside it, and is said', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()
  machine.workspace.changeFaults.push(refused())

  const push = { branch: 'countersign/ISS-007/1/T1', leaf: 'T1', before: 'a', after: 'b', forced: false }
  machine.send({ kind: 'pushed', ...push, sender: eve })
  machine.say('/help')
  await machine.settle()

  const texts = machine.thread.texts().join('\n')
  expect(texts).toContain('could not be taken in (pushed)')
  expect(texts).toContain('A command stands at the start of a line')
})

test('from approval to the final pull request, in order', async () => {
  const machine = new Machine()

  await startWork(machine)
  await machine.settle()

  const branches = machine.thread.requests.flatMap(({ posts }) => posts.filter(({ kind }) => kind === 'branch'))
  expect(branches).toMatchObject([{ branch: 'countersign/ISS-007/1/base' }])
  expect(machine.pulls.calls).toEqual([
    'publish countersign/ISS-007/1/T1',
    'postReview 11',
    'report countersign/T1 success',
    'merge 11',
    'open countersign/ISS-007/1/base',
    'report countersign success',
  ])
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test.each(['when_needed', 'never'] as const)(
  'with `review.post: %s` what machines approved has its check run and its file, and no review',
  async (post) => {
    const machine = new Machine()
    machine.store.configuration = buildConfiguration({ review: { post } })

    await startWork(machine)
    await machine.settle()

    expect(machine.pulls.calls.slice(0, 3)).toEqual([
      'publish countersign/ISS-007/1/T1',
      'report countersign/T1 success',
      'merge 11',
    ])
    expect(machine.work().execution?.reviews[0]?.file?.path).toMatch(/\/APPROVED\.md$/)
  },
)

test.each([
  ['when_needed', ['postReview 11']],
  ['never', []],
] as const)(
  'with `review.post: %s` a rejection has its check run and its file, and as reviews %j',
  async (post, reviews) => {
    const machine = new Machine()
    machine.store.configuration = buildConfiguration({ review: { post } })

    await startWork(machine)
    machine.review = ({ criteria }) => {
      const results = criteria.map(({ id }) => ({ id, result: 'fail' as const, evidence: 'empty' }))
      return Promise.resolve({ results, waiting: [] })
    }
    await machine.settle()

    expect(machine.pulls.calls).toContain('report countersign/T1 failure')
    expect(machine.pulls.calls.filter((call) => call.startsWith('postReview')).slice(0, 1)).toEqual(reviews)
    expect(machine.work().execution?.reviews[0]?.file?.path).toMatch(/\/REJECTED\.md$/)
  },
)

/** As the rules do with files alone. */
function judgeAtOnce(machine: Machine, review: Machine['review'] = (request) => machine.review(request)): void {
  machine.ports.reviewer = { name: 'rules', judgesAtOnce: () => true, review }
}

const linesOf = (machine: Machine) => machine.store.commits.map(({ lines }) => lines)

test('a version that is judged by a look at its files is one commit with its verdict', async () => {
  const machine = new Machine()
  judgeAtOnce(machine)

  await startWork(machine)
  await machine.settle()

  const commit = machine.store.commits.find(({ lines }) => lines.includes('T1 run yielded'))
  expect(commit?.lines.slice(-2)).toEqual(['T1 run yielded', 'T1 review reported'])
  expect(commit?.files.map(({ path }) => path.split('/')[1])).toEqual(expect.arrayContaining(['artifacts', 'reviews']))
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test.each([
  ['/pause', 'RUNNING'],
  ['/stop enough', 'CANCELLED'],
])('with %s waiting beside it a version is not judged at once', async (words, state) => {
  const machine = new Machine()
  judgeAtOnce(machine)
  await startWork(machine)
  await machine.queue.turn()
  await machine.queue.turn()
  await machine.runs.idle()

  machine.say(words)
  await machine.queue.turn()

  expect(linesOf(machine).at(-1)).toEqual(expect.arrayContaining(['T1 run yielded', 'commands given']))
  expect(linesOf(machine).flat()).not.toContain('T1 review reported')
  expect(machine.work().execution?.nodes['C1']).toMatchObject({ state })
})

test('a version that has no open pull request yet gets one before it is judged', async () => {
  const machine = new Machine()
  judgeAtOnce(machine)
  await startWork(machine)
  await machine.settle()
  machine.execute = () => new Promise(() => {})
  machine.say('/reject T1 say more')
  await machine.queue.turn()
  const before = machine.store.commits.length

  const push = { branch: 'countersign/ISS-007/1/T1', leaf: 'T1', before: 'a', after: 'b', forced: false }
  machine.send({ kind: 'pushed', ...push, sender: ada })
  await machine.queue.turn()

  const lines = linesOf(machine).slice(before).flat()
  expect(lines).toContain('T1 version pushed')
  expect(lines).not.toContain('T1 review reported')
})

test.each([
  ['fails', () => Promise.reject(unavailable())],
  ['takes too long', () => new Promise<never>(() => {})],
])('a look that %s is a run like any other', async (_what, look) => {
  const machine = new Machine()
  let looks = 0
  judgeAtOnce(machine, (request) => {
    looks += 1
    if (looks > 1) return machine.review(request)
    setImmediate(() => machine.timers.splice(0).forEach(({ act }) => act()))
    return look()
  })

  await startWork(machine)
  await machine.settle()

  const reported = linesOf(machine).find((lines) => lines.includes('T1 review reported'))
  expect(reported).not.toContain('T1 run yielded')
  expect(machine.record()).toMatchObject({ phase: 'completed', outbox: [] })
})

test('the verdict file is in the commit that records the review, with its hash', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()

  const review = machine.work().execution?.reviews[0]
  const commit = machine.store.commits.find((one) => one.files.some((file) => file.path === review?.file?.path))

  expect(review?.file?.path).toMatch(/\/APPROVED\.md$/)
  expect(commit?.lines).toContain('T1 review reported')
  expect(
    machine.store.commits.filter((one) => one.files.some((file) => file.path.endsWith('APPROVED.md'))),
  ).toHaveLength(1)
})

test("a version's bytes are in the commit that records it", async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()

  const [artifact] = machine.work().execution?.artifacts ?? []
  const commit = machine.store.commits.find((one) => one.lines.includes('T1 run yielded'))

  expect(commit?.files).toMatchObject([
    {
      path: `workspace/artifacts/${artifact?.task_id}/${artifact?.artifact_id}/docs/one.txt`,
      blob: artifact?.files[0]?.blob,
      mode: '100644',
    },
  ])
})

test('a version that is reported together with what replaces its plan is kept, with its bytes', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.queue.turn()
  await machine.queue.turn()
  await machine.runs.idle()

  machine.say('/replan', undefined, twoTasks)
  await machine.queue.turn()

  const commit = machine.store.commits.at(-1)
  expect(commit?.lines).toEqual(expect.arrayContaining(['T1 run yielded', 'commands given', 'plan drafted']))
  const [artifact] = commit?.next.replaced?.[0]?.execution?.artifacts ?? []
  expect(commit?.files).toMatchObject([
    { path: `workspace/artifacts/${artifact?.task_id}/${artifact?.artifact_id}/docs/one.txt` },
  ])
})

test('an effect that may succeed later is tried again, looking first', async () => {
  const machine = new Machine()
  machine.pulls.faults.push({ name: 'open', error: unavailable() }, { name: 'open', error: unavailable() })

  await startWork(machine)
  await machine.settle()

  expect(machine.pulls.calls.filter((call) => call.startsWith('open'))).toEqual([
    'open countersign/ISS-007/1/base',
    'open countersign/ISS-007/1/base again',
    'open countersign/ISS-007/1/base again',
  ])
  expect(machine.waits).toEqual([500, 1_000])
  expect(machine.record().phase).toBe('completed')
})

test('in an outage nothing is given up: it stays owed, and is looked for when its time has come', async () => {
  const machine = new Machine()
  const faults = Array.from({ length: 11 }, () => ({ name: 'open' as const, error: unavailable() }))
  machine.pulls.faults.push(...faults)

  await startWork(machine)
  await machine.settle()
  const pauses: number[] = []
  for (let timer = machine.timers.shift(); timer !== undefined; timer = machine.timers.shift()) {
    pauses.push(timer.ms / 60_000)
    expect(machine.record()).toMatchObject({ paused: null, final_pull_request: null })
    timer.act()
    await machine.settle()
  }

  // What else happens meanwhile tries it too, once.
  expect(pauses).toEqual([1, 2])
  expect(machine.pulls.calls.filter((call) => call.startsWith('open'))).toEqual([
    'open countersign/ISS-007/1/base',
    ...Array.from({ length: 11 }, () => 'open countersign/ISS-007/1/base again'),
  ])
  expect(machine.record()).toMatchObject({ final_pull_request: { state: 'open' }, outbox: [] })
  expect(machine.thread.texts().join()).not.toContain('GitHub is away')
})

test('what people read is deferred too, and posted once GitHub is back', async () => {
  const machine = new Machine()
  machine.thread.faults.push(...Array.from({ length: 40 }, unavailable))

  machine.label()
  await machine.settle()
  const owed = machine.record().outbox.map(({ action }) => action.kind)
  machine.thread.faults.splice(0)
  machine.timers[0]?.act()
  await machine.settle()

  expect(owed).toContain('show_plan')
  expect(machine.record()).toMatchObject({ outbox: [], plan_comment: { plan_id: 'SOL-ISS-007-1' } })
  expect(machine.thread.requests.at(-1)?.again).toBe(true)
})

test('a run that meets an outage is deferred and costs no attempt', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  machine.execute = () => Promise.reject(unavailable())

  machine.say('/approve')
  await machine.queue.idle()
  await expect.poll(() => machine.logs.some((line) => line.includes('a run was deferred'))).toBe(true)

  expect(machine.work().execution?.nodes['T1']).toMatchObject({ state: 'RUNNING', attempts: 0 })
})

test('a verdict is posted again only once its review is no longer on its way', async () => {
  const machine = new Machine()
  const order: string[] = []
  const postReview = machine.pulls.postReview.bind(machine.pulls)
  machine.pulls.postReview = async (...given) => {
    order.push('begun')
    await new Promise((resolve) => setImmediate(resolve))
    await postReview(...given)
    order.push('posted')
  }
  machine.pulls.faults.push({ name: 'report', error: unavailable() })

  await startWork(machine)
  await machine.settle()

  expect(order).toEqual(['begun', 'posted', 'begun', 'posted'])
})

test('a pull request that was merged with an older version is followed by another one', async () => {
  const machine = new Machine()
  const merge = machine.pulls.merge.bind(machine.pulls)
  machine.pulls.merge = async (...given) => {
    machine.pulls.merge = merge
    await merge(...given)
    return { kind: 'spent' }
  }

  await startWork(machine)
  await machine.settle()

  expect(machine.pulls.calls.slice(-5)).toEqual([
    'merge 11',
    'open countersign/ISS-007/1/T1',
    'merge 12',
    'open countersign/ISS-007/1/base',
    'report countersign success',
  ])
  expect(machine.record().phase).toBe('completed')
})

test('what a fenced run left on the branch is taken back before the merge', async () => {
  const machine = new Machine()
  const [strange, restored] = ['f'.repeat(40), [] as string[]]
  const standing = machine.pulls.merged
  machine.pulls.merged = { kind: 'moved', head: strange, isOurs: true }
  machine.ports.repairer.restoreBranch = (_repository, { branch, seen }) => {
    machine.pulls.merged = standing
    restored.push(`${branch} from ${seen}`)
    return Promise.resolve('restored')
  }

  await startWork(machine)
  await machine.settle()

  expect(restored).toEqual([`countersign/ISS-007/1/T1 from ${strange}`])
  expect(machine.record().phase).toBe('completed')
})

test('a push that is told late, after a version that has it in it, is no version', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()
  machine.workspace.isAncestor = () => Promise.resolve(true)

  const push = { branch: 'countersign/ISS-007/1/T1', leaf: 'T1', before: 'a', after: 'b', forced: false }
  machine.send({ kind: 'pushed', ...push, sender: ada })
  await machine.settle()

  expect(machine.work().execution?.artifacts).toHaveLength(1)
})

test('an effect that is refused is not tried again; the work waits for a person, who is told', async () => {
  const machine = new Machine()
  machine.thread.refused.add('branch')

  await startWork(machine)
  await machine.settle()

  expect(machine.pulls.calls).toEqual([])
  expect(machine.record().paused).not.toBeNull()
  expect(machine.thread.texts().join()).toContain('refused by the test')
  machine.thread.refused.delete('branch')
  machine.say('/resume')
  await machine.settle()
  expect(machine.record().phase).toBe('completed')
})

test('an executor that throws is a failed attempt, and the last one waits for a person', async () => {
  const machine = new Machine()
  machine.execute = () => Promise.reject(new Error('it broke'))

  await startWork(machine)
  await machine.settle()

  expect(machine.stateOf('T1')).toBe('WAITING_EXTERNAL')
  expect(machine.work().execution?.nodes['T1']).toMatchObject({ attempts: 3, run: null })
})

test('a reviewer that throws does not lose the version', async () => {
  const machine = new Machine()
  machine.review = () => Promise.reject(new Error('it broke'))

  await startWork(machine)
  await machine.settle()

  expect(machine.record().outbox).toEqual([])
  expect(machine.stateOf('C1')).toBe('WAITING_EXTERNAL')
})

/** An executor whose runs the test ends. */
function holdRuns(machine: Machine) {
  const held: { request: ExecutionRequest; end: () => void }[] = []
  machine.execute = (request) =>
    new Promise<ExecutionAnswer>((resolve) => held.push({ request, end: () => resolve(changed(request)) }))
  return held
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('two runs that end at once are each done once', async () => {
  const machine = new Machine()
  const held = holdRuns(machine)
  machine.workspace.path = 'docs/one.txt'
  await startWork(machine, twoTasks)
  await machine.queue.idle()
  await until(() => held.length === 2)
  // The second ends while the result of the first is being decided on.
  held[0]?.end()
  await until(() => machine.queue.waiting().length === 1)
  machine.store.interferences.push(() => held[1]?.end())

  await machine.settle()

  expect(held).toHaveLength(2)
  expect(machine.pulls.calls.filter((call) => call.startsWith('publish'))).toHaveLength(2)
})

test('a pause ends the run, which counts as no attempt, and nothing begins until /resume', async () => {
  const machine = new Machine()
  const held = holdRuns(machine)
  await startWork(machine)
  await machine.queue.idle()
  await until(() => held.length === 1)

  machine.say('/pause')
  await machine.queue.idle()
  expect(held[0]?.request.signal.aborted).toBe(true)
  held[0]?.end()
  await machine.settle()

  expect(machine.stateOf('T1')).toBe('READY')
  expect(machine.work().execution?.nodes['T1']).toMatchObject({ attempts: 0, run: null })
  expect(machine.pulls.calls.some((call) => call.startsWith('publish'))).toBe(false)
  machine.execute = (request) => Promise.resolve(changed(request))
  machine.say('/resume')
  await machine.settle()
  expect(machine.record().phase).toBe('completed')
})

test('a task that is given to somebody while it is worked on asks that person', async () => {
  const machine = new Machine()
  machine.execute = (request) => {
    const { outcome: _outcome, receipt } = changed(request)
    return Promise.resolve({ outcome: { kind: 'stuck', reason: 'it does not apply' }, receipt })
  }
  machine.ports.executors = new Map([...machine.ports.executors, ['human', createHumanExecutor()]])
  machine.roles.set('grace', 'write')
  await startWork(machine)
  await machine.settle()

  machine.say('/assign T1 @nobody-here')
  await machine.settle()
  machine.say('/assign T1 @grace')
  await machine.settle()

  expect(machine.thread.texts().join('\n')).toContain('`@nobody-here` is no account on GitHub.')
  expect(machine.work().execution?.nodes['T1']).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'push', who: ['grace'] },
  })
})

test('a pause ends a review too, which is begun anew with /resume', async () => {
  const machine = new Machine()
  const held: { request: ReviewRequest; end: () => void }[] = []
  const passed = ({ criteria }: ReviewRequest): ReviewAnswer => ({
    results: criteria.map(({ id }) => ({ id, result: 'pass', evidence: 'x' })),
    waiting: [],
  })
  machine.review = (request) => new Promise((resolve) => held.push({ request, end: () => resolve(passed(request)) }))
  await startWork(machine)
  while (held.length === 0) {
    await machine.queue.idle()
    await new Promise((resolve) => setImmediate(resolve))
  }

  machine.say('/pause')
  await machine.queue.idle()
  expect(held[0]?.request.signal.aborted).toBe(true)
  held[0]?.end()
  await machine.settle()

  expect([machine.stateOf('C1'), machine.work().execution?.reviews]).toEqual(['RUNNING', []])
  machine.review = (request) => Promise.resolve(passed(request))
  machine.say('/resume')
  await machine.settle()
  expect(machine.record().phase).toBe('completed')
})

test('a merge that is owed waits out a pause', async () => {
  const machine = new Machine()
  machine.review = ({ criteria }) => {
    machine.say('/pause')
    return Promise.resolve({ results: criteria.map(({ id }) => ({ id, result: 'pass', evidence: 'x' })), waiting: [] })
  }

  await startWork(machine)
  await machine.settle()
  expect(machine.pulls.calls.some((call) => call.startsWith('merge'))).toBe(false)
  machine.say('/resume')
  await machine.settle()

  expect(machine.pulls.calls).toContain('merge 11')
  expect(machine.record().phase).toBe('completed')
})

const branch = 'countersign/ISS-007/1/T1'
const strange = 'c0ffee'.padEnd(40, '0')

/** T1 waits for a person's judgement. */
async function startWaiting(): Promise<Machine> {
  const machine = new Machine()
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: 'person' as const })) })
  await startWork(machine)
  await machine.settle()
  return machine
}

/** Ada closes the pull request of T1, which waits for her judgement. */
async function closeWaiting(gone: string | null): Promise<Machine> {
  const machine = await startWaiting()
  if (gone !== null) machine.pulls.gone.add(gone)
  const pull = { number: 11, headSha: 'a'.repeat(40), leaf: 'T1' }
  machine.send({ kind: 'pull_closed', pull, merged: false, mergeSha: null, sender: ada })
  await machine.settle()
  return machine
}

test('closing a task’s pull request rejects its version', async () => {
  const machine = await closeWaiting(null)

  expect(machine.work().execution?.reviews).toMatchObject([{ verdict: 'REJECTED', reviewer: '@ada' }])
})

test.each(['countersign/ISS-007/1/T1', 'countersign/ISS-007/1/base'])(
  'a pull request that GitHub closed since %s was deleted is no rejection',
  async (gone) => {
    const machine = await closeWaiting(gone)

    expect(machine.work().execution?.reviews).toEqual([])
  },
)

test.each([
  ['the pull request', testSha('merge by hand')],
  ['only the integration branch', null],
])('a merge that comes without its commit is one all the same: %s has it', async (_where, found) => {
  const machine = await startWaiting()
  machine.pulls.mergeCommit = found
  const headSha = machine.work().execution?.artifacts[0]?.commit_sha ?? ''
  const pull = { number: 11, headSha, leaf: 'T1' }

  machine.send({ kind: 'pull_closed', pull, merged: true, mergeSha: null, sender: ada })
  await machine.settle()

  expect(machine.work().execution?.nodes['T1']).toMatchObject({ state: 'DONE', merge: 'merged' })
  expect(machine.work().execution?.reviews).toMatchObject([{ verdict: 'APPROVED', reviewer: '@ada' }])
})

test('an approved task whose pull request is a draft goes on by itself once that is ready for review', async () => {
  const machine = new Machine()
  machine.pulls.merged = { kind: 'refused', why: 'its pull request is a draft', isDraft: true }
  await startWork(machine)
  await machine.settle()
  expect(machine.record()?.paused).toMatchObject({ cause: 'draft', pull_request: 11 })
  expect(machine.thread.texts().join()).toContain('Once it is marked ready for review, it is merged by itself')

  machine.pulls.merged = { kind: 'merged', sha: testSha('merge') }
  machine.send({ kind: 'pull_ready', number: 12 })
  await machine.settle()
  expect(machine.record()?.paused).not.toBeNull()
  machine.send({ kind: 'pull_ready', number: 11 })
  await machine.settle()

  expect(machine.record()).toMatchObject({ paused: null, phase: 'completed' })
})

test('a draft that is closed is waited for no longer', async () => {
  const machine = new Machine()
  machine.pulls.merged = { kind: 'refused', why: 'its pull request is a draft', isDraft: true }
  await startWork(machine)
  await machine.settle()

  const headSha = machine.work().execution?.artifacts[0]?.commit_sha ?? ''
  const pull = { number: 11, headSha, leaf: 'T1' }
  machine.send({ kind: 'pull_closed', pull, merged: false, mergeSha: null, sender: ada })
  await machine.queue.turn()

  expect(machine.record()?.paused).toBeNull()
})

test('the body of the final pull request is written anew when it is ready again', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()
  machine.say('/retry T1')
  await machine.settle()

  expect(machine.record()?.final_pull_request).toMatchObject({ state: 'open' })
  expect(machine.pulls.calls.filter((call) => /^(?:setDraft|rewrite)/.test(call))).toEqual([
    'setDraft 12 true',
    'rewrite 12',
    'setDraft 12 false',
  ])
  expect(machine.pulls.bodies.get(12)).toContain('v2')
})

test.each([
  ['/export no-supporting', false],
  ['/export', true],
])('%s asks for a bundle with what only supports: %s', async (command, includeSupporting) => {
  const machine = new Machine()
  const { place, written } = buildExportPlace()
  machine.ports.exports.open = () => Promise.resolve(place)
  await startWork(machine)
  await machine.settle()

  machine.say(command)
  await machine.settle()

  const paths = written.flatMap(({ files }) => files.map(({ path }) => path))
  expect(written).toHaveLength(1)
  expect(paths.some((path) => path.endsWith('src/task-1.ts'))).toBe(includeSupporting)
})

/** Somebody pushes a commit that is no version. */
function pushRefused(machine: Machine): void {
  machine.workspace.pathFaults = [{ path: 'other.txt', code: 'outside_scope', message: 'not in its scope' }]
  const push = { branch, leaf: 'T1', before: 'a'.repeat(40), after: strange, forced: false, sender: eve }
  machine.send({ kind: 'pushed', ...push }, { key: `head:${branch}:${push.before}:${push.after}` })
}

test('a head that is no version is not waited for: the work is paused with what to do, and /resume tries the merge', async () => {
  const machine = new Machine()
  machine.pulls.merged = { kind: 'moved', head: strange, isOurs: false }
  machine.review = ({ criteria }) => {
    pushRefused(machine)
    return Promise.resolve({ results: criteria.map(({ id }) => ({ id, result: 'pass', evidence: 'x' })), waiting: [] })
  }
  await startWork(machine)
  await machine.settle()

  expect(machine.record().paused?.why).toContain('was not taken as a version')
  expect(machine.record().outbox.map(({ action }) => action.kind)).toEqual(['merge_task'])

  machine.pulls.merged = { kind: 'merged', sha: 'd'.repeat(40) }
  machine.say('/resume')
  await machine.settle()

  expect(machine.record().phase).toBe('completed')
})

test('nor is it where the merge saw it before its push was heard of', async () => {
  const machine = new Machine()
  machine.pulls.merged = { kind: 'moved', head: strange, isOurs: false }
  await startWork(machine)
  await machine.settle()
  expect(machine.record()).toMatchObject({ paused: null, outbox: [] })

  pushRefused(machine)
  await machine.settle()

  expect(machine.record().paused?.why).toContain('was not taken as a version')
})

test('a run that makes the bytes of a rejected version publishes nothing: the head stays that version', async () => {
  const machine = new Machine()
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: criteria.map(({ id }) => ({ id, result: 'fail', evidence: 'x' })), waiting: [] })

  await startWork(machine)
  await machine.settle()

  expect(machine.work().execution?.nodes['T1']).toMatchObject({
    state: 'WAITING_EXTERNAL',
    reason: 'the run made the same bytes as version 1, which was rejected',
  })
  expect(machine.pulls.calls.filter((call) => call.startsWith('publish'))).toHaveLength(1)
})

test('a stop ends the run, and what it yields is refused', async () => {
  const machine = new Machine()
  const held = holdRuns(machine)
  await startWork(machine)
  await machine.queue.idle()
  await until(() => held.length === 1)

  machine.say('/stop enough')
  await machine.queue.idle()
  held[0]?.end()
  await machine.settle()

  expect(held[0]?.request.signal.aborted).toBe(true)
  expect(machine.record()).toMatchObject({ phase: 'stopped', outbox: [] })
  expect(machine.work().execution?.artifacts).toEqual([])
})

test('a run that a stop ends is not ordered again meanwhile: that would call the end off', async () => {
  const machine = new Machine()
  const held = holdRuns(machine)
  await startWork(machine)
  await machine.queue.idle()
  await until(() => held.length === 1)
  const ordered = vi.spyOn(machine.ports.runs, 'add')

  machine.say('/stop enough')
  await machine.queue.idle()

  expect(ordered.mock.calls.flatMap(([orders]) => orders.map(({ op }) => op))).toEqual([])
  held[0]?.end()
  await machine.settle()
  expect(machine.record()).toMatchObject({ phase: 'stopped', outbox: [] })
})

test('posts whose answer is lost are looked for, and the plan comment is known afterwards', async () => {
  const machine = new Machine()
  machine.thread.faults.push(unavailable())

  machine.label()
  await machine.settle()

  expect(machine.thread.requests.map(({ posts, again }) => `${posts.length} ${again}`)).toEqual([
    '3 false',
    '1 true',
    '1 true',
    '1 true',
  ])
  expect(machine.record().plan_comment?.plan_id).toBe('SOL-ISS-007-1')
})

test('a label that can’t be set is tried again alone, then noted, and the rest is posted', async () => {
  const machine = new Machine()
  machine.thread.refused.add('label')

  machine.label()
  await machine.settle()

  expect(machine.thread.requests.map(({ posts }) => posts.map((post) => post.kind).toSorted())).toEqual([
    ['comment', 'label', 'react'],
    ['label'],
  ])
  expect(machine.record()).toMatchObject({ outbox: [], plan_comment: { plan_id: 'SOL-ISS-007-1' } })
  expect(machine.record().trail.at(-1)?.text).toContain('could not set the label')
})

test('who can not be assigned, and a reaction that can not be placed, are nothing to note', async () => {
  const machine = new Machine()
  machine.ports.executors = new Map([...machine.ports.executors, ['human', createHumanExecutor()]])
  machine.roles.set('grace', 'write')
  for (const kind of ['assign', 'react'] as const) machine.thread.refused.add(kind)
  await startWork(machine)
  machine.say('/assign T1 @grace')
  await machine.settle()

  const asked = machine.thread.requests.flatMap(({ posts }) => posts.filter(({ kind }) => kind === 'assign'))
  expect(asked).not.toEqual([])
  expect(machine.record().outbox).toEqual([])
  expect(machine.record().trail.filter(({ text }) => text.includes('could not'))).toEqual([])
})

test('a comment that is refused for good is noted, and is owed no longer', async () => {
  const machine = new Machine()
  machine.thread.refused.add('comment')

  machine.label()
  await machine.settle()

  expect(machine.record().outbox).toEqual([])
  expect(machine.record().trail.at(-1)?.text).toContain('could not show the plan')
})

test('a person who acts through a listed App keeps their own role', async () => {
  const machine = new Machine()
  machine.label()
  await machine.settle()
  machine.store.configuration = { ...machine.store.configuration, bots: [77] }

  machine.say('/approve', { ...eve, appId: 77 })
  await machine.settle()
  expect(machine.record().phase).toBe('proposed')
  machine.say('/approve', { login: 'renovate[bot]', id: 9, appId: 77, isBot: true })
  await machine.settle()

  expect(machine.record().approved?.by).toBe('renovate[bot]')
})

test('a mistake in the configuration is said once for each version of the file', async () => {
  const machine = new Machine()
  machine.store.configurationFaults = { path: '.github/countersign.yml', key: 'v1', faults: ['Line 2: `lable`'] }

  machine.label()
  machine.say('/status')
  await machine.settle()
  machine.say('/status')
  await machine.settle()

  expect(machine.thread.texts().filter((text) => text.includes('Line 2'))).toHaveLength(1)
})

test('/status leads to the status comment', async () => {
  const machine = new Machine()
  await startWork(machine)
  await machine.settle()

  machine.say('/status')
  await machine.settle()

  expect(machine.thread.texts().at(-1)).toMatch(/\n\*\*.* 1 task approved\*\*\n\n\[Status of #7\]/)
})

test('CI that does not report in time becomes a question to a person', async () => {
  const machine = new Machine()
  machine.review = ({ criteria }) =>
    Promise.resolve({ results: [], waiting: criteria.map(({ id }) => ({ criterion: id, for: 'ci' as const })) })
  await startWork(machine)
  await machine.settle()
  expect(machine.stateOf('C1')).toBe('RUNNING')
  const [timer] = machine.timers
  expect(timer?.ms).toBe(60 * 60_000)

  timer?.act()
  await machine.settle()

  expect(machine.work().execution?.nodes['C1']).toMatchObject({
    state: 'WAITING_EXTERNAL',
    waiting_for: { kind: 'ci' },
  })
})

const written = { id: 'T1', path: 'docs/one.txt', content: 'one' }
const judgedByPerson = { ...written, criteria: ['`docs/one.txt` exists', '`docs/one.txt` reads well'] }
const isManual = ({ check_method: method }: AcceptanceCriterion) => method === 'manual_review'
const leaveToPeople = ({ criteria }: ReviewRequest): Promise<ReviewAnswer> =>
  Promise.resolve({
    results: criteria.filter((one) => !isManual(one)).map(({ id }) => ({ id, result: 'pass', evidence: 'found' })),
    waiting: criteria.filter(isManual).map(({ id }) => ({ criterion: id, for: 'person' })),
  })

test('a review whose push was not told yet waits for it, and counts then', async () => {
  const machine = new Machine()
  machine.review = leaveToPeople
  await startWork(machine, [judgedByPerson])
  await machine.settle()
  const push = { branch, leaf: 'T1', before: 'a'.repeat(40), after: strange, forced: false }
  const pull = { number: 11, headSha: strange, leaf: 'T1' }

  machine.send({ kind: 'reviewed', pull, reviewId: 1, verdict: 'approve', commitSha: strange, text: '', sender: ada })
  await machine.queue.turn()
  expect([machine.queue.delays.at(-1), machine.work().execution?.reviews]).toEqual([2_000, []])
  machine.send({ kind: 'pushed', ...push, sender: eve }, { key: `head:${branch}:${push.before}:${push.after}` })
  await machine.settle()

  const [review] = machine.work().execution?.reviews ?? []
  expect(review).toMatchObject({ verdict: 'APPROVED', reviewer: 'rules, @ada' })
  expect(review?.criteria.at(-1)?.github_review).toMatchObject({ id: 1, pull_request: 11, state: 'APPROVED' })
  expect(machine.stateOf('T1')).toBe('DONE')
})

test('of two pushes by force told in the wrong order, the one that stands is the version', async () => {
  const machine = new Machine()
  machine.review = leaveToPeople
  await startWork(machine, [judgedByPerson])
  await machine.settle()
  const push = { branch, leaf: 'T1', before: 'a'.repeat(40), forced: true, sender: eve }

  machine.send({ kind: 'pushed', ...push, after: 'b'.repeat(40) })
  machine.send({ kind: 'pushed', ...push, after: 'c'.repeat(40) })
  await machine.settle()

  const commits = machine.work().execution?.artifacts.map((one) => one.commit_sha)
  expect(commits?.slice(1)).toEqual(['c'.repeat(40)])
  expect(machine.record().paused).toBeNull()
})

test('what is said in another pull request of the same branch is not about the task', async () => {
  const machine = new Machine()
  machine.review = leaveToPeople
  await startWork(machine, [judgedByPerson])
  await machine.settle()
  const node = machine.work().execution?.nodes['T1']
  const number = node?.kind === 'ACTION' ? (node.pull_request?.number ?? 0) : 0
  const sha = machine.work().execution?.artifacts[0]?.commit_sha ?? ''
  const comment = { id: 5, nodeId: 'IC_5', body: '/approve', writtenAt: machine.ports.now() }
  const sayIn = (where: number) =>
    machine.send({ kind: 'commented', issue: null, comment, number: where, leaf: 'T1', sender: ada })
  const pull = { number: number + 1, headSha: sha, leaf: 'T1' }

  sayIn(number + 1)
  machine.send({ kind: 'reviewed', pull, reviewId: 1, verdict: 'approve', commitSha: sha, text: '', sender: ada })
  await machine.settle()
  const before = machine.work().execution?.reviews.length
  sayIn(number)
  await machine.settle()

  expect([before, machine.work().execution?.reviews.length]).toEqual([0, 1])
})

test('an executor that is gone since makes no attempts: the task waits to be given to somebody', async () => {
  const machine = new Machine()
  // The process that decided has it, the one that runs doesn't.
  vi.spyOn(machine.ports.executors, 'get').mockReturnValue(undefined)
  await startWork(machine)

  await machine.settle()

  expect(machine.work().execution?.nodes['T1']).toMatchObject({
    state: 'WAITING_EXTERNAL',
    attempts: 0,
    waiting_for: { kind: 'assignment', what: expect.stringContaining('no executor `patch` on this server') },
  })
  expect(machine.thread.texts().at(-1)).toContain('`/assign T1 @login` gives it to somebody')
})
