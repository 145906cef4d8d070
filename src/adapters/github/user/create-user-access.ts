import { request } from '@octokit/request'
import { z } from 'zod'
import { statusOf } from '../client/github-fault.ts'

/** Whoever signed in, and what GitHub gave to act for them; the token never leaves the server. */
export interface SignedInUser {
  login: string
  /** A login that now belongs to somebody else has no role. */
  id: number
  token: string
}

/** What is done in the name of a person who signed in. */
export interface UserAccess {
  /** Where the browser goes to sign in (PKCE with S256). */
  signInUrl(ask: { state: string; challenge: string; back: string }): string
  /** Undefined where GitHub doesn't take the code. */
  signIn(answer: { code: string; verifier: string; back: string }): Promise<SignedInUser | undefined>
  /** Asked anew each time. */
  canRead(user: SignedInUser, repository: { owner: string; name: string }): Promise<boolean>
  /** A comment of theirs; its address. Undefined where GitHub refuses it. */
  comment(
    user: SignedInUser,
    repository: { owner: string; name: string },
    issue: number,
    body: string,
  ): Promise<string | undefined>
}

export interface UserAccessSettings {
  web: string
  api: string
  clientId: string
  clientSecret: string
}

const TokenSchema = z.object({ access_token: z.string().min(1) })
const answerMs = 10_000

/** Tokens of the App for people: they can do what both the App and the person may. */
export function createUserAccess({ web, api, clientId, clientSecret }: UserAccessSettings): UserAccess {
  const ask = (token: string) =>
    request.defaults({
      baseUrl: api,
      headers: { authorization: `Bearer ${token}` },
      request: { signal: AbortSignal.timeout(answerMs) },
    })
  return {
    signInUrl({ state, challenge, back }) {
      const url = new URL(`${web}/login/oauth/authorize`)
      const query = { client_id: clientId, redirect_uri: back, state, code_challenge: challenge }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      url.searchParams.set('code_challenge_method', 'S256')
      return url.href
    },
    async signIn({ code, verifier, back }) {
      const answer = await fetch(`${web}/login/oauth/access_token`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({
          client_id: clientId,
          client_secret: clientSecret,
          code,
          redirect_uri: back,
          code_verifier: verifier,
        }),
        redirect: 'error',
        signal: AbortSignal.timeout(answerMs),
      })
      const given = TokenSchema.safeParse(answer.ok ? await answer.json() : null)
      if (!given.success) return undefined
      const token = given.data.access_token
      const { data } = await ask(token)('GET /user')
      return { login: data.login, id: data.id, token }
    },
    async canRead({ token }, { owner, name }) {
      try {
        await ask(token)('GET /repos/{owner}/{repo}', { owner, repo: name })
        return true
      } catch (error) {
        if ([401, 403, 404, 451].includes(statusOf(error) ?? 0)) return false
        throw error
      }
    },
    async comment({ token }, { owner, name }, issue, body) {
      try {
        const place = { owner, repo: name, issue_number: issue, body }
        const { data } = await ask(token)('POST /repos/{owner}/{repo}/issues/{issue_number}/comments', place)
        return data.html_url
      } catch (error) {
        if ([401, 403, 404, 410, 422].includes(statusOf(error) ?? 0)) return undefined
        throw error
      }
    },
  }
}
