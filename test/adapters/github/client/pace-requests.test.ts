import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { githubLimits } from '../../../../src/adapters/github/client/limits/request-limits.ts'
import type { LimitCounts, LimitMemory } from '../../../../src/adapters/github/client/limits/limit-memory.ts'
import { paceRequests } from '../../../../src/adapters/github/client/pace-requests.ts'
import { fenced } from '../../../../src/application/fence.ts'

interface Answer {
  status: number
  headers?: Record<string, string>
  message?: string
  body?: unknown
  /** Something on the way to GitHub gave it. */
  fromProxy?: boolean
}

const at = { owner: 'octo', repo: 'widgets' }
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** A client that is answered from a list, then with 200; its clock moves only when it waits. */
function openClient(
  answers: Answer[] = [],
  { memory, startMs = 1_000_000 }: { memory?: LimitMemory; startMs?: number } = {},
) {
  let ms = startMs
  const sent: string[] = []
  const fetch = (url: string, { method }: { method: string }) => {
    const answer = answers.shift() ?? { status: 200 }
    sent.push(`${method} ${new URL(url).pathname.split('/').at(-1)} at ${ms - 1_000_000}`)
    const body = JSON.stringify(answer.body ?? { message: answer.message ?? 'no', data: {} })
    const id = answer.fromProxy === true ? {} : { 'x-github-request-id': 'C0DE' }
    const headers = { 'content-type': 'application/json', ...id, ...answer.headers }
    return Promise.resolve(new Response(body, { status: answer.status, headers }))
  }
  const octokit = new Octokit({ request: { fetch }, log: silent })
  const wait = (howLong: number) => {
    ms += howLong
    return Promise.resolve()
  }
  const pacing = { limits: githubLimits, now: () => ms, wait, deadline: () => new AbortController().signal }
  const kept = memory === undefined ? {} : { memory }
  paceRequests(octokit, { ...pacing, ...kept, writeSpacingMs: 1_000, observe: () => {} }, 7)
  return { octokit, sent }
}

const write = (octokit: Octokit) => octokit.rest.issues.create({ ...at, title: 'x' })
const read = (octokit: Octokit) => octokit.rest.issues.listForRepo(at)

test('writes have a second between them, reads and queries none', async () => {
  const { octokit, sent } = openClient()

  await write(octokit)
  await read(octokit)
  await octokit.graphql('query { viewer { login } }')
  await write(octokit)
  await octokit.graphql('mutation { x }')

  expect(sent).toEqual([
    'POST issues at 0',
    'GET issues at 0',
    'POST graphql at 0',
    'POST issues at 1000',
    'POST graphql at 2000',
  ])
})

test.each([
  ['retry-after', { status: 429, headers: { 'retry-after': '7' } }, 7_000],
  ['retry-after of a 403', { status: 403, headers: { 'retry-after': '7' } }, 7_000],
  [
    'a reset',
    { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(1_000 + 30) } },
    30_000,
  ],
  ['a limit that says no time', { status: 403, message: 'You have exceeded a secondary rate limit' }, 60_000],
])('%s is waited for, by everything else too, and the write is sent again', async (_name, answer, ms) => {
  const { octokit, sent } = openClient([answer])

  await write(octokit)
  await read(octokit)

  expect(sent).toEqual(['POST issues at 0', `POST issues at ${ms}`, `GET issues at ${ms}`])
})

test.each(['RATE_LIMITED', 'RATE_LIMIT'])(
  'GraphQL’s %s is waited for, and the mutation is sent again',
  async (type) => {
    const { octokit, sent } = openClient([
      { status: 200, body: { errors: [{ type, message: 'API rate limit exceeded' }] } },
    ])

    await octokit.graphql('mutation { x }')

    expect(sent).toEqual(['POST graphql at 0', 'POST graphql at 60000'])
  },
)

test('a limit that does not end is given up, with longer and longer pauses', async () => {
  const { octokit, sent } = openClient(Array.from({ length: 9 }, () => ({ status: 429 })))

  await expect(write(octokit)).rejects.toMatchObject({ status: 429 })

  expect(sent).toEqual(['POST issues at 0', 'POST issues at 60000', 'POST issues at 180000', 'POST issues at 420000'])
})

test('a read that meets a server error is sent again, a write never', async () => {
  const reading = openClient([{ status: 502 }, { status: 500 }])
  const writing = openClient([{ status: 502 }])

  await read(reading.octokit)
  await expect(write(writing.octokit)).rejects.toMatchObject({ status: 502 })

  expect(reading.sent).toHaveLength(3)
  expect(writing.sent).toHaveLength(1)
})

