import { RequestError } from '@octokit/request-error'
import { expect, test } from 'vitest'
import { toGitHubFault } from '../../../../src/adapters/github/client/github-fault.ts'

const request = { method: 'POST' as const, url: 'https://api.github.com/x', headers: {} }

test('a whole page in place of an answer is not repeated to people', () => {
  const error = new RequestError('<!DOCTYPE html>\n<html><title>Unicorn!</title></html>', 502, { request })

  const fault = toGitHubFault(error, 'open the pull request')

  expect(fault.message).toBe('open the pull request: GitHub answered 502')
  expect(fault.retry).toBe('later')
})

test("GitHub's own words are", () => {
  const error = new RequestError('Validation Failed', 422, { request })

  expect(toGitHubFault(error, 'open the pull request').message).toBe('open the pull request: Validation Failed')
})

test('content that came too quickly for GitHub may come later', () => {
  const said = 'Validation Failed: {"resource":"IssueComment","code":"custom","message":"was submitted too quickly"}'
  const error = new RequestError(said, 422, { request })

  expect(toGitHubFault(error, 'comment')).toMatchObject({ code: 'github_unavailable', retry: 'later' })
})

test.each([401, 403, 429])('a %s of a proxy may pass', (status) => {
  const response = { status, url: request.url, headers: {}, data: '<html>', retryCount: 0 }
  const error = new RequestError('<html>', status, { request, response })

  expect(toGitHubFault(error, 'open the pull request').retry).toBe('later')
})

test.each([401, 403])('a %s of GitHub is for good', (status) => {
  const headers = { 'x-github-request-id': 'C0DE' }
  const response = { status, url: request.url, headers, data: {}, retryCount: 0 }
  const error = new RequestError('Resource not accessible by integration', status, { request, response })

  expect(toGitHubFault(error, 'open the pull request').retry).not.toBe('later')
})
