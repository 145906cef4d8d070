import { recordText } from '../language/message.ts'
import { type Role, roleAtLeast } from '../configuration/sections/roles.ts'
import { type ExecutorsHere, isKnownExecutor } from '../configuration/executor-names.ts'
import type { Task } from './task.ts'

/** What GitHub said of people who are to do tasks. */
export interface AssigneeFacts {
  /** `role` is null for who has none here; `unknown`: GitHub has no such account. */
  people: readonly { login: string; role: Role | null | 'unknown' }[]
  /** Logins that may push; looked up only where somebody of `people` may not. */
  writers: readonly string[]
}

/** A task is done by pushing to its branch. */
const pushingRole: Role = 'write'

export function mayPush(role: Role | null | 'unknown'): boolean {
  return role !== 'unknown' && roleAtLeast(role, pushingRole)
}

/** Why a task can't be done by that executor, as a clause that begins with its name; undefined where it can, or nobody asked GitHub. */
export function findMisfit(
  { id, work }: Pick<Task, 'id' | 'work'>,
  executor: string,
  { executors, lacking = {} }: ExecutorsHere,
  facts: AssigneeFacts | undefined,
): string | undefined {
  const name = `\`${executor}\``
  if (!isKnownExecutor(executor, executors)) return recordText('{who} is no executor here', { who: name })
  const lack = Object.hasOwn(lacking, executor) ? lacking[executor] : undefined
  if (lack !== undefined) return `${name} ${lack}`
  if (executor === 'shell' && work.length === 0)
    return recordText(
      '{who} runs the commands that the issue spells out in code blocks that begin with `sh run task={task}`, and it has none',
      { who: name, task: id },
    )
  if (executor === 'patch' && !work.some((item) => item.kind !== 'run'))
    return recordText('{who} applies the files and diffs that the issue spells out, and it has none for {task}', {
      who: name,
      task: id,
    })
  const login = executor.startsWith('@') ? executor.slice(1).toLowerCase() : null
  const asked = facts?.people.find((one) => one.login.toLowerCase() === login)
  if (asked === undefined || mayPush(asked.role)) return undefined
  if (asked.role === 'unknown') return recordText('{who} is no account on GitHub', { who: name })
  return asked.role === null
    ? recordText('{who} has no access here, and a task is done by pushing to its branch', { who: name })
    : recordText('{who} has only the role `{role}` here, and a task is done by pushing to its branch', {
        who: name,
        role: asked.role,
      })
}

/** The same of the one person whom a task names (`@ada`), by the role that GitHub gives them now. */
export function findUnfitPerson(id: string, executor: string, role: Role | null | 'unknown'): string | undefined {
  const people = [{ login: executor.slice(1), role }]
  return findMisfit({ id, work: [] }, executor, { executors: [] }, { people, writers: [] })
}

/** Who could be given a task instead, as a clause; '' where that wasn't asked. */
export function listWriters(facts: AssigneeFacts | undefined): string {
  const writers = facts?.writers ?? []
  if (writers.length === 0) return ''
  const shown = writers.slice(0, 6).map((login) => `\`@${login}\``)
  const more = writers.length - shown.length
  const who = shown.join(', ')
  return recordText('{who} may push here', {
    who: more > 0 ? recordText('{items} and {n} more', { items: who, n: more }) : who,
  })
}
