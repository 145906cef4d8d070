import { RequestError } from '@octokit/request-error'

/** GitHub's own answers have an id. */
export const fromGitHub = { 'x-github-request-id': 'C0DE' }

/** An answer that refuses, as Octokit throws it. */
export function answered(status: number, message: string, headers: Record<string, string> = {}): RequestError {
  const request = { method: 'POST' as const, url: '/', headers: {} }
  return new RequestError(message, status, {
    request,
    response: { status, url: '/', headers, data: { message } },
  })
}

/** What comes from GitHub, or from nobody, in an outage. */
export const away = [
  () => answered(502, 'Bad Gateway'),
  () => answered(503, 'Service Unavailable', fromGitHub),
  () => new Error('socket hang up'),
]

/** What an answer may be where nothing was done: GitHub says so itself when it limits. */
export const notDone = [
  ...away,
  ...away,
  () => answered(429, 'Too many requests', { ...fromGitHub, 'retry-after': '7' }),
  () => answered(403, 'You have exceeded a secondary rate limit', fromGitHub),
]

/** What may come in place of the answer to what was done: a proxy may say anything. */
export const doneAllTheSame = [
  ...away,
  ...away,
  () => answered(403, 'Forbidden'),
  () => answered(429, 'Too many requests', { 'retry-after': '7' }),
]
