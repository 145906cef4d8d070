import { recordText } from '../../language/message.ts'
import { exportedTasks } from '../../bundle/export-roles.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { roleAtLeast } from '../../configuration/sections/roles.ts'
import { defaultTemplates, type ReleaseTemplates } from '../../configuration/release-template.ts'
import type { EffectAction } from '../../effects/effect.ts'
import type { Refusal } from '../../gate/draft/gate-event.ts'
import { refuse } from '../../gate/draft/gate-draft.ts'
import type { NodeState } from '../../records/node-state.ts'
import { joinReplies } from '../../effects/reply.ts'
import type { SlashCommand } from '../../commands/slash-command.ts'
import { denial } from '../draft/denial.ts'
import { answerProblem } from './answer-unregistered.ts'
import { approvePlan, refuseUnseenPlan } from '../plan-life/approve-plan.ts'
import { commandNeeds, meansTask } from './command-needs.ts'
import { describeOutcome, lookBefore } from './describe-outcome.ts'
import { findOutsider } from './find-outsider.ts'
import { answerPlanning, requestPlan, requestReplan, requestTuning } from '../plan-life/request-plan.ts'
import { assignPlannedTask, splitPlannedTask } from '../plan-life/revise-plan.ts'
import { liftPause } from '../draft/pause.ts'
import { pauseResumeOrStop } from './pause-resume-stop.ts'
import { waiveTests } from './waive-tests.ts'
import { applyGate, keepAct, note, refuseUnapproved, say, type WorkDraft } from '../draft/work-draft.ts'
import { refusePlanless } from '../draft/refuse-planless.ts'
import type { Actor, CommandPlace, WorkEventOf } from '../draft/work-event.ts'

/** All commands and problems of one comment, in their order; one comment answers them all. */
export function obeyCommands(draft: WorkDraft, event: WorkEventOf<'commands_given'>): void {
  const from = draft.effects.length
  const { number } = event.comment
  for (const problem of event.problems)
    say(draft, answerProblem(problem, draft, event, draft.context.configuration), number)
  const obeyed: SlashCommand[] = []
  for (const command of inJudgingOrder(event.commands)) {
    const { name, needs } = commandNeeds(command, event.place, draft.context.configuration.roles)
    if (needs !== null && !roleAtLeast(event.by.role, needs)) {
      say(draft, denial(event.by, name, needs, draft.context.configuration), number)
      continue
    }
    const before = lookBefore(draft)
    const refusal = obey(draft, command, event)
    if (refusal === undefined) {
      obeyed.push(command)
      const what = describeOutcome(draft, before, command, event.place)
      if (what !== undefined) say(draft, { kind: 'carried_out', what }, number)
    } else if (refusal !== 'told') say(draft, { kind: 'refused', name, why: refusal.why, next: refusal.next }, number)
  }
  joinAnswers(draft, from, number)
  const isDone = obeyed.some(({ kind }) => kind !== 'help')
  const outsider = findOutsider(event, isDone)
  if (outsider !== undefined) hushOutsider(draft, outsider, from)
  const content = obeyed.length > 0 ? 'EYES' : 'CONFUSED'
  draft.effects.unshift({ kind: 'react', target: { kind: 'comment', node_id: event.comment.nodeId }, content })
}

const outsidersKept = 200

/** Who may do nothing here is answered once; after that the reaction says it. */
function hushOutsider({ record, effects }: WorkDraft, outsider: string, from: number): void {
  if (record.outsiders.includes(outsider)) {
    const kept = effects.slice(from).filter(({ kind }) => kind !== 'say')
    effects.splice(from, effects.length, ...kept)
  } else record.outsiders = [...record.outsiders, outsider].slice(-outsidersKept)
}

/** What holds before what doesn't: a version that is rejected takes no more results, and one remark may say both. */
function inJudgingOrder(commands: readonly SlashCommand[]): SlashCommand[] {
  const holds = (one: SlashCommand) => one.kind === 'approve_task' && one.criteria.length > 0
  const first = commands.findIndex((one) => one.kind === 'reject_task')
  const late = commands.filter((one, at) => first !== -1 && at > first && holds(one))
  return commands.flatMap((one, at) => (at === first ? [...late, one] : late.includes(one) ? [] : [one]))
}

