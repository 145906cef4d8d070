import { expect, test } from 'vitest'
import { dialects } from '../../../src/adapters/models/dialects/dialect.ts'
import { openGateway, providerKey, usualCall, send } from '../../support/models/open-gateway.ts'
import { inOrder } from '../../support/models/scripted-provider.ts'

const answer = { kind: 'answer' as const, text: 'Done.' }
const busy = { kind: 'status' as const, status: 429 }

test('a provider that is busy, failing or gone for a moment is asked again, with growing pauses', async () => {
  await using open = await openGateway(
    inOrder(busy, { kind: 'status', status: 500 }, { kind: 'status', status: 529 }, answer),
  )
  const run = await open.openRun()

  const answered = await run.ask('messages')

  expect(answered.status).toBe(200)
  expect(open.waits).toEqual([500, 1000, 2000])
  expect(open.calls).toMatchObject([{ outcome: 'answered', tries: 4 }])
})

test('a provider that says when to come back is asked no sooner; one that says too late is given up', async () => {
  await using patient = await openGateway(inOrder({ ...busy, headers: { 'retry-after': '7' } }, answer))
  await using given = await openGateway(inOrder({ ...busy, headers: { 'retry-after': '3600' } }, answer))

  const answered = await (await patient.openRun()).ask('chat')
  const refused = await (await given.openRun()).ask('chat')

  expect([answered.status, patient.waits]).toEqual([200, [7000]])
  expect([refused.status, given.waits]).toEqual([424, []])
  expect(refused.text).toContain('it answered 429 (1 try, and asks for 3600 s)')
})

test.each(dialects)(
  '%s: a call that was given up is told so, and so is whoever asks it again, at once',
  async (dialect) => {
    await using open = await openGateway(() => busy)
    const run = await open.openRun()

    const answers = [await run.ask(dialect), await run.ask(dialect), await run.ask(dialect)]

    expect(answers.map(({ status }) => status)).toEqual([424, 424, 424])
    expect(answers[2]?.headers['x-should-retry']).toBe('false')
    expect(open.provider.calls.length).toBe(5)
    expect(open.stops).toMatchObject([{ kind: 'provider_failing' }])
  },
)

test('a refused key stops the run for a person, and what the provider said of it is nobody’s', async () => {
  await using open = await openGateway(() => ({
    kind: 'status',
    status: 401,
    body: `{"error":"Incorrect key ${providerKey}"}`,
  }))
  const run = await open.openRun()

  const refused = await run.ask('chat')

  expect(refused.status).toBe(424)
  expect(refused.text).toContain("the provider scripted can't be used: it refuses this server's key or account (401)")
  expect(open.stops).toMatchObject([{ kind: 'provider_refused' }])
  expect(open.provider.calls.length).toBe(1)
})

test('an account with nothing left is not asked again', async () => {
  await using open = await openGateway(() => ({ ...busy, body: '{"error":{"code":"insufficient_quota"}}' }))

  const refused = await (await open.openRun()).ask('chat')

  expect(refused.text).toContain('nothing left to spend')
  expect(open.provider.calls.length).toBe(1)
})

test('a provider’s no to a call is passed on as it is', async () => {
  const body = '{"error":{"message":"prompt too long","code":"context_length_exceeded"}}'
  await using open = await openGateway(() => ({ kind: 'status', status: 400, body }))

  expect(await (await open.openRun()).ask('chat')).toMatchObject({ status: 400, text: body })
  expect(open.calls).toMatchObject([{ outcome: 'passed_on', status: 400, tries: 1 }])
})

test.each([
  ['a page', { kind: 'raw' as const, type: 'text/html', body: '<html>Sign in</html>' }],
  ['no type', { kind: 'raw' as const, type: '', body: 'x' }],
  ['half a JSON', { kind: 'raw' as const, type: 'application/json', body: '{"choices":[' }],
  ['a redirection', { kind: 'status' as const, status: 302, headers: { location: 'https://x.example' } }],
])('an answer that is none (%s) is told as a failure', async (_name, turn) => {
  await using open = await openGateway(() => turn)

  expect((await (await open.openRun()).ask('responses')).status).toBe(424)
  expect(open.calls).toMatchObject([{ outcome: 'failed', status: 424 }])
})

test('headers without end are no answer', async () => {
  await using open = await openGateway(() => ({ ...busy, status: 200, headers: { 'x-long': 'x'.repeat(60_000) } }))

  expect((await (await open.openRun()).ask('chat')).status).toBe(424)
})

