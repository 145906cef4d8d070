import type { Artifact } from '../../domain/records/artifact.ts'
import type { ActionNode, CheckNode } from '../../domain/records/node-state.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Work } from '../../domain/records/work.ts'

/** What effects on tasks are about: a plan that is being worked on. */
export interface BoundWork {
  record: NonNullable<Work['record']>
  plan: Plan
  execution: NonNullable<Work['execution']>
}

export function getBound({ record, plan, execution }: Work): BoundWork {
  if (record === null || plan === null || execution === null) throw new Error('the plan is not being worked on')
  return { record, plan, execution }
}

export function getAction(bound: BoundWork, id: string): ActionNode {
  const node = bound.execution.nodes[id]
  if (node?.kind !== 'ACTION') throw new Error(`there is no task ${id}`)
  return node
}

export function getCheckNode(bound: BoundWork, task: string): CheckNode {
  const node = Object.values(bound.execution.nodes).find((one) => one.kind === 'CHECK' && one.target === task)
  if (node?.kind !== 'CHECK') throw new Error(`there is no CHECK for ${task}`)
  return node
}

export function getArtifact(bound: BoundWork, artifactId: string | null): Artifact {
  const artifact = bound.execution.artifacts.find((one) => one.artifact_id === artifactId)
  if (artifact === undefined) throw new Error(`there is no version ${artifactId}`)
  return artifact
}
