import { expect, onTestFinished, test } from 'vitest'
import type { Readiness } from '../../../src/entrypoints/intake/create-readiness.ts'
import { serve } from '../../../src/entrypoints/server/serve.ts'
import { createStatusPages } from '../../../src/entrypoints/server/status-pages.ts'

const away: Readiness = { ready: false, why: 'the database does not answer', waits_for: ['database'] }

interface Behind {
  readiness?: Readiness
  metrics?: string
}

/** The pages over HTTP, of a server that has two keys. */
async function openPages({ readiness = { ready: true }, metrics = 'up 1\n' }: Behind = {}) {
  const render = () =>
    metrics === 'broken'
      ? Promise.reject(new Error('the secret is …'))
      : Promise.resolve({ text: metrics, contentType: 'text/plain; version=0.0.4; charset=utf-8' })
  const pages = createStatusPages(() => Promise.resolve(readiness), { render }, ['key one', 'key two'])
  const serving = await serve(pages, { HOST: '127.0.0.1', PORT: 0 })
  onTestFinished(() => serving.close())
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}${path}`, init)
    return [answer.status, answer.headers.get('content-type'), await answer.text()]
  }
}

test('a server that is up and ready says so', async () => {
  const ask = await openPages()

  expect(await ask('/healthz')).toEqual([200, 'application/json', '{"status":"ok"}'])
  expect(await ask('/readyz?from=balancer')).toEqual([200, 'application/json', '{"ready":true}'])
})

test('one that waits answers 503 and says for what', async () => {
  const ask = await openPages({ readiness: away })

  expect(await ask('/readyz')).toEqual([503, 'application/json', JSON.stringify(away)])
})

test('metrics and public keys are text', async () => {
  const ask = await openPages()

  expect(await ask('/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'up 1\n'])
  expect(await ask('/public-keys')).toEqual([200, 'text/plain; charset=UTF-8', 'key one\nkey two\n'])
})

test('HEAD has no body; other pages and other methods are not there', async () => {
  const ask = await openPages()

  expect(await ask('/healthz', { method: 'HEAD' })).toEqual([200, 'application/json', ''])
  expect((await ask('/'))[0]).toBe(404)
  expect((await ask('/healthz', { method: 'POST', body: 'x'.repeat(100_000) }))[0]).toBe(404)
})

test('a page that fails is a 500 without its reason', async () => {
  const ask = await openPages({ metrics: 'broken' })

  expect(await ask('/metrics')).toEqual([500, 'text/plain; charset=UTF-8', 'it could not be told'])
})
