import type { Signature } from '../handler/git-store.ts'
import type { User } from '../world/world.ts'

/** A person as GitHub writes them into commits that it makes. */
export function userSignature(user: User, date: string): Signature {
  return { name: user.name, email: `${user.id}+${user.login}@users.noreply.github.com`, date }
}

/** GitHub itself, the committer of what is made on its pages and through its API. */
export function githubSignature(date: string): Signature {
  return { name: 'GitHub', email: 'noreply@github.com', date }
}