/** What was said there since then, in the place of the first of it: twenty commands must not make twenty comments. */
function joinAnswers({ effects }: WorkDraft, from: number, number: number): void {
  const answers = effects.slice(from).filter((one) => one.kind === 'say' && one.number === number)
  const reply = joinReplies(answers.flatMap((one) => (one.kind === 'say' ? [one.reply] : [])))
  const [first] = answers
  if (first === undefined || reply === undefined) return
  const kept = effects.slice(from).flatMap((one): EffectAction[] => {
    if (one === first) return [{ kind: 'say', number, reply }]
    return answers.includes(one) ? [] : [one]
  })
  effects.splice(from, effects.length, ...kept)
}

/** `told`: it was not carried out, and the answer says why already. */
function obey(
  draft: WorkDraft,
  command: SlashCommand,
  event: WorkEventOf<'commands_given'>,
): Refusal | 'told' | undefined {
  const by = event.by
  switch (command.kind) {
    case 'plan':
      if (event.place.kind !== 'issue' || event.issue === null)
        return refuse(
          recordText('a plan is made from an issue, not from a pull request'),
          recordText('comment `/plan` on the issue'),
        )
      return requestPlan(draft, event.issue, by)
    case 'tune':
      return requestTuning(draft, command, event)
    case 'replan':
      return requestReplan(draft, command, event)
    case 'answer':
      return answerPlanning(draft, command.text, event)
    case 'split':
      return splitPlannedTask(draft, command.task, event)
    case 'approve_plan':
      if (meansTask(command, event.place)) return judge(draft, event.place.task, wholeVersion, event)
      return refuseUnseenPlan(draft, command.hash, event.comment) ?? approvePlan(draft, command.hash, event)
    case 'approve_task':
    case 'reject_task':
      return withTask(draft, command.task, event.place, (task) => judge(draft, task, command, event))
    case 'retry':
      return retry(draft, command.task ?? (event.place.kind === 'task_pull_request' ? event.place.task : null), event)
    case 'waive':
      return withTask(draft, command.task, event.place, (task) => waive(draft, task, command, by))
    case 'waive_tests':
      return waiveTests(draft, command.why, by.login)
    case 'assign':
      return withTask(draft, command.task, event.place, (task) =>
        assignPlannedTask(draft, task, command.executor, event),
      )
    case 'pause':
    case 'resume':
    case 'stop':
      return pauseResumeOrStop(draft, command, by.login, event.lost)
    case 'status':
      say(draft, { kind: 'status' }, event.comment.number)
      return undefined
    case 'list':
      say(draft, { kind: 'list' }, event.comment.number)
      keepAct(draft, { kind: 'listed' })
      return undefined
    case 'config':
      say(draft, { kind: 'configuration' }, event.comment.number)
      return undefined
    case 'doctor':
      draft.effects.push({ kind: 'examine', number: event.comment.number, fix: command.fix, by: by.login })
      return undefined
    case 'help':
      say(draft, { kind: 'help' }, event.comment.number)
      return undefined
    case 'export':
      return requestExport(draft, command, by.login)
  }
}

function withTask(
  { execution }: WorkDraft,
  task: string | null,
  place: CommandPlace,
  go: (task: string) => Refusal | undefined,
): Refusal | undefined {
  const id = task ?? (place.kind === 'task_pull_request' ? place.task : null)
  if (id !== null) return go(id)
  const meant = place.kind === 'other_pull_request' ? execution?.nodes[place.task ?? ''] : undefined
  return meant?.kind === 'ACTION' && meant.pull_request?.open
    ? refuse(
        recordText('this pull request is no longer that of {task}', { task: meant.id }),
        recordText('say it in #{number}, which is', { number: meant.pull_request.number }),
      )
    : refuse(recordText('it does not say which task'), recordText('name it, for example `/approve T1`'))
}

type JudgingCommand = Omit<Extract<SlashCommand, { kind: 'approve_task' | 'reject_task' }>, 'line' | 'task'>

