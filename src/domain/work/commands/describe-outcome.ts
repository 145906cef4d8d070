import { recordText } from '../../language/message.ts'
import type { CheckNode, NodeState } from '../../records/node-state.ts'
import type { SlashCommand } from '../../commands/slash-command.ts'
import { criteriaOf } from '../../gate/draft/version-criteria.ts'
import { meansTask } from './command-needs.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import type { CommandPlace } from '../draft/work-event.ts'
import { nameCriteria } from '../../gate/draft/name-criteria.ts'
import { isRepeatable } from '../../configuration/is-repeatable.ts'

/** What a command is held against to say what came of it. */
export interface Before {
  phase: WorkDraft['record']['phase']
  reviews: number
  waiting: readonly string[]
}

export function lookBefore({ record, execution }: WorkDraft): Before {
  return { phase: record.phase, reviews: execution?.reviews.length ?? 0, waiting: listWaiting(execution) }
}

/** What came of a command that was carried out, in a sentence; undefined where it shows in its place without. */
export function describeOutcome(
  draft: WorkDraft,
  before: Before,
  command: SlashCommand,
  place: CommandPlace,
): string | undefined {
  const task = findTask(command, place)
  switch (command.kind) {
    case 'approve_plan':
      return meansTask(command, place) ? describeJudgement(draft, before, place.task, place) : describeStart(draft)
    case 'approve_task':
    case 'reject_task':
      return describeJudgement(draft, before, task, place)
    case 'retry':
      return describeRetry(draft, before, task)
    case 'waive':
      return tellWaived(draft, before, task, nameCriterion(draft, task, command.criterion))
    case 'waive_tests':
      return recordText('The tests that failed are let go in your name')
    case 'assign':
      return recordText('{task} is given to {who}', { task, who: command.executor })
    case 'split':
      return before.phase === 'proposed'
        ? recordText('{task} is split: the plan comment shows how, and `/approve plan@{hash}` starts it', {
            task,
            hash: draft.record.plan_hash?.slice(0, 7) ?? '',
          })
        : undefined
    case 'pause':
      return recordText('Paused: nothing new begins until `/resume`')
    case 'resume':
      return recordText('The work goes on')
    case 'stop':
      return draft.record.phase !== before.phase
        ? recordText('Stopped: what was made stays, and `/approve` starts a new run')
        : recordText('No other plan is made')
    case 'plan':
    case 'tune':
    case 'replan':
    case 'answer':
    case 'status':
    case 'list':
    case 'config':
    case 'doctor':
    case 'export':
    case 'help':
      return undefined
  }
}

function findTask(command: SlashCommand, place: CommandPlace): string {
  const named = 'task' in command ? command.task : null
  return named ?? (place.kind === 'task_pull_request' ? place.task : '')
}

/** The first time the status comment, which is only now posted, says it. */
function describeStart({ record }: WorkDraft): string | undefined {
  if (record.status_comment === null || record.status_comment.plan_id !== record.plan_id) return undefined
  return recordText('Plan `{hash}` is approved again: a new run of it begins', {
    hash: record.plan_hash?.slice(0, 7) ?? '',
  })
}

/** In the pull request the verdict itself is posted. */
function describeJudgement(draft: WorkDraft, before: Before, task: string, place: CommandPlace): string | undefined {
  const verdict = describeVerdict(draft, before)
  if (verdict !== undefined) return place.kind === 'task_pull_request' ? undefined : verdict
  return (
    describeRest(draft, task) ??
    recordText('{noted}; the verdict follows once the rest of its review is through', {
      noted: noteJudged(draft, task),
    })
  )
}

/** What people have said of a version that still waits for them; undefined where it doesn't. */
export function describeRest(draft: WorkDraft, task: string): string | undefined {
  const check = findCheck(draft, task)
  if (check?.state !== 'WAITING_EXTERNAL' || check.waiting_for === null) return undefined
  return recordText('{noted}; still to do: {what}', { noted: noteJudged(draft, task), what: check.waiting_for.what })
}

function noteJudged(draft: WorkDraft, task: string): string {
  const check = findCheck(draft, task)
  const judged = (check?.partial ?? []).filter(({ judge, result }) => judge !== undefined && result === 'pass')
  const said = judged.map(({ id }) => nameCriterion(draft, task, id))
  if (said.length === 0) return recordText('Noted for {task}', { task })
  return recordText(said.length === 1 ? 'Noted: {criteria} of {task} holds' : 'Noted: {criteria} of {task} hold', {
    criteria: said.join(', '),
    task,
  })
}

