import { Octokit } from '@octokit/rest'
import { expect, test } from 'vitest'
import { callSite } from '../../../../../src/adapters/github/client/limits/call-site.ts'

const at = { owner: 'octo', repo: 'widgets' }

/** What a call is named, as Octokit hands it to its hook. */
async function nameOf(
  act: (octokit: Octokit) => Promise<unknown>,
  baseUrl = 'https://api.github.com',
): Promise<string[]> {
  const names: string[] = []
  const octokit = new Octokit({ baseUrl })
  octokit.hook.wrap('request', (_request, options) => {
    names.push(callSite(options))
    return { status: 200, url: '', headers: {}, data: {} }
  })
  await act(octokit)
  return names
}

test.each<[string, (octokit: Octokit) => Promise<unknown>]>([
  ['POST /repos/{owner}/{repo}/pulls', (o) => o.rest.pulls.create({ ...at, title: 'x', head: 'h7', base: 'b' })],
  ['GET /repos/{owner}/{repo}/git/ref/{ref}', (o) => o.rest.git.getRef({ ...at, ref: 'heads/countersign/7' })],
  ['GET /app', (o) => o.rest.apps.getAuthenticated()],
  [
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    (o) => o.paginate(o.rest.issues.listComments, { ...at, issue_number: 7 }),
  ],
  [
    'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    (o) => o.request({ method: 'GET', url: 'https://api.github.com/repositories/1300192/issues/7/comments?page=2' }),
  ],
  [
    'POST /repos/{owner}/{repo}/releases/{release_id}/assets',
    (o) =>
      o.request('POST https://uploads.github.com/repos/octo/widgets/releases/5/assets{?name,label}', { name: 'a' }),
  ],
  ['GET other', (o) => o.request('GET https://example.com/secret/thing')],
  ['GET other', (o) => o.request('GET /repos/octo/widgets')],
  [
    'graphql query repository(object, ref)',
    (o) =>
      o.graphql(
        'query($n: String!) { repository(owner: "o", name: $n) { a: ref(x: 1) { id } b: ref { id } object { id } } }',
      ),
  ],
  [
    'graphql mutation addComment, addReaction',
    (o) =>
      o.graphql(
        'mutation($i: X!) { m0: addReaction(input: $i) { id } m1: addComment(input: $i) { id } m2: addComment(input: $i) { id } }',
      ),
  ],
])('%s', async (name, act) => {
  expect(await nameOf(act)).toEqual([name])
  expect(await nameOf(act, 'https://ghe.example.com/api/v3')).toEqual([name])
})
