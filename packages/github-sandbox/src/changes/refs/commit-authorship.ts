import { recordOf, textOf } from '../../handler/body-value.ts'
import { githubSignature, userSignature } from '../../git/git-signature.ts'
import type { Signature } from '../../handler/git-store.ts'
import type { RouteContext } from '../../handler/route.ts'

export interface Authorship {
  author: Signature
  committer: Signature
  /** GitHub signs only commits in the account's own name: with a custom author or committer they are unverified. */
  verified: boolean
}

/** Who a commit made through the API is by; `signedForPeople` where GitHub commits for them (contents, merges), not in the git database. */
export function decideAuthorship(context: RouteContext, signedForPeople: boolean): Authorship {
  const date = context.now()
  const user = context.user()
  const own = userSignature(user, date)
  const signs = user.type === 'Bot' || signedForPeople
  const author = readSignature(context.body['author'], own)
  const committer = readSignature(context.body['committer'], author ?? (signs ? githubSignature(date) : own))
  const custom = context.body['author'] !== undefined || context.body['committer'] !== undefined

  return {
    author: author ?? own,
    committer: committer ?? author ?? (signs ? githubSignature(date) : own),
    verified: signs && !custom && context.body['signature'] === undefined,
  }
}

function readSignature(value: unknown, fallback: Signature): Signature | undefined {
  if (value === undefined || value === null) return undefined
  const given = recordOf(value)
  const date = textOf(given['date']) ?? fallback.date

  return { name: textOf(given['name']) ?? fallback.name, email: textOf(given['email']) ?? fallback.email, date }
}
