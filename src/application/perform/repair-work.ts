import { recordText } from '../../domain/language/message.ts'
import { isDeepStrictEqual } from 'node:util'
import type { DoctorFinding, DoctorFix } from '../../domain/effects/doctor-finding.ts'
import type { Work } from '../../domain/records/work.ts'
import type { WorkEventBody } from '../../domain/work/draft/work-event.ts'
import { explainToPeople } from '../attempts/attempt-effect.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { Repairer } from '../ports/forge/repairer.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import { inOrderPerformers } from './in-order-performers.ts'
import { confirmPost, makePost } from './thread-performers.ts'

export type RepairPorts = Pick<MachinePorts, 'thread' | 'pullRequests' | 'now' | 'newId' | 'sign' | 'web' | 'docs'> & {
  repairer: Repairer
}

/** What mending came to, a sentence each. `events` are to be told to the issue: numbers and ids of what was made. */
export interface Mending {
  mended: string[]
  left: string[]
  events: WorkEventBody[]
}

type Mended = { kind: 'mended'; what: string; events?: WorkEventBody[] } | { kind: 'left'; why: string }
type FixOf<K extends DoctorFix['kind']> = Extract<DoctorFix, { kind: K }>

/** Branches before the pull requests that need them, then what people read. */
const order: DoctorFix['kind'][] = [
  'restore_branch',
  'reopen_pull_request',
  'open_task_pull_request',
  'set_label',
  'show_plan',
  'show_status',
]

/**
 * Carries out what the findings say can be mended without judgement. Nothing is removed, and nothing is done twice:
 * each fix looks at what stands. What fails is left, with the reason.
 */
export async function repairWork(
  ports: RepairPorts,
  repository: RepositoryRef,
  work: Work,
  findings: readonly DoctorFinding[],
): Promise<Mending> {
  const mending: Mending = { mended: [], left: [], events: [] }
  const fixes: DoctorFix[] = []
  for (const { fix, what } of findings) {
    if (fix === null) mending.left.push(what)
    else if (!fixes.some((one) => isDeepStrictEqual(one, fix))) fixes.push(fix)
  }
  for (const fix of fixes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))) {
    const outcome = await tryFix(ports, repository, work, fix)
    if (outcome.kind === 'left') {
      mending.left.push(outcome.why)
      continue
    }
    mending.mended.push(outcome.what)
    mending.events.push(...(outcome.events ?? []))
  }
  return mending
}

async function tryFix(ports: RepairPorts, repository: RepositoryRef, work: Work, fix: DoctorFix): Promise<Mended> {
  try {
    return await carryOut(ports, repository, work, fix)
  } catch (error) {
    return {
      kind: 'left',
      why: recordText('Could not {what}: {why}', { what: recordText(fixWords[fix.kind]), why: explainToPeople(error) }),
    }
  }
}

function carryOut(ports: RepairPorts, repository: RepositoryRef, work: Work, fix: DoctorFix): Promise<Mended> {
  switch (fix.kind) {
    case 'restore_branch':
      return restoreWorkBranch(ports, repository, work, fix)
    case 'reopen_pull_request':
      return reopenPull(ports, repository, fix)
    case 'open_task_pull_request':
      return repairTaskPull(ports, repository, work, fix)
    case 'set_label':
    case 'show_plan':
    case 'show_status':
      return repairPost(ports, repository, work, fix)
  }
}

async function restoreWorkBranch(
  ports: RepairPorts,
  repository: RepositoryRef,
  { record }: Work,
  fix: FixOf<'restore_branch'>,
): Promise<Mended> {
  // I8: nothing but the issue's own work branches is ever moved.
  const own = new RegExp(`^countersign/${record?.id ?? 'none'}/\\d+/(?:base|T[\\d.]+)$`)
  if (!own.test(fix.branch))
    return { kind: 'left', why: recordText('{branch} is no branch of this issue’s work', { branch: fix.branch }) }
  const outcome = await ports.repairer.restoreBranch(repository, fix)
  switch (outcome) {
    case 'restored': {
      const { branch, sha, seen } = fix
      const what =
        seen === null
          ? recordText('{branch} is at {sha} again', { branch, sha })
          : recordText('{branch} is at {sha} again; it was at {head}', { branch, sha, head: seen })
      return { kind: 'mended', what }
    }
    case 'moved':
      return {
        kind: 'left',
        why: recordText('{branch} moved meanwhile, so it was left as it is', { branch: fix.branch }),
      }
  }
}

async function reopenPull(
  ports: RepairPorts,
  repository: RepositoryRef,
  fix: FixOf<'reopen_pull_request'>,
): Promise<Mended> {
  await ports.repairer.reopenPull(repository, fix.number)
  return { kind: 'mended', what: recordText('Pull request {pull} is open again', { pull: `#${fix.number}` }) }
}

async function repairTaskPull(
  ports: RepairPorts,
  repository: RepositoryRef,
  work: Work,
  fix: FixOf<'open_task_pull_request'>,
): Promise<Mended> {
  if (work.record?.base_branch == null || work.execution?.nodes[fix.task]?.kind !== 'ACTION')
    return { kind: 'left', why: recordText('{task} is no task of the plan', { task: fix.task }) }
  const opened = await inOrderPerformers.open_task_pull_request(ports, { repository, work }, fix, true, null)
  const what = recordText('Pull request {pull} of {task} is open', { pull: `#${opened.gate.number}`, task: fix.task })
  return { kind: 'mended', what, events: [opened] }
}

/** Posted as the work itself does it, but for a comment that is gone: an earlier try's is found by its marker. */
async function repairPost(
  ports: RepairPorts,
  repository: RepositoryRef,
  work: Work,
  fix: FixOf<'set_label' | 'show_plan' | 'show_status'>,
): Promise<Mended> {
  const one = { op: ports.newId(), action: fix }
  const post = makePost(ports, { repository, work, asked: { open: null, configuration: null }, isGone: true }, one)
  const isLabel = fix.kind === 'set_label'
  if (post === null)
    return {
      kind: 'left',
      why: isLabel ? recordText('The issue is not registered') : recordText('{id} is history', { id: fix.plan_id }),
    }
  const [posted] = await ports.thread.post(repository, [post], true)
  const event = posted?.ok === true ? confirmPost(one, posted) : null
  if (isLabel && event !== null)
    return {
      kind: 'mended',
      what:
        fix.label === null
          ? recordText('The label was taken off')
          : recordText('The label is `{label}` again', { label: fix.label }),
    }
  if (event?.kind === 'comment_shown')
    return {
      kind: 'mended',
      what:
        event.which === 'plan'
          ? recordText('The comment with the plan is there again')
          : recordText('The comment with the status is there again'),
      events: [event],
    }
  const why = posted?.ok === false ? posted.why : recordText('no answer')
  return { kind: 'left', why: recordText('Could not {what}: {why}', { what: recordText(postWords[fix.kind]), why }) }
}

const postWords = { set_label: 'set the label', show_plan: 'post the plan', show_status: 'post the status' } as const

const fixWords = {
  restore_branch: 'restore branch',
  reopen_pull_request: 'reopen pull request',
  open_task_pull_request: 'open task pull request',
  set_label: 'set label',
  show_plan: 'show plan',
  show_status: 'show status',
} as const
