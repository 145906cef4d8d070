import type { AcceptanceCriterion } from '../acceptance-criterion.ts'

/** A criterion of the plan before and the one that it is now; undefined where there is none. */
export type CriterionPair = readonly [AcceptanceCriterion | undefined, AcceptanceCriterion | undefined]

type Criteria = readonly AcceptanceCriterion[]

/**
 * Criteria of a task before and after, by their words first: one that is put in front gives all others another id. Those
 * whose words are new are taken by their ids. In the order of before, then what is new.
 */
export function pairCriteria(before: Criteria, after: Criteria): CriterionPair[] {
  return pairBy(before, after, [
    ({ id, statement }) => `${id} ${statement}`,
    ({ statement }) => statement,
    ({ id }) => id,
  ])
}

/** By their ids alone: whether they have changed places. */
export function pairCriteriaById(before: Criteria, after: Criteria): CriterionPair[] {
  return pairBy(before, after, [({ id }) => id])
}

function pairBy(
  before: Criteria,
  after: Criteria,
  keys: readonly ((one: AcceptanceCriterion) => string)[],
): CriterionPair[] {
  const partners = new Map<AcceptanceCriterion, AcceptanceCriterion>()
  const taken = new Set<AcceptanceCriterion>()
  for (const keyOf of keys) {
    const free = Map.groupBy(
      after.filter((one) => !taken.has(one)),
      keyOf,
    )
    for (const one of before) {
      const partner = partners.has(one) ? undefined : free.get(keyOf(one))?.shift()
      if (partner === undefined) continue
      partners.set(one, partner)
      taken.add(partner)
    }
  }
  const added = after.filter((one) => !taken.has(one))
  return [
    ...before.map((one): CriterionPair => [one, partners.get(one)]),
    ...added.map((one): CriterionPair => [undefined, one]),
  ]
}
