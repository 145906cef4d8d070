import { unknownPerson } from '../../domain/records/artifact.ts'
import { workBranch } from '../../domain/records/iss-record.ts'
import type { ActionNode } from '../../domain/records/node-state.ts'
import { integrationHead } from '../branches/integration-head.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { ForgeReader, RepositorySnapshot, WatchedWork } from '../ports/forge/forge-reader.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Sender, Message, MessageBody } from '../ports/queues/message.ts'

export interface BranchNewsLook {
  ports: {
    workspace: Pick<MachinePorts['workspace'], 'isAncestor' | 'mergeBase'>
    forgeReader: ForgeReader
    now: () => string
  }
  repository: RepositoryRef
  snapshot: RepositorySnapshot
  issueNumber: number
  work: WatchedWork
}

/** Nobody is known to have done it. */
const somebody: Sender = { ...unknownPerson, appId: null, isBot: false }

/** For so long after a push, who did it may still be on its way. */
const lagMs = 5 * 60_000

/** Work branches held against the records: commits that nobody told of, and branches that are gone. */
export async function findBranchNews(look: BranchNewsLook): Promise<Message[]> {
  const { record, execution } = look.work
  const planId = record?.plan_id
  if (record == null || planId == null || execution === null || record.base_branch === null) return []
  const owes = (kind: string) => record.outbox.some(({ action }) => action.kind === kind)
  const messages: Message[] = []
  if ((isWorkedOn(look) || isShown(look)) && !owes('open_base')) {
    messages.push(...(await lookAtBase(look, workBranch(planId, 'base'), owes('merge_task'))))
  }
  for (const node of Object.values(execution.nodes)) {
    // Its run may be publishing right now.
    const busy = node.kind === 'ACTION' && node.state === 'RUNNING'
    if (node.kind === 'ACTION' && node.state !== 'CANCELLED' && !busy) messages.push(...(await lookAtTask(look, node)))
  }
  return messages
}

/** A branch that is gone pauses the work: where it rests already, that says nothing new. */
function isWorkedOn({ work: { record } }: BranchNewsLook): boolean {
  return record?.phase === 'working' && record.paused === null
}

/** Whether what somebody brings into the integration branch would be merged with it. */
function isShown({ work: { record } }: BranchNewsLook): boolean {
  return record?.phase === 'completed' && record.final_pull_request?.state === 'open'
}

async function lookAtBase(look: BranchNewsLook, branch: string, merging: boolean): Promise<Message[]> {
  const head = look.snapshot.branches.get(branch)
  if (head === undefined) return isWorkedOn(look) ? [deleted(look, branch, 'base')] : []
  const known = integrationHead(look.work)
  if (merging || head === known) return []
  const forced = !(await look.ports.workspace.isAncestor(look.repository, known, head))
  return pushed(look, { branch, leaf: 'base', before: known, after: head, forced })
}

async function lookAtTask(look: BranchNewsLook, node: ActionNode): Promise<Message[]> {
  const { branch, id: leaf, state, merge } = node
  const head = look.snapshot.branches.get(branch)
  const newest = look.work.execution?.artifacts.findLast((one) => one.task === leaf)?.commit_sha
  if (head === undefined) {
    const expected = newest !== undefined && merge === 'none' && state !== 'DONE'
    return expected && isWorkedOn(look) ? [deleted(look, branch, leaf)] : []
  }
  if (head === newest) return []
  const { workspace } = look.ports
  // Without a version yet: what it was made from, for whoever is to push to it.
  const integration = integrationHead(look.work)
  const before = newest ?? (await workspace.mergeBase(look.repository, integration, head)) ?? integration
  if (head === before) return []
  const forced = !(await workspace.isAncestor(look.repository, before, head))
  return pushed(look, { branch, leaf, before, after: head, forced })
}

type Push = Pick<Extract<MessageBody, { kind: 'pushed' }>, 'branch' | 'leaf' | 'before' | 'after' | 'forced'>

async function pushed(look: BranchNewsLook, push: Push): Promise<Message[]> {
  const { branch, before, after } = push
  // Several pushes may have gone unseen, or one was judged already: the same head is the same news.
  const told = look.work.record?.applied.some(
    ({ key }) => key.startsWith(`head:${branch}:`) && key.endsWith(`:${after}`),
  )
  if (told === true) return []
  const sender = await findSender(look, branch, after)
  return sender === undefined
    ? []
    : [about(look, `head:${branch}:${before}:${after}`, { kind: 'pushed', ...push, sender })]
}

/** Undefined where it was us, or may be known soon: GitHub's list lags behind its branches. */
async function findSender({ ports, repository, snapshot }: BranchNewsLook, branch: string, head: string) {
  const pusher = await ports.forgeReader.findPusher(repository, branch, head)
  switch (pusher.kind) {
    case 'us':
      return undefined
    case 'person':
      return pusher.sender
    case 'unknown':
      return Date.parse(ports.now()) - Date.parse(snapshot.pushedAt) < lagMs ? undefined : somebody
  }
}

function deleted(look: BranchNewsLook, branch: string, leaf: string): Message {
  const key = `deleted:${branch}:${look.snapshot.pushedAt}`
  return about(look, key, { kind: 'branch_deleted', branch, leaf, sender: somebody })
}

function about({ ports, repository, issueNumber, work }: BranchNewsLook, key: string, body: MessageBody): Message {
  const planNumber = Number(/-(\d+)$/.exec(work.record?.plan_id ?? '')?.[1])
  return { repository, issueNumber, planNumber, key, at: ports.now(), ...body }
}
