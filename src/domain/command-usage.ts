import type { Configuration } from './configuration.ts'
import type { SlashCommand } from './slash-command.ts'

export interface CommandUsage {
  kind: SlashCommand['kind']
  name: string
  usage: string
  /** What it does, one sentence for the help text and the docs. */
  does: string
  /** Which entry of `roles` in the configuration it needs. */
  role: keyof Configuration['roles']
}

/** All commands, in the order people meet them; several rows may share a name. */
export const commandUsages: readonly CommandUsage[] = [
  {
    kind: 'plan',
    name: 'plan',
    usage: '/plan',
    does: 'Registers the issue and plans it, as putting the label on does.',
    role: 'plan',
  },
  {
    kind: 'approve_plan',
    name: 'approve',
    usage: '/approve plan@1a2b3c4',
    does: 'Approves the plan with that hash and starts the work; without a hash the newest plan.',
    role: 'control',
  },
  {
    kind: 'approve_task',
    name: 'approve',
    usage: '/approve T1',
    does: 'Approves the newest version of a task; in its pull request `/approve` is enough.',
    role: 'review',
  },
  {
    kind: 'reject_task',
    name: 'reject',
    usage: '/reject T1 <why>',
    does: 'Rejects the newest version of a task, with a reason; in its pull request `/reject <why>` is enough.',
    role: 'review',
  },
  {
    kind: 'retry',
    name: 'retry',
    usage: '/retry [T2]',
    does: 'Lets a waiting task try again, its attempts counted anew; without a task all that wait.',
    role: 'control',
  },
  { kind: 'pause', name: 'pause', usage: '/pause', does: 'Begins nothing new until `/resume`.', role: 'control' },
  { kind: 'resume', name: 'resume', usage: '/resume', does: 'Goes on after `/pause`.', role: 'control' },
  {
    kind: 'stop',
    name: 'stop',
    usage: '/stop [why]',
    does: 'Ends the work for good; what was made stays. `/approve` starts a new run.',
    role: 'control',
  },
  { kind: 'status', name: 'status', usage: '/status', does: 'Shows where the issue stands.', role: 'status' },
  {
    kind: 'export',
    name: 'export',
    usage: '/export [include-candidates] [partial]',
    does: 'Releases the approved versions with their manifest; `partial` while tasks are still open.',
    role: 'export',
  },
  { kind: 'help', name: 'help', usage: '/help', does: 'Lists these commands.', role: 'help' },
]

/** The usages of a command name, joined for a reply: `/approve plan@1a2b3c4` or `/approve T1`. */
export function renderUsage(name: string): string {
  return commandUsages
    .filter((command) => command.name === name)
    .map((command) => `\`${command.usage}\``)
    .join(' or ')
}
