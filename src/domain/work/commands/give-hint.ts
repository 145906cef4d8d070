import { renderUsage } from '../../commands/command-usage.ts'
import { roleAtLeast } from '../../configuration/sections/roles.ts'
import { refuseSilently } from '../../gate/draft/gate-draft.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import type { CommandProblem } from '../../commands/slash-command.ts'
import { fitUsage } from './fit-usage.ts'
import { sayOnce } from '../draft/say-once.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import type { CommandPlace, WorkEventOf } from '../draft/work-event.ts'

type Hinted = Extract<CommandProblem, { kind: 'hinted' | 'assented' }>

/** The comment holds no command, but a word that may be meant as one. */
export function findHinted({ commands, problems }: WorkEventOf<'commands_given'>): Hinted | undefined {
  const [first] = problems
  return commands.length === 0 && problems.length === 1 && (first?.kind === 'hinted' || first?.kind === 'assented')
    ? first
    : undefined
}

/** Said once to each person in an issue: it may be talk, or for another program. Who has no role here isn't led on. */
export function giveHint(draft: WorkDraft, hinted: Hinted, event: WorkEventOf<'commands_given'>): Refusal | undefined {
  const { by, comment, place } = event
  if (hinted.kind === 'assented') return tellYes(draft, event)
  const { said, name } = hinted
  const silent = refuseSilently(`/${said} is no command of ours`)
  if (!roleAtLeast(by.role, 'triage')) return silent
  const reply = { kind: 'hinted' as const, said, usage: findUsage(draft, name, place), own: said === name }
  return sayOnce(draft, `hint:${by.id}`, reply, comment.number) ? undefined : silent
}

/** A yes to what was asked for there is told the command that it is, once; everybody else's is talk. */
function tellYes(draft: WorkDraft, event: WorkEventOf<'commands_given'>): Refusal | undefined {
  const usage = findYes(draft, event)
  const silent = refuseSilently('a yes that nobody waits for')
  if (usage === undefined) return silent
  const reply = { kind: 'mentioned' as const, usage }
  return sayOnce(draft, `yes:${usage}:${event.by.id}`, reply, event.comment.number) ? undefined : silent
}

function findYes(draft: WorkDraft, { by, issue, place }: WorkEventOf<'commands_given'>): string | undefined {
  const { record, plan, execution, context } = draft
  const { roles } = context.configuration
  if (place.kind === 'task_pull_request') {
    const check = Object.values(execution?.nodes ?? {}).find(
      (node) => node.kind === 'CHECK' && node.target === place.task && node.waiting_for?.kind === 'judgement',
    )
    return check !== undefined && roleAtLeast(by.role, roles.review) ? '/approve' : undefined
  }
  if (place.kind !== 'issue') return undefined
  if (record.phase === 'awaiting_input' && record.asked_reading !== undefined)
    return by.login === issue?.author || roleAtLeast(by.role, roles.answer) ? '/answer yes' : undefined
  return record.phase === 'proposed' && plan !== null && roleAtLeast(by.role, roles.control)
    ? `/approve plan@${plan.hash.slice(0, 7)}`
    : undefined
}

/** As it would be written there and now. */
function findUsage(draft: WorkDraft, name: string, place: CommandPlace): string {
  const { record, plan, execution } = draft
  const isForTask = name === 'approve' || name === 'reject'
  const why = name === 'reject' ? ' <why>' : ''
  if (isForTask && place.kind === 'task_pull_request') return `/${name}${why}`
  if (name === 'approve' && record.phase === 'proposed' && plan !== null)
    return `/approve plan@${plan.hash.slice(0, 7)}`
  const nodes = Object.values(execution?.nodes ?? {})
  const waiting = nodes.find((node) => node.kind === 'CHECK' && node.waiting_for?.kind === 'judgement')
  return isForTask && waiting?.kind === 'CHECK'
    ? `/${name} ${waiting.target}${why}`
    : fitUsage(renderUsage(name), draft, place)
}
