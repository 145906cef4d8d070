import { expect, test } from 'vitest'
import { dialects } from '../../../src/adapters/models/dialects/dialect.ts'
import { openGateway, providerKey, send, usualCall } from '../../support/models/open-gateway.ts'
import { renderEvents, renderWhole } from '../../support/models/render-turn.ts'

const answer = {
  kind: 'answer' as const,
  text: 'It is done, all of it.',
  tools: [{ name: 'write', input: { path: 'a' } }],
}

test.each(dialects)(
  '%s: call and answer are passed on byte for byte, with the key and without the token',
  async (dialect) => {
    await using open = await openGateway(() => answer)
    const run = await open.openRun()

    const answered = await run.ask(dialect)

    const [seen] = open.provider.calls
    expect(answered).toMatchObject({ status: 200, text: JSON.stringify(renderWhole(dialect, answer, 'model-1')) })
    expect(seen?.body).toBe(JSON.stringify(usualCall(dialect, { isStreamed: false, model: 'model-1', token: '' }).json))
    expect(JSON.stringify(seen?.headers)).toContain(providerKey)
    expect(JSON.stringify(seen)).not.toContain(run.token)
  },
)

test.each(dialects)(
  '%s: a stream is passed on as it is, and its tokens and their price are recorded',
  async (dialect) => {
    await using open = await openGateway(() => answer)
    const run = await open.openRun()

    const answered = await run.ask(dialect, { isStreamed: true })

    const asked = dialect === 'chat' ? { ...answer, usage: null } : answer
    expect(answered.text).toBe(renderEvents(dialect, asked, 'model-1').join(''))
    expect(open.calls).toMatchObject([
      {
        dialect,
        outcome: 'answered',
        usage: { input: 1000, cacheRead: 200, output: 50, reasoning: dialect === 'messages' ? 0 : 10 },
        costUsd: (1000 * 1 + 50 * 10) / 1e6,
        tries: 1,
        texts: null,
      },
    ])
  },
)

test('the first words of a stream arrive while the rest is not there yet', async () => {
  await using open = await openGateway(() => ({ kind: 'begun', text: 'Beginning…', next: 'silence' }))
  const run = await open.openRun()
  const { path, headers, json } = usualCall('messages', { isStreamed: true, model: 'model-1', token: run.token })
  const leave = new AbortController()

  const first = await new Promise<string>((resolve) => {
    const body = JSON.stringify(json)
    void send(`${run.origin}${path}`, { headers, body, signal: leave.signal, onData: resolve }).catch(() => {})
  })
  leave.abort()

  expect(first).toContain('Beginnin')
  expect(await open.provider.calls[0]?.over).toBe('broken off')
  await expect
    .poll(() => open.calls.map(({ outcome, usage }) => ({ outcome, usage })))
    .toEqual([{ outcome: 'cancelled', usage: null }])
})

test('where an agent asks for tokens itself, it is told of them', async () => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()

  const answered = await run.ask('chat', { isStreamed: true, body: { stream_options: { include_usage: true } } })

  expect(answered.text).toBe(renderEvents('chat', answer, 'model-1').join(''))
})

test('where a provider says nothing of tokens, neither they nor a price are known', async () => {
  await using open = await openGateway(() => ({ ...answer, usage: null }))
  const run = await open.openRun()

  await run.ask('chat')

  expect(open.calls).toMatchObject([{ usage: null, costUsd: null }])
  expect(open.gateway.report(run.id)?.use).toMatchObject({ calls: 1, unmetered: 1, unpriced: 0, cost_usd: null })
})

test('tokens can be counted before a call', async () => {
  await using open = await openGateway(() => ({ kind: 'raw', type: 'application/json', body: '{"input_tokens":42}' }))
  const run = await open.openRun()
  const { headers, json } = usualCall('messages', { isStreamed: false, model: 'model-1', token: run.token })

  const counted = await send(`${run.origin}/v1/messages/count_tokens`, { headers, body: JSON.stringify(json) })

  expect(counted.text).toBe('{"input_tokens":42}')
  expect(open.provider.calls[0]?.path).toBe('/v1/messages/count_tokens')
})

test('models that may be used are listed as each dialect lists them', async () => {
  await using open = await openGateway(() => answer)
  const run = await open.openRun()
  const headers = { authorization: `Bearer ${run.token}` }
  const list = (path: string, more = {}) =>
    send(`${run.origin}${path}`, { method: 'GET', headers: { ...headers, ...more } })

  const listed = await Promise.all([
    list('/v1/models'),
    list('/v1/models', { 'anthropic-version': '2023-06-01' }),
    list('/v1beta/models'),
    list('/v1/models/model-1'),
    list('/v1/models/other'),
  ])

  expect(listed.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
  expect(listed.map(({ text }) => text.includes('model-1'))).toEqual([true, true, true, true, true])
  expect(open.provider.calls).toEqual([])
})
