import { recordText } from '../language/message.ts'
import type { Configuration } from '../configuration/configuration.ts'
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

/** The hash in usages: an example in the docs, and in an issue the place of its plan's own. */
const exampleHash = '1a2b3c4'

/** All commands, in the order people meet them; several rows may share a name. */
export const commandUsages: readonly CommandUsage[] = [
  {
    kind: 'plan',
    name: 'plan',
    usage: '/plan',
    does: recordText('Registers the issue and plans it, as putting the label on does.'),
    role: 'plan',
  },
  {
    kind: 'tune',
    name: 'tune',
    usage: '/tune skills/writer [what is wrong]',
    does: recordText(
      'Looks at the agent skill in that folder and plans its fixes as tasks; what is wrong may go on over the lines below.',
    ),
    role: 'plan',
  },
  {
    kind: 'answer',
    name: 'answer',
    usage: '/answer [what was asked]',
    does: recordText(
      'Goes on with planning where it asked for something; the text may go on over the lines below. Alone, it has the issue read again after an edit.',
    ),
    role: 'answer',
  },
  {
    kind: 'replan',
    name: 'replan',
    usage: '/replan [fresh] <what to change>',
    does: recordText(
      'Makes another plan and keeps the old one on record; approved work that fits is carried over. `fresh` begins anew: without approved work, and without what was said in the thread before.',
    ),
    role: 'control',
  },
  {
    kind: 'split',
    name: 'split',
    usage: '/split T2',
    does: recordText('Cuts a task along its deliverables, files or places to change; the plan needs approval again.'),
    role: 'control',
  },
  {
    kind: 'approve_plan',
    name: 'approve',
    usage: `/approve plan@${exampleHash}`,
    does: recordText(
      'Approves the plan with that hash and starts the work; without a hash the newest plan. A remark may follow.',
    ),
    role: 'control',
  },
  {
    kind: 'approve_task',
    name: 'approve',
    usage: '/approve T1 [AC-2]',
    does: recordText(
      'Approves the newest version of a task, or says of the criteria named that they hold; in its pull request `/approve` is enough.',
    ),
    role: 'review',
  },
  {
    kind: 'reject_task',
    name: 'reject',
    usage: '/reject T1 [AC-2] <why>',
    does: recordText(
      'Rejects the newest version of a task, with a reason, over the criteria named; in its pull request `/reject <why>` is enough.',
    ),
    role: 'review',
  },
  {
    kind: 'retry',
    name: 'retry',
    usage: '/retry [T2]',
    does: recordText('Lets a waiting task try again, its attempts counted anew; without a task all that wait.'),
    role: 'control',
  },
  {
    kind: 'waive',
    name: 'waive',
    usage: '/waive T2 AC-3 <why>',
    does: recordText('Lets a criterion go, in your name and with a reason; the review is concluded anew.'),
    role: 'waive',
  },
  {
    kind: 'waive_tests',
    name: 'waive',
    usage: '/waive tests <why>',
    does: recordText('Lets the tests of the plan that failed go, by their names, in your name and with a reason.'),
    role: 'waive',
  },
  {
    kind: 'assign',
    name: 'assign',
    usage: '/assign T2 @login',
    does: recordText(
      'Gives a task to a person who may push here, or to an executor such as `human`, `model` or `shell`; `auto` chooses.',
    ),
    role: 'control',
  },
  {
    kind: 'pause',
    name: 'pause',
    usage: '/pause',
    does: recordText('Ends what is at work, and begins nothing new until `/resume`.'),
    role: 'control',
  },
  { kind: 'resume', name: 'resume', usage: '/resume', does: recordText('Goes on after `/pause`.'), role: 'control' },
  {
    kind: 'stop',
    name: 'stop',
    usage: '/stop [why]',
    does: recordText('Ends the work; what was made stays. `/approve` starts a new run.'),
    role: 'control',
  },
  {
    kind: 'status',
    name: 'status',
    usage: '/status',
    does: recordText('Says where the issue stands, and links the status comment.'),
    role: 'status',
  },
  {
    kind: 'list',
    name: 'list',
    usage: '/list',
    does: recordText('Lists the issues that are being worked on here, where they stand and who is waited for.'),
    role: 'status',
  },
  {
    kind: 'config',
    name: 'config',
    usage: '/config',
    does: recordText('Shows which files configure this repository, and from which of them each value comes.'),
    role: 'status',
  },
  {
    kind: 'doctor',
    name: 'doctor',
    usage: '/doctor',
    does: recordText('Holds the records against the branches, files and pull requests, and says what is wrong.'),
    role: 'control',
  },
  {
    kind: 'doctor',
    name: 'doctor',
    usage: '/doctor fix',
    does: recordText('The same, and mends what needs no judgement.'),
    role: 'doctor_fix',
  },
  {
    kind: 'export',
    name: 'export',
    usage: '/export [include-candidates] [no-supporting] [partial]',
    does: recordText(
      'Releases the approved versions with their manifest; `no-supporting` leaves out what only supports the deliverable (`supporting` takes it, whatever the configuration says), `partial` while tasks are still open.',
    ),
    role: 'export',
  },
  { kind: 'help', name: 'help', usage: '/help', does: recordText('Lists these commands.'), role: 'help' },
]

/** A usage with the hash of the plan that is there; where there is none, nobody is shown one to type. */
export function showHash(usage: string, hash: string | null): string {
  return usage.replaceAll(`plan@${exampleHash}`, `plan@${hash === null ? '…' : hash.slice(0, 7)}`)
}

/** The usages of a command name, joined for a reply: `/approve plan@1a2b3c4` or `/approve T1`. */
export function renderUsage(name: string): string {
  return commandUsages
    .filter((command) => command.name === name)
    .map((command) => `\`${command.usage}\``)
    .join(' or ')
}