const wholeVersion: JudgingCommand = { kind: 'approve_task', criteria: [], why: '' }

function judge(
  draft: WorkDraft,
  task: string,
  { kind: way, criteria, why }: JudgingCommand,
  event: WorkEventOf<'commands_given'>,
): Refusal | undefined {
  const node = draft.execution?.nodes[task]
  const active = node?.kind === 'ACTION' ? node.active_artifact_id : null
  const version = draft.execution?.artifacts.find((one) => one.artifact_id === active)
  // Late or redelivered: whoever wrote it can't have seen this version. GitHub's times are whole seconds.
  if (version !== undefined && event.comment.writtenAt.slice(0, 19) < version.created_at.slice(0, 19)) {
    return refuse(
      recordText('version {version} of {task} came after that comment', { version: version.version, task }),
      recordText('look at the newest version and say it again'),
    )
  }
  const kind = way === 'approve_task' ? 'approved_by_person' : 'rejected_by_person'
  const by = { login: event.by.login, id: event.by.id }
  return applyGate(draft, {
    kind,
    task,
    head_sha: version?.commit_sha ?? '',
    by,
    review_id: draft.context.newId(),
    why,
    ...(criteria.length > 0 && { criteria }),
  })
}

function waive(
  draft: WorkDraft,
  task: string,
  command: Extract<SlashCommand, { kind: 'waive' }>,
  { login, id }: Actor,
): Refusal | undefined {
  const { criterion, why } = command
  return applyGate(draft, { kind: 'waived', task, criterion, by: { login, id }, why, review_id: draft.context.newId() })
}

function retry(draft: WorkDraft, task: string | null, event: WorkEventOf<'commands_given'>): Refusal | undefined {
  const by = { login: event.by.login, id: event.by.id }
  if (task !== null) return applyGate(draft, { kind: 'retried', task, by })
  const unapproved = refuseUnapproved(draft)
  if (unapproved !== undefined) return unapproved
  if (liftPause(draft, 'rule')) return undefined
  const waiting = Object.values(draft.execution?.nodes ?? {}).flatMap(retriable)
  if (waiting.length === 0)
    return refuse(
      recordText('no task waits for a decision'),
      recordText('name one to have it done again, for example `/retry T2`'),
    )
  for (const id of waiting) applyGate(draft, { kind: 'retried', task: id, by })
  return undefined
}

/** The task of a node that waits for a decision or for CI; who waits for a push or a judgement is not helped by another try. */
function retriable(node: NodeState): string[] {
  if (node.kind === 'GOAL' || node.state !== 'WAITING_EXTERNAL') return []
  if (node.waiting_for?.kind !== 'decision' && node.waiting_for?.kind !== 'ci') return []
  return [node.kind === 'ACTION' ? node.id : node.target]
}

/** Only where somebody chose them: an effect says what is special about it. */
function chosenTemplates({ tag, release_name: name }: Configuration['export']): { templates?: ReleaseTemplates } {
  return tag === defaultTemplates.tag && name === defaultTemplates.name ? {} : { templates: { tag, name } }
}

function requestExport(
  draft: WorkDraft,
  command: Extract<SlashCommand, { kind: 'export' }>,
  login: string,
): Refusal | undefined {
  if (draft.plan === null) return refusePlanless(draft.record)
  if (draft.execution === null)
    return refuse(recordText('nothing was worked on yet'), recordText('`/approve` starts the plan'))
  const { plan, execution } = draft
  const supporting = command.supporting ?? draft.context.configuration.export.include_supporting
  const isOpen = exportedTasks(plan, supporting).some((task) => execution.nodes[task.id]?.state !== 'DONE')
  if (isOpen && !command.partial) {
    return refuse(
      recordText('not all tasks are approved'),
      recordText('`/export partial` takes what is, and lists what is missing'),
    )
  }
  draft.effects.push({
    kind: 'export',
    plan_id: plan.id,
    include_candidates: command.include_candidates,
    include_supporting: supporting,
    partial: command.partial,
    ...chosenTemplates(draft.context.configuration.export),
    by: login,
  })
  note(draft, recordText('export asked for'), login)
  return undefined
}
