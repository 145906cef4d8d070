import type { Hypothesis } from '../../domain/records/loop/loop-state.ts'
import { renderCount, t } from '../language/t.ts'

/** What came of looking into hypotheses: `2 of 3 hypotheses rejected, 1 inconclusive`. */
export function renderVerdicts(hypotheses: readonly Pick<Hypothesis, 'status'>[]): string {
  const all = renderCount(hypotheses.length, 'hypothesis', 'hypotheses')
  const [first, ...others] = (['confirmed', 'rejected', 'inconclusive'] as const).flatMap((status) => {
    const count = hypotheses.filter((one) => one.status === status).length
    return count === 0 ? [] : [{ status, count }]
  })
  if (first === undefined) return t('{hypotheses} not looked into', { hypotheses: all })
  return [
    t('{n} of {hypotheses} {status}', { n: first.count, hypotheses: all, status: t(first.status) }),
    ...others.map(({ status, count }) => t('{n} {status}', { n: count, status: t(status) })),
  ].join(t(', '))
}
