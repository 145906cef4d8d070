import { recordText } from '../../language/message.ts'
import type { EffectAction } from '../../effects/effect.ts'
import { renderUsage } from '../../commands/command-usage.ts'
import type { CommandProblem, SlashCommand } from '../../commands/slash-command.ts'
import { type Role, roleAtLeast } from '../../configuration/sections/roles.ts'
import { joinReplies, type Reply } from '../../effects/reply.ts'
import { denial } from '../draft/denial.ts'
import { commandNeeds, leastNeeds } from './command-needs.ts'
import { findHinted } from './give-hint.ts'
import { findOutsider } from './find-outsider.ts'
import { fitUsage, type Shown } from './fit-usage.ts'
import type { DecisionContext } from '../draft/work-draft.ts'
import type { Actor, CommandPlace, WorkEvent, WorkEventOf } from '../draft/work-event.ts'

/** What is said where no issue is registered, so that nothing is saved; empty where there is nothing to answer. */
export function answerUnregistered(event: WorkEvent, context: DecisionContext): EffectAction[] {
  const needs = context.configuration.roles.plan
  if (event.kind === 'labelled') {
    return [
      {
        kind: 'say',
        number: event.issue.number,
        reply: denial(event.by, recordText('the label'), needs, context.configuration),
      },
    ]
  }
  if (event.kind !== 'commands_given') return []
  // What may be talk, or for another program, is nobody's business where nothing is planned.
  if (findHinted(event) !== undefined) return []
  const replies = [
    ...event.problems.map((problem) =>
      answerProblem(problem, { plan: null, execution: null }, event, context.configuration),
    ),
    ...event.commands.map((command) => answerCommand(command, event, context)),
  ]
  const reply = joinReplies(replies)
  if (reply === undefined) return []
  const said: EffectAction = { kind: 'say', number: event.comment.number, reply }
  if (findUnregisteredOutsider(event, context) === undefined) return [said]
  const isHelp = event.commands.some(({ kind }) => kind === 'help')
  const target = { kind: 'comment' as const, node_id: event.comment.nodeId }
  return [{ kind: 'react', target, content: isHelp ? 'EYES' : 'CONFUSED' }, said]
}

/** Whose answer there is one of, brought up to date where they ask again; undefined for others. */
export function findUnregisteredOutsider(event: WorkEvent, { configuration }: DecisionContext): string | undefined {
  if (event.kind !== 'commands_given') return undefined
  const { roles } = configuration
  const isShown = event.commands.some(({ kind }) => kind === 'list' || kind === 'config')
  return findOutsider(event, isShown && roleAtLeast(event.by.role, roles.status))
}

/** What is answered without an issue that is planned. */
const anywhere: Partial<Record<SlashCommand['kind'], Reply>> = {
  help: { kind: 'help' },
  list: { kind: 'list' },
  config: { kind: 'configuration' },
}

function answerCommand(command: SlashCommand, event: WorkEventOf<'commands_given'>, context: DecisionContext): Reply {
  const { roles } = context.configuration
  const { name, needs } = commandNeeds(command, event.place, roles)
  const answer = anywhere[command.kind]
  const mayAsk =
    answer !== undefined ? needs === null || roleAtLeast(event.by.role, needs) : roleAtLeast(event.by.role, roles.plan)
  if (!mayAsk) return denial(event.by, name, findLacking(event.by, needs, roles.plan), context.configuration)
  if (answer !== undefined) return answer
  if (event.place.kind !== 'issue') return { kind: 'not_on_pull_request', number: event.comment.number }
  return { kind: 'refused', name, why: recordText('this issue has no plan yet'), next: recordText('`/plan` makes one') }
}

/** The role that the command takes; where that is there, the one by which an issue comes to a plan. */
function findLacking(by: Actor, needs: Role | null, plan: Role): Role {
  return needs === null || roleAtLeast(by.role, needs) ? plan : needs
}

/** A line that meant to be a command: who may not give it is told that, others how it is written here. */
export function answerProblem(
  problem: CommandProblem,
  shown: Shown,
  { by, place }: Pick<WorkEventOf<'commands_given'>, 'by' | 'place'>,
  configuration: DecisionContext['configuration'],
): Reply {
  const needs = problem.kind === 'bad_arguments' ? leastNeeds(problem.name, configuration.roles) : null
  return problem.kind === 'bad_arguments' && needs !== null && !roleAtLeast(by.role, needs)
    ? denial(by, `/${problem.name}`, needs, configuration)
    : tellUsage(problem, shown, place)
}

function tellUsage(problem: CommandProblem, shown: Shown, place: CommandPlace): Reply {
  const fit = (usage: string, typed?: string): string => fitUsage(usage, shown, place, typed)
  switch (problem.kind) {
    case 'mentioned':
      return {
        kind: 'mentioned',
        usage: problem.meant ?? (problem.name === null ? null : fit(renderUsage(problem.name))),
      }
    // It never stands beside others, and is told apart before (give-hint.ts).
    case 'assented':
      return { kind: 'mentioned', usage: null }
    case 'hinted': {
      const { said, name } = problem
      return { kind: 'hinted', said, usage: fit(renderUsage(name)), own: said === name }
    }
    case 'unknown_command':
      return { kind: 'unknown_command', name: problem.name, suggestion: problem.suggestion }
    case 'bad_arguments':
      return {
        kind: 'bad_arguments',
        name: problem.name,
        problem: problem.problem,
        usage: fit(problem.usage, problem.task),
      }
  }
}
