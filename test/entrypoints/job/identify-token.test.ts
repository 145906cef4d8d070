import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { identifyToken } from '../../../src/entrypoints/job/identify-token.ts'

/** GitHub as it answers who a token is. */
function asSeenBy(login: string, app: object | null): Octokit {
  const fetch = (url: string) => {
    const answer = url.endsWith('/graphql') ? { data: { viewer: { login } } } : app
    return Promise.resolve(Response.json(answer, { status: answer === null ? 404 : 200 }))
  }
  return new Octokit({ request: { fetch }, log: { debug() {}, info() {}, warn() {}, error() {} } })
}

test('the token of a job makes the bot the App of Actions', async () => {
  const octokit = asSeenBy('github-actions[bot]', { id: 15_368, slug: 'github-actions' })

  expect(await identifyToken(octokit)).toEqual({
    appId: 15_368,
    botLogin: 'github-actions[bot]',
    ourLogins: ['github-actions[bot]'],
  })
})

test('a person’s token is refused, with what to give instead', async () => {
  await expect(identifyToken(asSeenBy('ada', null))).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringContaining('the token is @ada'),
    details: expect.stringContaining('create-github-app-token'),
  })
})
