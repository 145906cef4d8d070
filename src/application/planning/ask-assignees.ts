import { type AssigneeFacts, mayPush } from '../../domain/plan/assignee.ts'
import { roleAtLeast } from '../../domain/configuration/sections/roles.ts'
import type { LoadedWork } from '../ports/state/state-store.ts'
import type { People } from '../ports/forge/people.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Work } from '../../domain/records/work.ts'
import type { Actor, CommandPlace } from '../../domain/work/draft/work-event.ts'
import type { SlashCommand } from '../../domain/commands/slash-command.ts'

/** More people than that no plan names in earnest. */
const mostAsked = 20

/** What GitHub says of whoever is to do tasks; executors that are no people are passed over. Undefined where there is nobody to ask about. */
export async function askAssignees(
  people: Pick<People, 'findRoleOfLogin' | 'listWriters'>,
  repository: RepositoryRef,
  executors: readonly string[],
): Promise<AssigneeFacts | undefined> {
  const logins = new Set(executors.flatMap((name) => (name.startsWith('@') ? [name.slice(1).toLowerCase()] : [])))
  if (logins.size === 0) return undefined
  const asked = [...logins].slice(0, mostAsked).map(async (login) => ({
    login,
    role: await people.findRoleOfLogin(repository, login),
  }))
  const found = await Promise.all(asked)
  if (found.every(({ role }) => mayPush(role))) return { people: found, writers: [] }
  // Who else could do it is help: where GitHub doesn't say, the refusal stands without.
  const writers = await people.listWriters(repository).catch(() => [])
  return { people: found, writers }
}

/** The same of those that a comment gives tasks to, or whose tasks it has begun; nobody is asked about for who may not. */
export function askForCommands(
  people: People,
  repository: RepositoryRef,
  { configuration }: Pick<LoadedWork, 'configuration'>,
  { plan, execution }: Work,
  { commands, by, place }: { commands: readonly SlashCommand[]; by: Actor; place: CommandPlace },
): Promise<AssigneeFacts | undefined> {
  if (!roleAtLeast(by.role, configuration.roles.control)) return Promise.resolve(undefined)
  const given = commands.flatMap((command) => (command.kind === 'assign' ? [command.executor] : []))
  const begins = place.kind === 'issue' && commands.some((command) => command.kind === 'approve_plan')
  const planned = begins ? (plan?.tasks ?? []) : []
  const named = planned.map(({ id, executor }) => {
    const node = execution?.nodes[id]
    return node?.kind === 'ACTION' ? node.executor : executor
  })
  return askAssignees(people, repository, [...given, ...named])
}
