import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { nameModels } from '../../../src/entrypoints/models/name-models.ts'

/** What `nameModels` comes to with a server that answers so to `/v1/models`. */
async function nameModelsOf(body: string, env: Record<string, string> = {}) {
  const server = createServer((request, answer) => {
    answer.statusCode = request.url === '/v1/models' && request.headers.authorization === 'Bearer k' ? 200 : 401
    answer.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const OPENAI_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  try {
    const { MODELS } = await nameModels({ OPENAI_BASE_URL, OPENAI_API_KEY: 'k', ...env })
    return MODELS
  } catch (error) {
    return (error as { details: string }).details
  } finally {
    server.close()
  }
}

const list = (...ids: string[]) => JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) })

test('a server with one model needs no name for it', async () => {
  expect(await nameModelsOf(list('qwen3-coder'))).toBe('qwen3-coder')
})

test('what is named is not asked for', async () => {
  expect(await nameModelsOf('{', { MODELS: 'mine' })).toBe('mine')
  expect(await nameModels({ OPENAI_API_KEY: 'k' })).toEqual({ OPENAI_API_KEY: 'k' })
})

test.each([
  ['several', list('a', 'b'), {}, 'it has 2: a, b. Set MODELS'],
  ['none', list(), {}, 'it has none'],
  ['no list', '{"models":[]}', {}, 'it answered with no list'],
  ['another key', list('a'), { OPENAI_API_KEY: 'other' }, 'it answered 401'],
])('a server that has %s is said so', async (_name, body, env, why) => {
  expect(await nameModelsOf(body, env)).toContain(why)
})
