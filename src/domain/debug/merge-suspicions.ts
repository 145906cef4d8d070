import type { Suspicion } from './suspicion.ts'

const most = 5
/** Of somebody else's; so the rules' first ones are always looked into. */
const mostTold = 3

/** The first suspicions of somebody who read the code, then those that rules rank first; 5 at most, each suspect once. */
export function mergeSuspicions(told: readonly Suspicion[], byRules: readonly Suspicion[]): Suspicion[] {
  const known = new Set<string>()
  const each = (one: Suspicion): boolean => {
    const key = JSON.stringify(one.suspect)
    if (known.has(key)) return false
    known.add(key)
    return true
  }
  const first = told.filter(each).slice(0, mostTold)
  const kept = new Set(first.map(({ suspect }) => JSON.stringify(suspect)))
  const rest = byRules.filter(({ suspect }) => !kept.has(JSON.stringify(suspect)))
  return [...first, ...rest].slice(0, most).map((one, index) => ({ ...one, likelihood: index + 1 }))
}