/** The verdict that was given just now: `Version 2 of T1 is rejected over AC-2 “The header is set”; another version is due`. */
function describeVerdict(draft: WorkDraft, before: Before, isInside = false): string | undefined {
  const { execution } = draft
  const review = execution?.reviews.slice(before.reviews).at(-1)
  if (review === undefined) return undefined
  const told = { version: review.version, task: review.task }
  if (review.verdict === 'APPROVED')
    return recordText(
      isInside
        ? 'version {version} of {task} is approved, {merge}'
        : 'Version {version} of {task} is approved, {merge}',
      {
        ...told,
        merge: describeMerge(draft, review.task),
      },
    )
  const failed = review.criteria.flatMap(({ id, result }) =>
    result === 'fail' ? [nameCriterion(draft, review.task, id)] : [],
  )
  const next = describeNextVersion(execution?.nodes[review.task], review.task)
  const isTakenOut = draft.effects.some((one) => one.kind === 'take_back_merge' && one.task === review.task)
  const nextStep = isTakenOut ? recordText('its merge is taken out of the integration branch; {next}', { next }) : next
  return failed.length === 0
    ? recordText(
        isInside
          ? 'version {version} of {task} is rejected; {next_step}'
          : 'Version {version} of {task} is rejected; {next_step}',
        { ...told, next_step: nextStep },
      )
    : recordText(
        isInside
          ? 'version {version} of {task} is rejected over {criteria}; {next_step}'
          : 'Version {version} of {task} is rejected over {criteria}; {next_step}',
        {
          ...told,
          criteria: failed.join(', '),
          next_step: nextStep,
        },
      )
}

function tellWaived(draft: WorkDraft, before: Before, task: string, criterion: string): string {
  const verdict = describeVerdict(draft, before, true)
  return verdict === undefined
    ? recordText('{criterion_name} of {task} is waived in your name; its review goes on', {
        criterion_name: criterion,
        task,
      })
    : recordText('{criterion_name} of {task} is waived in your name; {verdict}', {
        criterion_name: criterion,
        task,
        verdict,
      })
}

/** Who makes another version, once one is rejected. */
function describeNextVersion(node: NodeState | undefined, task: string): string {
  if (node?.kind === 'ACTION' && !isRepeatable(node.executor)) return recordText('a better one has to be pushed')
  return node?.state === 'WAITING_EXTERNAL'
    ? recordText('`/retry {task}` has it tried again', { task })
    : recordText('another version is due')
}

function describeMerge({ record, execution }: WorkDraft, task: string): string {
  const node = execution?.nodes[task]
  const isMerged = node?.kind === 'ACTION' && node.hand_merge?.artifact_id === node.active_artifact_id
  if (isMerged && node.hand_merge !== null) return recordText('and was merged before')
  return record.paused === null
    ? recordText('and is merged next')
    : recordText('and is merged once `/resume` has the work go on')
}

function describeRetry({ execution }: WorkDraft, before: Before, task: string): string {
  const still = new Set(listWaiting(execution))
  const node = execution?.nodes[task]
  if (node?.kind === 'ACTION' && node.executor === 'human' && node.active_artifact_id === null)
    return recordText('{task} waits for a push to `{branch}`: nothing runs before that', { task, branch: node.branch })
  const check = Object.values(execution?.nodes ?? {}).find((one) => one.kind === 'CHECK' && one.target === task)
  if (
    node?.kind === 'ACTION' &&
    node.state === 'READY_TO_CHECK' &&
    check?.kind === 'CHECK' &&
    before.waiting.includes(task)
  )
    return recordText('{task}: what machines check of its version is checked again; what people said of it stays', {
      task,
    })
  const again = task === '' ? before.waiting.filter((id) => !still.has(id)) : [task]
  return recordText(again.length === 1 ? '{tasks} is tried again' : '{tasks} are tried again', {
    tasks: again.join(', '),
  })
}

/** Tasks that wait, or whose CHECK does. */
function listWaiting(execution: WorkDraft['execution']): string[] {
  const waiting = Object.values(execution?.nodes ?? {}).flatMap((node) => {
    if (node.kind === 'GOAL' || node.state !== 'WAITING_EXTERNAL') return []
    return [node.kind === 'ACTION' ? node.id : node.target]
  })
  return [...new Set(waiting)]
}

function findCheck({ execution }: WorkDraft, task: string): CheckNode | undefined {
  const node = execution?.nodes[task.replace(/^T/, 'C')]
  return node?.kind === 'CHECK' ? node : undefined
}

/** With what it asks for: `AC-2 “The header is set”`. */
function nameCriterion({ plan, execution }: WorkDraft, task: string, id: string): string {
  const [planned, node] = [plan?.tasks.find((one) => one.id === task), execution?.nodes[task]]
  const active = node?.kind === 'ACTION' ? node.active_artifact_id : null
  const version = execution?.artifacts.find((one) => one.artifact_id === active) ?? { undoes: [] }
  return nameCriteria([id], planned === undefined ? [] : criteriaOf(planned, version))
}
