import { randomUUID } from 'node:crypto'
import { GitHubError } from '../handler/route.ts'
import { RateLimitError } from '../limits/rate-limits.ts'
import { SecondaryLimitError } from '../limits/secondary-limits.ts'

export const documentation = 'https://docs.github.com/rest'

/** GitHub's error shape; a fault of the sandbox itself is a 500 that names it. */
export function renderError(error: unknown): Response {
  if (error instanceof GitHubError) {
    const body = {
      message: error.message,
      ...(error.errors === undefined ? {} : { errors: error.errors }),
      documentation_url: documentation,
      status: String(error.status),
    }
    const limited = error instanceof RateLimitError || error instanceof SecondaryLimitError
    return renderJson(error.status, body, limited ? error.headers : {})
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)

  return renderJson(500, { message: 'Server Error', errors: [detail], documentation_url: documentation }, {})
}

export function renderJson(status: number, body: unknown, headers: Record<string, string>): Response {
  const text = JSON.stringify(body)
  return new Response(text, { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
}

/** The headers that every answer of the API has. */
export function finishHeaders(response: Response, headers: Record<string, string>, now: Date): void {
  const all = {
    date: now.toUTCString(),
    'x-github-media-type': 'github.v3; format=json',
    'x-github-request-id': randomUUID().toUpperCase(),
    'access-control-allow-origin': '*',
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) if (!response.headers.has(name)) response.headers.set(name, value)
}
