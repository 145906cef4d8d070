import type { Artifact } from '../../../domain/records/artifact.ts'
import type { Configuration } from '../../../domain/configuration/configuration.ts'
import { lonelyJudge } from '../../../domain/gate/judges/lonely-judge.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { codeOwnersPaths, readCodeOwners } from '../../../domain/people/code-owners.ts'
import type { JudgeFacts } from '../../../domain/gate/draft/gate-event.ts'
import { explain } from '../../attempts/attempt-effect.ts'
import type { People } from '../../ports/forge/people.ts'
import type { RepositoryRef } from '../../repository-ref.ts'

/** GitHub reads no larger file either. */
const mostOwnersBytes = 3_000_000
const [mostOwnedPaths, mostOwners] = [200, 50]
/** GitHub lists a hundred, two of which may be ours: so many may not be all. */
const mostListed = 98

interface Asked {
  people: People
  log: (level: 'warn', message: string, fields: Record<string, unknown>) => void
}

/**
 * What is known of who may be asked to judge a version. GitHub is asked only where it makes a difference: who may, where
 * its author may not or owners are named who may have left; who is busy, where there is somebody to choose from.
 */
export async function findJudges(
  ports: Asked,
  repository: RepositoryRef,
  configuration: Configuration,
  { by, files }: Pick<Artifact, 'by' | 'files'>,
  readFile: (path: string) => Promise<Uint8Array | undefined>,
): Promise<JudgeFacts> {
  const owners = configuration.review.code_owners
    ? await findOwners(
        readFile,
        files.map(({ path }) => path),
      )
    : []
  const hasChoice = Math.max(owners.length, configuration.review.reviewers.length) > configuration.review.ask
  const [may, open] = await Promise.all([
    by.kind === 'person' || owners.length > 0 ? listJudges(ports, repository, configuration) : undefined,
    hasChoice ? countOpen(ports, repository) : undefined,
  ])
  return {
    ...(may === undefined ? {} : { may_judge: may }),
    ...(owners.length === 0 ? {} : { owners }),
    ...(open === undefined ? {} : { open_requests: open }),
  }
}

/** By the file of the version's own commit: no version may change it. */
async function findOwners(
  readFile: (path: string) => Promise<Uint8Array | undefined>,
  paths: readonly string[],
): Promise<string[]> {
  for (const place of codeOwnersPaths) {
    const bytes = await readFile(place)
    if (bytes === undefined) continue
    if (bytes.byteLength > mostOwnersBytes) return []
    const ownersOf = readCodeOwners(new TextDecoder().decode(bytes))
    return [...new Set(paths.slice(0, mostOwnedPaths).flatMap((path) => ownersOf(path)))].slice(0, mostOwners)
  }
  return []
}

async function countOpen(
  { people, log }: Asked,
  repository: RepositoryRef,
): Promise<Record<string, number> | undefined> {
  try {
    return await people.countReviewRequests(repository)
  } catch (error) {
    log('warn', 'who has reviews open is not known', { repository: repository.key, why: explain(error) })
    return undefined
  }
}

/** The plan, with a note where whoever does it alone could not approve it. */
export async function noteLonelyJudge(
  ports: Pick<Asked, 'log'> & { people: Pick<People, 'listWriters'> },
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
  { people, log }: Pick<Asked, 'log'> & { people: Pick<People, 'listWriters'> },
  repository: RepositoryRef,
  { review, roles }: Configuration,
): Promise<string[] | undefined> {
  if (review.allow_self || roles.review !== 'write') return undefined
  try {
    const writers = await people.listWriters(repository)
    return writers.length < mostListed ? writers : undefined
  } catch (error) {
    log('warn', 'who may review is not known', { repository: repository.key, why: explain(error) })
    return undefined
  }
}
