import type { Configuration } from '../../configuration/configuration.ts'
import { type Role, roleAtLeast } from '../../configuration/sections/roles.ts'
import { commandUsages } from '../../commands/command-usage.ts'
import type { SlashCommand } from '../../commands/slash-command.ts'
import type { CommandPlace } from '../draft/work-event.ts'

/** What each command is called, and the role it takes where it stood (design 2.4). */
export function commandNeeds(
  command: SlashCommand,
  place: CommandPlace,
  roles: Configuration['roles'],
): { name: string; needs: Role | null } {
  switch (command.kind) {
    case 'plan':
      return { name: '/plan', needs: roles.plan }
    case 'tune':
      return { name: '/tune', needs: roles.plan }
    case 'answer':
      // The author may as well, which is looked at where it is carried out.
      return { name: '/answer', needs: null }
    case 'status':
    case 'list':
    case 'config':
      return { name: `/${command.kind}`, needs: roles.status }
    case 'waive':
    case 'waive_tests':
      return { name: '/waive', needs: roles.waive }
    case 'doctor':
      return command.fix ? { name: '/doctor fix', needs: roles.doctor_fix } : { name: '/doctor', needs: roles.control }
    case 'help':
      return { name: '/help', needs: neededForHelp(roles) }
    case 'export':
      return { name: '/export', needs: roles.export }
    case 'approve_task':
      return { name: '/approve', needs: roles.review }
    case 'reject_task':
      return { name: '/reject', needs: roles.review }
    case 'approve_plan':
      return { name: '/approve', needs: meansTask(command, place) ? roles.review : roles.control }
    case 'replan':
    case 'split':
    case 'assign':
    case 'retry':
    case 'pause':
    case 'resume':
    case 'stop':
      return { name: `/${command.kind}`, needs: roles.control }
  }
}

/** The role without which no form of the command of that name is taken; null where everybody may, or there is none. */
export function leastNeeds(name: string, roles: Configuration['roles']): Role | null {
  // Of an answer, whose issue it is decides, which is looked at where it is carried out.
  if (name === 'help' || name === 'answer') return null
  const needs = commandUsages.filter((one) => one.name === name).map(({ role }) => roles[role])
  return needs.find((one) => needs.every((other) => roleAtLeast(other, one))) ?? null
}

/** A reader of a public repository has no role at all. */
export function neededForHelp({ help }: Configuration['roles']): Role | null {
  return help === 'read' ? null : help
}

/** In a task's pull request a bare `/approve` means the task (design 2.5). */
export function meansTask(
  command: Extract<SlashCommand, { kind: 'approve_plan' }>,
  place: CommandPlace,
): place is Extract<CommandPlace, { kind: 'task_pull_request' }> {
  return place.kind === 'task_pull_request' && command.hash === null
}
