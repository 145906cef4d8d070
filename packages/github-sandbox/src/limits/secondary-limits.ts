import { GitHubError, type Actor } from '../handler/route.ts'
import { accountOf, type RateResource } from './rate-limits.ts'

/** GitHub's limits beside the hourly ones, for each account. */
export interface SecondaryLimitOptions {
  concurrent: number
  restPointsPerMinute: number
  graphqlPointsPerMinute: number
  createdPerMinute: number
  createdPerHour: number
}

/** As GitHub documents them ("Rate limits for the REST API"). */
export const githubSecondaryLimits: SecondaryLimitOptions = {
  concurrent: 100,
  restPointsPerMinute: 900,
  graphqlPointsPerMinute: 2000,
  createdPerMinute: 80,
  createdPerHour: 500,
}

/** What one request weighs. */
export interface SecondaryCost {
  resource: RateResource
  points: number
  /** Pieces of content that it makes: issues, comments, pull requests, reviews. */
  creates: number
}

const minuteMs = 60_000
const hourMs = 3_600_000

/** Refuses whoever is too fast, over windows that slide. What is refused doesn't count. */
export class SecondaryLimits {
  readonly #limits: SecondaryLimitOptions
  readonly #accounts = new Map<string, { running: number; past: { atMs: number; cost: SecondaryCost }[] }>()

  constructor(limits: SecondaryLimitOptions) {
    this.#limits = limits
  }

  /** Counts a request as it begins; call what it returns when it is answered. Throws SecondaryLimitError. */
  begin(actor: Actor, cost: SecondaryCost, now: Date): () => void {
    const account = this.#account(accountOf(actor))
    const nowMs = now.getTime()
    account.past = account.past.filter(({ atMs }) => atMs > nowMs - hourMs)
    if (account.running >= this.#limits.concurrent) throw new SecondaryLimitError()
    for (const { sinceMs, most, weigh } of this.#windows(cost, nowMs)) {
      const used = account.past.reduce((sum, one) => sum + (one.atMs > sinceMs ? weigh(one.cost) : 0), 0)
      if (weigh(cost) > 0 && used + weigh(cost) > most) throw new SecondaryLimitError()
    }
    account.past.push({ atMs: nowMs, cost })
    account.running += 1

    return () => {
      account.running -= 1
    }
  }

  #windows({ resource }: SecondaryCost, nowMs: number) {
    const { restPointsPerMinute, graphqlPointsPerMinute, createdPerMinute, createdPerHour } = this.#limits
    const points = (one: SecondaryCost) => (one.resource === resource ? one.points : 0)
    const creates = (one: SecondaryCost) => one.creates
    const most = resource === 'graphql' ? graphqlPointsPerMinute : restPointsPerMinute

    return [
      { sinceMs: nowMs - minuteMs, most, weigh: points },
      { sinceMs: nowMs - minuteMs, most: createdPerMinute, weigh: creates },
      { sinceMs: nowMs - hourMs, most: createdPerHour, weigh: creates },
    ]
  }

  #account(key: string) {
    const found = this.#accounts.get(key) ?? { running: 0, past: [] }
    this.#accounts.set(key, found)

    return found
  }
}

/** GitHub's answer to those who are too fast. */
export class SecondaryLimitError extends GitHubError {
  readonly headers = { 'retry-after': '60' }

  constructor() {
    super(
      403,
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.',
    )
  }
}

const creating =
  /^POST \/repos\/\{owner\}\/\{repo\}\/(?:issues|pulls|releases)(?:\/\{\w+\}\/(?:comments|reviews|replies|sub_issues))?$/
const creatingFields =
  /\b(?:addComment|createIssue|createPullRequest|addPullRequestReview|addPullRequestReviewComment|addPullRequestReviewThread)\s*\(/g

/** GET, HEAD and OPTIONS weigh 1, everything else 5. */
export function costOfRest(route: string): SecondaryCost {
  const points = /^(?:GET|HEAD|OPTIONS) /.test(route) ? 1 : 5

  return { resource: 'core', points, creates: creating.test(route) ? 1 : 0 }
}

/** A query weighs 1, a document with mutations 5. */
export function costOfGraphql(query: string): SecondaryCost {
  const isMutation = query.trimStart().startsWith('mutation')
  const creates = isMutation ? [...query.matchAll(creatingFields)].length : 0

  return { resource: 'graphql', points: isMutation ? 5 : 1, creates }
}
