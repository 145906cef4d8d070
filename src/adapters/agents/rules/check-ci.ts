import type { CiResult } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { fail, pass, type CriterionFinding } from './finding.ts'
import { recordText } from '../../../domain/language/message.ts'

type Reported = Omit<CiResult, 'state'> & { state: CiResult['state'] | 'missing' }

/** The named checks of the commit, or all there are. A failed one decides; a missing or unfinished one is waited for. */
export function checkCi(criterion: AcceptanceCriterion, ci: readonly CiResult[]): CriterionFinding {
  const asked = criterion.checks?.flatMap((name): Reported[] => {
    // Two workflows, or two Apps, may name theirs alike: each of them counts.
    const alike = ci.filter((result) => result.name === name)
    return alike.length > 0 ? alike : [{ name, state: 'missing', url: null }]
  })
  const found: readonly Reported[] = asked ?? ci
  const failed = found.filter(({ state }) => state === 'failed')
  const open = found.filter(({ state }) => state === 'pending' || state === 'missing')
  if (failed.length > 0) return fail(failed.map(({ name, url }) => `${name} failed${link(url)}`).join(', '))
  if (found.length === 0) return { kind: 'waits', for: 'ci', why: recordText('no check has reported on this commit') }
  if (open.length > 0) {
    return { kind: 'waits', for: 'ci', why: open.map(({ name, state }) => `${name} is ${state}`).join(', ') }
  }

  return pass(found.map(({ name, url }) => `${name} passed${link(url)}`).join(', '))
}

function link(url: string | null): string {
  return url === null ? '' : ` (${url})`
}