test('a write that a proxy limits may have been done and is not sent again, a read is', async () => {
  const limited = { status: 429, headers: { 'retry-after': '7' }, fromProxy: true }
  const writing = openClient([limited])
  const reading = openClient([limited])

  await expect(write(writing.octokit)).rejects.toMatchObject({ status: 429 })
  await read(writing.octokit)
  await read(reading.octokit)

  expect(writing.sent).toEqual(['POST issues at 0', 'GET issues at 7000'])
  expect(reading.sent).toEqual(['GET issues at 0', 'GET issues at 7000'])
})

test('what is refused for another reason is refused at once', async () => {
  const { octokit, sent } = openClient([{ status: 403, message: 'Resource not accessible by integration' }])

  await expect(write(octokit)).rejects.toMatchObject({ status: 403 })

  expect(sent).toHaveLength(1)
})

test('a limit that ended begins with a minute again', async () => {
  const limited = { status: 429 }
  const { octokit, sent } = openClient([limited, limited, { status: 200 }, limited])

  await read(octokit)
  await read(octokit)

  expect(sent).toEqual([
    'GET issues at 0',
    'GET issues at 60000',
    'GET issues at 180000',
    'GET issues at 180000',
    'GET issues at 240000',
  ])
})

test('a GraphQL mutation that was done in part is not sent again', async () => {
  const body = { data: { m0: { id: 1 }, m1: null }, errors: [{ type: 'RATE_LIMITED', message: 'no' }] }
  const { octokit, sent } = openClient([{ status: 200, body }])

  await expect(octokit.graphql('mutation { m0: x m1: x }')).rejects.toMatchObject({ data: body.data })

  expect(sent).toHaveLength(1)
})

test('a read that is not answered in time is sent again, a write is given up', async () => {
  const sent: string[] = []
  const hang = (_url: string, { method, signal }: { method: string; signal: AbortSignal }) => {
    sent.push(method)
    return new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  }
  const octokit = new Octokit({ request: { fetch: hang }, log: silent })
  const deadline = () => {
    const controller = new AbortController()
    setImmediate(() => controller.abort(new Error('no answer in time')))
    return controller.signal
  }
  const pacing = { writeSpacingMs: 0, limits: null, now: () => 0, wait: () => Promise.resolve(), observe: () => {} }
  paceRequests(octokit, { ...pacing, deadline }, 7)

  await expect(read(octokit)).rejects.toThrow('no answer in time')
  await expect(write(octokit)).rejects.toThrow('no answer in time')

  expect(sent).toEqual(['GET', 'GET', 'GET', 'GET', 'POST'])
})

test('a write whose turn comes when somebody else may do it is not sent; a read is', async () => {
  const { octokit, sent } = openClient()
  let isOurs = true
  const act = async () => {
    await write(octokit)
    const second = write(octokit)
    isOurs = false
    return Promise.allSettled([second, read(octokit)])
  }

  const [second, look] = await fenced(() => isOurs, act)

  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'taken_over', retry: 'never' } })
  expect(look.status).toBe('fulfilled')
  expect(sent).toEqual(['POST issues at 0', expect.stringMatching('GET issues')])
})

test('what was counted before a restart counts after it: content of an hour, and a pause that GitHub asked for', async () => {
  const memory = createMemory()
  const before = openClient([], { memory })
  for (let written = 0; written < githubLimits.createdPerHour; written += 1) await write(before.octokit)
  const sentAt = (line: string | undefined) => Number(line?.split(' at ')[1])

  const after = openClient([], { memory, startMs: 1_600_000 })
  await read(after.octokit)
  await write(after.octokit)
  const alone = openClient([], { startMs: 1_600_000 })
  await write(alone.octokit)

  expect(after.sent.map(sentAt)).toEqual([600_000, 3_600_000])
  expect(alone.sent.map(sentAt)).toEqual([600_000])
})

test('a pause that GitHub asked for is kept over a restart too', async () => {
  const memory = createMemory()
  const limited = {
    status: 403,
    headers: { 'retry-after': '120' },
    message: 'You have exceeded a secondary rate limit',
  }
  const before = openClient([limited], { memory })
  await read(before.octokit)

  const after = openClient([], { memory })
  await read(after.octokit)

  expect(after.sent).toEqual(['GET issues at 120000'])
})

function createMemory(): LimitMemory {
  const kept = new Map<string, () => LimitCounts>()
  return { recall: (client) => kept.get(client)?.(), note: (client, readCounts) => void kept.set(client, readCounts) }
}
