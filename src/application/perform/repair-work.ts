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
    return { kind: 'left', why: `Could not ${fix.kind.replaceAll('_', ' ')}: ${explainToPeople(error)}` }
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
  if (!own.test(fix.branch)) return { kind: 'left', why: `${fix.branch} is no branch of this issue’s work` }
  const outcome = await ports.repairer.restoreBranch(repository, fix)
  switch (outcome) {
    case 'restored': {
      const was = fix.seen === null ? '' : `; it was at ${fix.seen}`
      return { kind: 'mended', what: `${fix.branch} is at ${fix.sha} again${was}` }
    }
    case 'moved':
      return { kind: 'left', why: `${fix.branch} moved meanwhile, so it was left as it is` }
  }
}

async function reopenPull(
  ports: RepairPorts,
  repository: RepositoryRef,
  fix: FixOf<'reopen_pull_request'>,
): Promise<Mended> {
  await ports.repairer.reopenPull(repository, fix.number)
  return { kind: 'mended', what: `Pull request #${fix.number} is open again` }
}

async function repairTaskPull(
  ports: RepairPorts,
  repository: RepositoryRef,
  work: Work,
  fix: FixOf<'open_task_pull_request'>,
): Promise<Mended> {
  if (work.record?.base_branch == null || work.execution?.nodes[fix.task]?.kind !== 'ACTION')
    return { kind: 'left', why: `${fix.task} is no task of the plan` }
  const opened = await inOrderPerformers.open_task_pull_request(ports, { repository, work }, fix, true, null)
  return { kind: 'mended', what: `Pull request #${opened.gate.number} of ${fix.task} is open`, events: [opened] }
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
  if (post === null) return { kind: 'left', why: isLabel ? 'The issue is not registered' : `${fix.plan_id} is history` }
  const [posted] = await ports.thread.post(repository, [post], true)
  const event = posted?.ok === true ? confirmPost(one, posted) : null
  if (isLabel && event !== null)
    return {
      kind: 'mended',
      what: fix.label === null ? 'The label was taken off' : `The label is \`${fix.label}\` again`,
    }
  if (event?.kind === 'comment_shown')
    return { kind: 'mended', what: `The comment with the ${event.which} is there again`, events: [event] }
  const why = posted?.ok === false ? posted.why : 'no answer'
  return { kind: 'left', why: `Could not ${postWords[fix.kind]}: ${why}` }
}

const postWords = { set_label: 'set the label', show_plan: 'post the plan', show_status: 'post the status' }
