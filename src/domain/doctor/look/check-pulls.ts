import { recordText } from '../../language/message.ts'
import { describeState } from '../../records/describe-state.ts'
import { listConflictPaths } from '../../effects/final-conflict.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { ActionNode } from '../../records/node-state.ts'
import type { Work } from '../../records/work.ts'
import type { DoctorFacts, SeenPull } from '../doctor-facts.ts'
import { isAlive, owes } from '../kept-branches.ts'
import { broken, drift, type Looked } from '../looked.ts'

/** Pull requests are as recorded, unless what is owed is about to change them. `lost`: branches that were deleted or rewritten. */
export function checkPulls(
  looked: Looked,
  { execution }: Work,
  record: IssRecord,
  facts: DoctorFacts,
  lost: ReadonlySet<string>,
): void {
  checkConflict(looked, record)
  if (facts.pulls === null) return
  for (const node of Object.values(execution?.nodes ?? {})) {
    if (node.kind !== 'ACTION') continue
    lookForPull(looked, record, node)
    if (node.pull_request === null) continue
    const seen = facts.pulls.get(node.pull_request.number)
    if (seen === null) {
      const what = recordText('{name} is not there', { name: namePull(node.pull_request.number, node) })
      looked.expect(false, () =>
        broken('pull_request_missing', [node.id], what, recordText('`/retry {task}` opens another', { task: node.id })),
      )
    } else if (seen !== undefined) checkPull(looked, record, node, node.pull_request, seen, lost)
  }
  checkFinal(looked, record, facts.pulls)
}

/** What is reviewed can be read somewhere. */
function lookForPull(looked: Looked, record: IssRecord, node: ActionNode): void {
  if (!isAlive(record) || node.state !== 'READY_TO_CHECK' || node.merge === 'merged') return
  const artifactId = node.active_artifact_id ?? ''
  // One that is merged or closed already settles what its owed merge comes to.
  const owed =
    owes(record, 'open_task_pull_request', (action) => action.task === node.id) ||
    owes(record, 'merge_task', (action) => action.task === node.id)
  looked.expect(node.pull_request?.open === true || owed, () =>
    drift(
      'pull_request_lacking',
      [node.id],
      recordText('{task} {standing} and has no open pull request', {
        task: node.id,
        standing: describeState(node.state),
      }),
      recordText('`/doctor fix` opens it'),
      { kind: 'open_task_pull_request', task: node.id, artifact_id: artifactId },
    ),
  )
}

function checkPull(
  looked: Looked,
  record: IssRecord,
  node: ActionNode,
  recorded: { number: number; open: boolean },
  seen: SeenPull,
  lost: ReadonlySet<string>,
): void {
  const name = namePull(recorded.number, node)
  looked.expect(seen.headRef === node.branch && seen.baseRef === (record.base_branch ?? seen.baseRef), () =>
    broken(
      'pull_request_elsewhere',
      [node.id],
      recordText('{name} goes from {head} into {base}, not from {branch} into {integration}', {
        name,
        head: seen.headRef,
        base: seen.baseRef,
        branch: node.branch,
        integration: String(record.base_branch),
      }),
      recordText('set its base back on its page'),
    ),
  )
  const isOpen = seen.state === 'open' || seen.state === 'draft'
  const merging = owes(record, 'merge_task', (action) => action.task === node.id)
  const closing = owes(record, 'close_task_pull_request', (action) => action.number === recorded.number)
  if (isOpen === recorded.open || (seen.state === 'merged' && merging) || (isOpen && closing)) {
    looked.things += 1
    return
  }
  looked.expect(false, () => {
    if (isOpen)
      return drift(
        'pull_request_open',
        [node.id],
        recordText('{name} is recorded as closed, and is open', { name }),
        recordText('close it'),
      )
    if (seen.state === 'merged') {
      const what = recordText('{name} is recorded as open, and is merged', { name })
      return drift('pull_request_merged', [node.id], what, recordText('have GitHub deliver that webhook again'))
    }
    // GitHub closes it with its branch. Otherwise a person did, which is a rejection that was not heard of.
    const fix =
      lost.has(node.branch) || lost.has(record.base_branch ?? '')
        ? { kind: 'reopen_pull_request' as const, number: recorded.number }
        : null
    const next = fix
      ? recordText('`/doctor fix` opens it again')
      : recordText('open it again, or `/reject {task} why`', { task: node.id })
    return drift(
      'pull_request_closed',
      [node.id],
      recordText('{name} is recorded as open, and is closed', { name }),
      next,
      fix,
    )
  })
}

function checkFinal(looked: Looked, record: IssRecord, pulls: ReadonlyMap<number, SeenPull | null>): void {
  const final = record.final_pull_request
  if (final === null || owes(record, 'set_final_draft') || owes(record, 'close_final')) return
  const seen = pulls.get(final.number)
  if (seen === undefined) return
  looked.expect(seen?.state === final.state, () =>
    drift(
      'final_pull_request_differs',
      ['G0'],
      recordText('The final pull request {pull} is recorded as {state}, and is {found}', {
        pull: `#${final.number}`,
        state: final.state,
        found: seen?.state ?? recordText('not there'),
      }),
      recordText('have GitHub deliver that webhook again, or set it back on its page'),
    ),
  )
}

/** As the sweep saw it last. */
function checkConflict(looked: Looked, { final_pull_request: final, default_branch: branch }: IssRecord): void {
  if (final?.state !== 'open') return
  const { conflict } = final
  looked.expect(conflict === undefined, () =>
    drift(
      'final_pull_request_conflicts',
      ['G0'],
      recordText('The final pull request {pull} conflicts with {branch} in {paths}', {
        pull: `#${final.number}`,
        branch: `\`${branch}\``,
        paths: conflict === undefined ? '' : listConflictPaths(conflict),
      }),
      recordText('`/replan` makes the plan anew on {branch} as it is now', { branch: `\`${branch}\`` }),
    ),
  )
}

function namePull(number: number, { id }: ActionNode): string {
  return recordText('Pull request {pull} of {task}', { pull: `#${number}`, task: id })
}
