import { expect, test } from 'vitest'
import { dialects } from '../../../src/adapters/models/dialects/dialect.ts'
import { openGateway, providerKey, send, type TestGateway, usualCall } from '../../support/models/open-gateway.ts'
import { inOrder } from '../../support/models/scripted-provider.ts'

const answer = { kind: 'answer' as const, text: 'Done.' }

/** Nothing was asked of the provider. */
function expectNothingSent(open: TestGateway): void {
  expect(open.provider.calls).toEqual([])
}

test('a token is good for its run alone: not another one, not after its end, not by another way in', async () => {
  await using open = await openGateway(() => answer)
  const [ended, first, second, shared] = [
    await open.openRun(),
    await open.openRun({ reach: 'socket' }),
    await open.openRun({ reach: 'socket' }),
    await open.openRun(),
  ]
  await open.gateway.closeRun(ended.id)

  const answers = await Promise.all([
    shared.ask('chat', { token: 'sk-guessed' }),
    shared.ask('chat', { token: providerKey }),
    shared.ask('chat', { token: `${shared.token.slice(0, -1)}${shared.token.endsWith('A') ? 'B' : 'A'}` }),
    shared.ask('chat', { token: ended.token }),
    shared.ask('chat', { token: first.token }),
    first.ask('chat', { token: second.token }),
    first.ask('chat', { token: shared.token }),
  ])

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401))
  expectNothingSent(open)
})

test('a run without a network has its own socket, as good as the port', async () => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun({ reach: 'socket' })

  expect(await run.ask('messages')).toMatchObject({ status: 200 })
})

test.each(dialects)('%s: a limit that is reached is answered at once, and never to be tried again', async (dialect) => {
  await using open = await openGateway(() => answer, { limits: { run: { requests: 1 } } })
  const run = await open.openRun()
  await run.ask(dialect)

  const refused = await run.ask(dialect)

  expect(refused).toMatchObject({ status: 403, headers: { 'x-should-retry': 'false' } })
  expect(refused.text).toContain('the limit of 1 requests for this run is reached (1; limits.run.requests)')
  expect(open.provider.calls.length).toBe(1)
  expect(open.stops).toMatchObject([{ kind: 'limit', hit: { scope: 'run', amount: 'requests', limit: 1, spent: 1 } }])
})

test.each([
  { limits: { task: { tokens: 1000 } }, same: { task: 'T1' }, other: { task: 'T2' } },
  { limits: { task: { usd: 0.001 } }, same: { task: 'T1' }, other: { task: 'T2' } },
])('what one run spent is spent for the next of the same task: $limits', async ({ limits, same, other }) => {
  await using open = await openGateway(() => answer, { limits })
  await (await open.openRun(same)).ask('responses')

  const [next, another] = [await open.openRun(same), await open.openRun(other)]

  expect((await next.ask('responses')).status).toBe(403)
  expect((await another.ask('responses')).status).toBe(200)
})

test.each(['issue', 'repository', 'day'] as const)('a limit of the %s holds over all its runs', async (scope) => {
  await using open = await openGateway(() => answer, { limits: { [scope]: { requests: 1 } } })
  await (await open.openRun({ task: 'T1' })).ask('chat')

  expect((await (await open.openRun({ task: 'T2' })).ask('chat')).status).toBe(403)
})

test.each([
  ['repository', '2026-11-24T00:00:00.000Z'],
  ['day', '2026-11-24T00:00:00.000Z'],
  ['issue', null],
] as const)('a limit of the %s is told with when it begins anew: %s', async (scope, until) => {
  const time = { nowMs: Date.parse('2026-11-23T23:59:50Z') }
  await using open = await openGateway(() => answer, { limits: { [scope]: { requests: 1 } }, time })
  await (await open.openRun()).ask('chat')
  await (await open.openRun()).ask('chat')

  time.nowMs += 10_000
  const nextDay = await (await open.openRun()).ask('chat')

  expect(open.stops).toMatchObject([{ kind: 'limit', until }, ...(until === null ? [{}] : [])])
  expect(nextDay.status).toBe(until === null ? 403 : 200)
})

test('a run may have limits of its own, below those of the server', async () => {
  await using open = await openGateway(() => answer, { limits: { run: { requests: 9 } } })
  const run = await open.openRun({ limits: { run: { requests: 1 } } })
  await run.ask('chat')

  expect((await run.ask('chat')).status).toBe(403)
})

test('calls on their way count: a limit can’t be passed by asking at the same time', async () => {
  await using open = await openGateway(() => answer, { limits: { run: { requests: 2 } } })
  const run = await open.openRun()

  const answers = await Promise.all(Array.from({ length: 6 }, () => run.ask('chat')))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 403, 403, 403, 403])
})

test('who breaks a stream off before its tokens are told has spent what its bytes come to', async () => {
  await using open = await openGateway(inOrder({ kind: 'begun', text: 'word '.repeat(20), next: 'cut' }, answer), {
    limits: { run: { tokens: 20 } },
  })
  const run = await open.openRun()
  await run.ask('responses', { isStreamed: true })

  expect((await run.ask('responses')).status).toBe(403)
})

test('a model that isn’t configured is refused with the names there are, or answered by the one that stands in', async () => {
  await using refusing = await openGateway(() => answer)
  await using mapping = await openGateway(() => answer, { otherModels: { mappedTo: 'model-1' } })

  const refused = await (await refusing.openRun()).ask('gemini', { model: 'gemini-flash-lite' })
  const mapped = await (await mapping.openRun()).ask('gemini', { model: 'gemini-flash-lite' })

  expect(refused).toMatchObject({ status: 403 })
  expect(refused.text).toContain('the model gemini-flash-lite may not be used here; there are model-1')
  expectNothingSent(refusing)
  expect(mapped.status).toBe(200)
  expect(mapping.provider.calls[0]?.model).toBe('model-1')
  expect(mapping.calls).toMatchObject([{ asked: 'gemini-flash-lite', used: 'model-1' }])
})

