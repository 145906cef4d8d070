import type { Dialect } from './dialect.ts'

/** What the gateway itself answers. Of the codes of HTTP, those that no client tries again. */
const kinds = {
  malformed: {
    status: 400,
    openai: 'invalid_request_error',
    anthropic: 'invalid_request_error',
    google: 'INVALID_ARGUMENT',
  },
  unknown_token: {
    status: 401,
    openai: 'invalid_api_key',
    anthropic: 'authentication_error',
    google: 'UNAUTHENTICATED',
  },
  limit_reached: { status: 403, openai: 'limit_reached', anthropic: 'permission_error', google: 'PERMISSION_DENIED' },
  not_allowed: { status: 403, openai: 'not_allowed', anthropic: 'permission_error', google: 'PERMISSION_DENIED' },
  not_found: { status: 404, openai: 'not_found', anthropic: 'not_found_error', google: 'NOT_FOUND' },
  too_large: { status: 413, openai: 'request_too_large', anthropic: 'request_too_large', google: 'INVALID_ARGUMENT' },
  unsupported: { status: 415, openai: 'unsupported', anthropic: 'invalid_request_error', google: 'INVALID_ARGUMENT' },
  provider_failed: { status: 424, openai: 'provider_failed', anthropic: 'api_error', google: 'UNAVAILABLE' },
} as const
export type RefusalKind = keyof typeof kinds

export interface ModelRefusal {
  kind: RefusalKind
  message: string
}

export interface RenderedRefusal {
  status: number
  headers: Record<string, string>
  body: string
}

/** A refusal in the words of the dialect that was asked in; it says that another try is of no use. */
export function renderRefusal(dialect: Dialect, { kind, message }: ModelRefusal): RenderedRefusal {
  const { status } = kinds[kind]
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
    body: JSON.stringify(renderErrorBody(dialect, kind, `Countersign: ${message}`)),
  }
}

/** The same within a stream that has begun. */
export function renderStreamError(dialect: Dialect, { kind, message }: ModelRefusal): string {
  const error = renderErrorBody(dialect, kind, `Countersign: ${message}`)
  switch (dialect) {
    case 'messages':
      return `event: error\ndata: ${JSON.stringify(error)}\n\n`
    case 'responses':
      return `event: error\ndata: ${JSON.stringify({ type: 'error', code: kinds[kind].openai, message, param: null })}\n\n`
    case 'chat':
    case 'gemini':
      return `data: ${JSON.stringify(error)}\n\n`
  }
}

/** What a provider said no with in OpenAI's dialect, told in another one. */
export function renderProviderNo(dialect: Dialect, status: number, body: string): string {
  const [, said = ''] = /"message"\s*:\s*"((?:[^"\\]|\\.){1,2000})/.exec(body) ?? []
  const message = said === '' ? `the provider answered ${status}` : said.replaceAll(/\\./g, ' ')
  const error = renderErrorBody(dialect, status === 413 ? 'too_large' : 'malformed', message)
  return JSON.stringify(error)
}

function renderErrorBody(dialect: Dialect, kind: RefusalKind, message: string): object {
  const { status, openai, anthropic, google } = kinds[kind]
  switch (dialect) {
    case 'chat':
    case 'responses':
      return { error: { message, type: 'countersign', param: null, code: openai } }
    case 'messages':
      return { type: 'error', error: { type: anthropic, message } }
    case 'gemini':
      return { error: { code: status, message, status: google } }
  }
}
