import { isRule, type Obstacle, ruleNames } from '../../domain/rules/obstacle.ts'
import { workflowBranch } from '../../domain/records/iss-record.ts'
import type { Work } from '../../domain/records/work.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { CountersignFault } from '../fault.ts'

/** What GitHub has against it until somebody changes the repository; null where that isn't what failed. */
export function findObstacle(error: unknown): Obstacle | null {
  return error instanceof CountersignFault ? (error.obstacle ?? null) : null
}

/** The branch whose rules tell of all branches of a plan. */
export function branchOfRules(record: Work['record']): string {
  return record?.base_branch ?? workflowBranch
}

/**
 * The obstacle that a fault tells of, with the rulesets that hold the rule and a digest of all that holds there: by it one
 * knows later whether another try may come out otherwise.
 */
export async function nameObstacle(
  ports: Pick<MachinePorts, 'rules' | 'log'>,
  repository: RepositoryRef,
  branch: string,
  error: unknown,
): Promise<Obstacle | null> {
  const obstacle = findObstacle(error)
  if (obstacle === null) return null
  try {
    const held = await ports.rules.readFor(repository, branch)
    const type = isRule(obstacle.kind) ? ruleNames[obstacle.kind].type : null
    const holding = held.rules.filter((rule) => rule.type === type).flatMap(({ ruleset }) => ruleset ?? [])
    const rulesets = [...new Set(holding.map(({ name }) => name))]
    return { ...obstacle, seen: held.digest, ...(rulesets.length > 0 && { rulesets }) }
  } catch (second) {
    const why = second instanceof Error ? second.message : String(second)
    ports.log('warn', 'the rules of the repository could not be read', { repository: repository.key, why })
    return obstacle
  }
}
