import { ProbotOctokit } from 'probot'
import { expect, test } from 'vitest'
import { createDeliveries } from '../../../../src/adapters/github/webhook/create-deliveries.ts'

const api = 'https://api.github.com/app/hook/deliveries'
const since = '2026-11-18T12:00:00Z'

/** An App whose list of deliveries has three pages; the third is too old. */
function openDeliveries(status = 200) {
  const asked: string[] = []
  const fetch = (url: string) => {
    asked.push(url.replace(api, ''))
    const page = asked.length
    const times = [`2026-11-2${3 - page}T12:00:00Z`, page === 2 ? '2026-11-17T12:00:00Z' : '2026-11-20T12:00:00Z']
    const body = times.map((delivered_at, index) => ({ id: page * 10 + index, guid: `guid ${page}`, delivered_at }))
    const link = `<${api}?per_page=100&status=failure&cursor=${page}>; rel="next"`
    const headers = { 'content-type': 'application/json', link, 'x-github-request-id': 'C0DE' }
    return Promise.resolve(new Response(JSON.stringify(status === 200 ? body : { message: 'no' }), { status, headers }))
  }
  const quiet = { throttle: { enabled: false as const }, retry: { enabled: false } }
  return { asked, deliveries: createDeliveries(new ProbotOctokit({ ...quiet, request: { fetch } })) }
}

async function readAll<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) all.push(page)
  return all
}

test('failed deliveries are read page by page, as far back as they are wanted', async () => {
  const { asked, deliveries } = openDeliveries()

  const pages = await readAll(deliveries.list('failure', since))

  expect(pages).toEqual([
    [
      { id: 10, guid: 'guid 1', at: '2026-11-22T12:00:00Z' },
      { id: 11, guid: 'guid 1', at: '2026-11-20T12:00:00Z' },
    ],
    [{ id: 20, guid: 'guid 2', at: '2026-11-21T12:00:00Z' }],
  ])
  expect(asked).toEqual(['?per_page=100&status=failure', '?per_page=100&status=failure&cursor=1'])
})

test('who has seen enough asks for no further page', async () => {
  const { asked, deliveries } = openDeliveries()

  for await (const page of deliveries.list('success', since)) if (page.length > 0) break

  expect(asked).toHaveLength(1)
})

test('what GitHub answers instead of a list is a fault of ours', async () => {
  const { deliveries } = openDeliveries(502)

  await expect(readAll(deliveries.list('failure', since))).rejects.toMatchObject({ code: 'github_unavailable' })
})
