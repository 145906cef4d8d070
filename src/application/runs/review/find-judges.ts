import type { Artifact } from '../../../domain/records/artifact.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { lonelyJudge } from '../../../domain/gate/draft/lonely-judge.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { explain } from '../../attempts/attempt-effect.ts'
import type { People } from '../../ports/forge/people.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

interface Asked {
  people: People
  log: (level: 'warn', message: string, fields: Record<string, unknown>) => void
}

/** Who may judge a version that a person made; undefined where it isn't asked for, or isn't known. */
export async function findJudges(
  ports: Asked,
  repository: RepositoryRef,
  configuration: Configuration,
  { by }: Pick<Artifact, 'by'>,
): Promise<string[] | undefined> {
  return by.kind === 'person' ? listJudges(ports, repository, configuration) : undefined
}

/** The plan, with a note where whoever does it alone could not approve it. */
export async function noteLonelyJudge(
  ports: Asked,
  repository: RepositoryRef,
  configuration: Configuration,
  plan: Plan,
): Promise<Plan> {
  const tasks = plan.tasks.filter(
    ({ executor, acceptance_criteria: criteria }) =>
      (executor === 'human' || executor.startsWith('@')) &&
      criteria.some((one) => one.check_method === 'manual_review' && one.severity !== 'minor'),
  )
  if (tasks.length === 0) return plan
  const judges = await listJudges(ports, repository, configuration)
  const note = judges === undefined ? undefined : lonelyJudge(judges, tasks)
  return note === undefined ? plan : { ...plan, notes: [...plan.notes, note] }
}

/** Only of the default role GitHub lists who has it; anybody may judge their own where that is allowed. */
async function listJudges(
  { people, log }: Asked,
  repository: RepositoryRef,
  { review, roles }: Configuration,
): Promise<string[] | undefined> {
  if (review.allow_self || roles.review !== 'write') return undefined
  try {
    return await people.listWriters(repository)
  } catch (error) {
    log('warn', 'who may review is not known', { repository: repository.key, why: explain(error) })
    return undefined
  }
}