test.each(dialects)('%s: a stream that breaks off, or ends too early, says so', async (dialect) => {
  await using open = await openGateway(
    inOrder({ kind: 'begun', text: 'Beginning', next: 'cut' }, { kind: 'begun', text: 'Beginning', next: 'end' }),
  )
  const run = await open.openRun()

  const cut = await run.ask(dialect, { isStreamed: true })
  const ended = await run.ask(dialect, { isStreamed: true })

  for (const { text } of [cut, ended]) expect(text).toMatch(/Beginnin[^]*the answer of the model is not whole/)
  expect(open.calls).toMatchObject([{ outcome: 'cut' }, { outcome: 'cut' }])
})

test('a stream without end is cut off', async () => {
  await using open = await openGateway(() => ({ kind: 'begun', text: 'on and on', next: 'endless' }), {
    maxAnswerBytes: 1_000_000,
  })

  const answered = await (await open.openRun()).ask('chat', { isStreamed: true })

  expect(answered.text).toContain('it was larger than 1 MB')
  expect(await open.provider.calls[0]?.over).toBe('broken off')
})

test('a provider that says nothing is given up in the end; so is one that falls silent', async () => {
  const patience = { connectMs: 1000, firstByteMs: 60, idleMs: 60 }
  const retry = { retries: 0, firstDelayMs: 1, longestDelayMs: 1, budgetMs: 1 }
  await using open = await openGateway(inOrder({ kind: 'hang' }, { kind: 'begun', text: 'Well', next: 'silence' }), {
    patience,
    retry,
  })
  const run = await open.openRun()

  const silent = await run.ask('chat')
  const fallen = await run.ask('messages', { isStreamed: true })

  expect([silent.status, silent.text.includes('it did not answer within 0.06 s')]).toEqual([424, true])
  expect(fallen.text).toContain('it said nothing for 0.06 s')
})

test('a provider that is not there is a failure, not a fault of ours', async () => {
  await using gone = await openGateway(() => answer)
  const { origin } = gone.provider
  await gone.provider[Symbol.asyncDispose]()
  await using open = await openGateway(() => answer, {
    providers: [{ name: 'scripted', kind: 'compatible', baseUrl: origin, key: null, speaks: ['chat'] }],
  })

  expect((await (await open.openRun()).ask('chat')).text).toContain('the connection failed (ECONNREFUSED) (5 tries)')
  expect(open.faults).toEqual([])
})

test.each(['client', 'run'] as const)('where the %s is gone, the provider is told', async (who) => {
  await using open = await openGateway(() => ({ kind: 'hang' }))
  const run = await open.openRun()
  const { path, headers, json } = usualCall('chat', { isStreamed: false, model: 'model-1', token: run.token })
  const leave = new AbortController()
  const asked = send(`${run.origin}${path}`, { headers, body: JSON.stringify(json), signal: leave.signal }).catch(
    () => undefined,
  )
  await expect.poll(() => open.provider.calls.length).toBe(1)

  if (who === 'client') leave.abort()
  const closed = who === 'run' ? await open.gateway.closeRun(run.id) : undefined

  expect(await open.provider.calls[0]?.over).toBe('broken off')
  await asked
  await expect.poll(() => open.calls.length).toBe(1)
  expect(open.calls).toMatchObject([{ outcome: 'cancelled' }])
  if (who === 'run') expect(closed).toMatchObject({ use: { calls: 1 } })
  expect([open.faults, open.stops]).toEqual([[], []])
})

test('a key that a provider repeats reaches nobody, in whatever pieces it comes', async () => {
  const body = JSON.stringify({ choices: [], note: `your key ${providerKey}` })
  await using open = await openGateway(
    inOrder(
      { kind: 'raw', type: 'application/json', body, headers: { 'x-request-id': `id-${providerKey}` } },
      { kind: 'status', status: 400, body },
      { kind: 'answer', text: `so: ${providerKey}.` },
    ),
    { keepTexts: true },
  )
  const run = await open.openRun()

  const answers = [await run.ask('chat'), await run.ask('chat'), await run.ask('messages', { isStreamed: true })]

  for (const answered of answers) expect(JSON.stringify(answered)).not.toContain(providerKey)
  expect(JSON.stringify([open.calls, open.gateway.report(run.id)])).not.toContain(providerKey)
})

test('texts are kept only where the server is told to', async () => {
  await using open = await openGateway(() => answer, { keepTexts: true })

  await (await open.openRun()).ask('chat')

  expect(open.calls[0]?.texts?.request).toContain('Fix the test.')
  expect(open.calls[0]?.texts?.answer).toContain('Done.')
})