test('a model has the name there that its provider knows', async () => {
  await using open = await openGateway(() => answer, {
    models: [{ name: 'fast', provider: 'scripted', upstream: 'acme/fast-2026' }],
  })
  const run = await open.openRun()

  await run.ask('chat', { model: 'fast' })

  expect(open.provider.calls[0]?.json).toMatchObject({ model: 'acme/fast-2026', messages: [{ role: 'user' }] })
})

test.each([
  ['chat', { web_search_options: {}, tools: [{ type: 'function', function: { name: 'a' } }] }],
  [
    'responses',
    {
      tools: [
        { type: 'web_search' },
        { type: 'mcp', server_url: 'https://x.example' },
        { type: 'function', name: 'a' },
      ],
    },
  ],
  [
    'messages',
    {
      mcp_servers: [{ url: 'https://x.example' }],
      tools: [
        { type: 'web_fetch_20250910', name: 'web_fetch' },
        { name: 'a', input_schema: {} },
      ],
    },
  ],
  ['gemini', { tools: [{ googleSearch: {} }, { urlContext: {} }, { functionDeclarations: [{ name: 'a' }] }] }],
] as const)(
  '%s: tools that the provider would run are taken out: they reach what the agent may not',
  async (dialect, body) => {
    await using open = await openGateway(() => answer)
    const run = await open.openRun()

    const answered = await run.ask(dialect, { body })

    const sent = JSON.stringify(open.provider.calls[0]?.json)
    expect(answered.status).toBe(200)
    expect(sent).toContain('"name":"a"')
    expect(sent).not.toMatch(/web_|mcp|google|urlContext|x\.example/)
    expect(open.calls[0]?.dropped.length).toBeGreaterThan(0)
  },
)

test.each([
  [
    'chat',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/?secret' } }] }] },
  ],
  [
    'responses',
    { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://x.example/?secret' }] }] },
  ],
  [
    'messages',
    {
      messages: [
        { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'https://x.example/?secret' } }] },
      ],
    },
  ],
  ['gemini', { contents: [{ parts: [{ fileData: { fileUri: 'https://x.example/?secret' } }] }] }],
] as const)('%s: an address for the provider to fetch is refused', async (dialect, body) => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()

  expect((await run.ask(dialect, { body })).status).toBe(403)
  expectNothingSent(open)
})

test('addresses in text, in arguments of tools and in pictures that are sent along are nobody’s to fetch', async () => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see https://x.example' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
    {
      role: 'assistant',
      tool_calls: [{ id: '1', type: 'function', function: { name: 'a', arguments: '{"url":"https://x.example"}' } }],
    },
  ]

  expect((await run.ask('chat', { body: { messages } })).status).toBe(200)
})

test.each([
  ['GET', '/v1/chat/completions', 404],
  ['POST', '/v1/embeddings', 404],
  ['POST', '/v1/../v1/files', 404],
  ['POST', '/v1/%2e%2e/chat/completions', 404],
  ['POST', '//evil.example/v1/chat/completions', 404],
  ['POST', '/v1beta/models/model-1:predict', 404],
  ['POST', '/v1beta/models/..%2F..%2Fsecrets:generateContent', 403],
  ['POST', `/v1/${'a'.repeat(3000)}`, 404],
])('%s %s leads nowhere', async (method, path, status) => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()

  const headers = { authorization: `Bearer ${run.token}`, 'content-type': 'application/json' }
  const answered = await send(`${run.origin}${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })

  expect(answered.status).toBe(status)
  expectNothingSent(open)
})

test.each([
  ['no JSON', '{', {}, 400],
  ['no object', '[1]', {}, 400],
  ['no model', '{"messages":[]}', {}, 400],
  ['another type for the model', '{"model":{}}', {}, 400],
  ['compressed', 'x', { 'content-encoding': 'gzip' }, 415],
  ['too large', JSON.stringify({ model: 'model-1', messages: 'x'.repeat(5000) }), {}, 413],
])('a body that is %s is refused', async (_name, body, more, status) => {
  await using open = await openGateway(() => answer, { maxRequestBytes: 4096 })
  const run = await open.openRun()
  const { path, headers } = usualCall('chat', { isStreamed: false, model: 'model-1', token: run.token })

  expect((await send(`${run.origin}${path}`, { headers: { ...headers, ...more }, body })).status).toBe(status)
  expectNothingSent(open)
})

test('what is refused is recorded, and counts as no call', async () => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()

  await run.ask('messages', { model: 'other' })

  expect(open.calls).toMatchObject([{ outcome: 'refused', asked: 'other', status: 403, tries: 0 }])
  expect(await open.gateway.closeRun(run.id)).toMatchObject({ use: { calls: 0, refused: 1 }, stop: null })
})

test('what can’t be recorded counts all the same', async () => {
  const full = () => {
    throw new Error('database or disk is full')
  }
  await using open = await openGateway(() => answer, { limits: { day: { requests: 2 } } }, { record: full })

  const run = await open.openRun()
  const answers = [await run.ask('chat'), await run.ask('chat'), await run.ask('chat')]

  expect(answers.map(({ status }) => status).slice(0, 2)).toEqual([200, 200])
  expect(open.stops).toMatchObject([{ kind: 'limit', hit: { scope: 'day', limit: 2 } }])
  expect(open.faults.length).toBeGreaterThan(1)
})
