import { z } from 'zod'
import type { ApiCall } from './plan-calls.ts'

/** The number a call made (of an issue), the id it made (of a comment), or how it was refused. */
export type CallResult =
  | { ok: true; id: number | null; number: number | null }
  | { ok: false; status: number; message: string }

const made = z
  .object({ id: z.number().nullable().catch(null), number: z.number().nullable().catch(null) })
  .catch({ id: null, number: null })
const refused = z
  .object({ message: z.string(), errors: z.array(z.unknown()).catch([]) })
  .catch({ message: 'No reason given', errors: [] })

/** Calls the REST API as the person who holds `token`, so that pages follow the very rules of the API. */
export async function callApi(api: string, token: string, call: ApiCall, fetcher: typeof fetch): Promise<CallResult> {
  const response = await fetcher(`${api}${call.path}`, {
    method: call.method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `token ${token}`,
      'content-type': 'application/json',
      'user-agent': 'sandbox-pages',
    },
    ...(call.method === 'DELETE' ? {} : { body: JSON.stringify(call.body) }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, ...made.parse(answer) }
  const { message, errors } = refused.parse(answer)
  const details = errors.map((error) => (typeof error === 'string' ? error : JSON.stringify(error)))
  return { ok: false, status: response.status, message: [message, ...details].join(' · ') }
}
