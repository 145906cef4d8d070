import { recordText } from '../../domain/language/message.ts'
import { listConflictPaths } from '../../domain/effects/final-conflict.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import type { WaitingFor } from '../../domain/records/node-state.ts'
import type { IssueStatus, Need } from '../../domain/records/status-report.ts'
import { findMisfitTask } from '../../domain/work/draft/note-executors.ts'
import { mergeCommands } from '../../views/pulls/conflict-replies.ts'
import { findWaitingFor, type Standing } from '../../views/task/task-standing.ts'

/** What somebody has to do before it goes on, and how, in plain words. */
export function listNeeds(
  { phase, plan, final_pull_request: final }: Pick<IssueStatus, 'phase' | 'plan' | 'final_pull_request'>,
  record: IssRecord,
  standings: readonly Standing[],
  notes: readonly string[] = [],
): Need[] {
  const anybody = { task: null, who: [] }
  switch (phase) {
    case 'asking':
      return [
        {
          task: null,
          who: [record.frozen.author],
          what: recordText('an answer to what planning asks'),
          how: '/answer …',
        },
      ]
    case 'planned': {
      const how = plan === null ? '/approve' : `/approve plan@${plan.hash.slice(0, 7)}`
      const unfit = findMisfitTask(notes)
      if (unfit === undefined) return [{ ...anybody, what: recordText('approval of the plan'), how }]
      return [
        {
          ...anybody,
          what: recordText('somebody who can do {task}, then approval', { task: unfit }),
          how: recordText('/assign {task} …, then {command}', { task: unfit, command: how }),
        },
      ]
    }
    case 'ready':
      if (final?.state !== 'open') return []
      return [
        {
          task: null,
          who: record.approved === null ? [] : [record.approved.by],
          what: recordText('merge of #{pull}', { pull: final.number }),
          how: recordText(
            'who may merge into `{branch}` opens #{pull} and presses “Merge pull request” there; nothing merges it by itself',
            { branch: record.default_branch, pull: final.number },
          ),
        },
      ]
    case 'paused':
      return [{ ...anybody, what: recordText('the end of the pause'), how: '/resume' }, ...needsOfTasks(standings)]
    case 'working':
    case 'waiting':
      return [...needsOfFinal(record), ...needsOfTasks(standings)]
    case 'planning':
    case 'stopped':
    case 'done':
      return []
  }
}

/** Approved and done, it can't be merged. */
function needsOfFinal({ phase, approved, default_branch: branch, final_pull_request: final }: IssRecord): Need[] {
  if (phase !== 'completed' || final?.conflict === undefined) return []
  const pull = `#${final.number}`
  const what = recordText('the conflict of {pull} with {branch} in {paths}', {
    pull,
    branch: `\`${branch}\``,
    paths: listConflictPaths(final.conflict),
  })
  return [{ task: null, who: approved === null ? [] : [approved.by], what, how: '/replan' }]
}

function needsOfTasks(standings: readonly Standing[]): Need[] {
  return standings.flatMap((standing) => {
    const waiting = findWaitingFor(standing)
    if (waiting === null) return []
    return [{ task: standing.task.id, who: waiting.who, what: waiting.what, how: describeWay(standing, waiting) }]
  })
}

function describeWay({ task, node }: Standing, { kind }: WaitingFor): string {
  const number = node?.pull_request?.number
  switch (kind) {
    case 'judgement':
    case 'ci': {
      return number === undefined
        ? recordText('/approve {task}, or /reject {task} <why>', { task: task.id })
        : recordText('a review of #{pull}, or /approve {task}, or /reject {task} <why>', {
            pull: number,
            task: task.id,
          })
    }
    case 'push':
      return node === null
        ? recordText('a push')
        : recordText('{command}, commit and push', { command: `git fetch && git switch ${node.branch}` })
    case 'conflict':
      return node === null ? recordText('a merge') : mergeCommands(node.branch).join(' && ')
    case 'assignment':
      return recordText('/assign {task} @login, or /assign {task} human', { task: task.id })
    case 'decision': {
      // The same patch makes the same bytes: another try of it is no way out.
      return node?.executor === 'patch'
        ? recordText('/assign {task} @login, or /replan <what to change>', { task: task.id })
        : recordText('/retry {task}, /assign {task} @login, or /replan <what to change>', { task: task.id })
    }
  }
}
