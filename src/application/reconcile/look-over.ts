import { workflowBranch } from '../../domain/records/iss-record.ts'
import { runId } from '../attempts/run-place.ts'
import { CountersignFault } from '../fault.ts'
import type { ForgeReader, RepositorySnapshot, WatchedWork } from '../ports/forge/forge-reader.ts'
import type { MachinePorts } from '../ports/machine-ports.ts'
import type { Message } from '../ports/queues/message.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { AccessLooks } from './access-looks.ts'
import type { FinalLooks } from './final-looks.ts'
import { findBranchNews } from './find-branch-news.ts'
import { findRuleNews } from './find-rule-news.ts'
import { findUnfinished } from './find-unfinished.ts'
import { findCiNews, findUnseen, isApplied } from './find-unseen.ts'
import type { WatchList } from './watch-list.ts'

/** Records read of one repository in one pass; the rest is for the next ones. */
const maxRecordsRead = 500

export type LookOverPorts = Pick<
  MachinePorts,
  'store' | 'people' | 'workspace' | 'runs' | 'rules' | 'now' | 'timeAfter' | 'notices'
> & {
  forgeReader: ForgeReader
}

/** Puts what was found into the queue. */
export type EnqueueFound = (message: Message) => Promise<void>

/** What of a repository is looked at by the clock. */
export interface OwedLook {
  repository: RepositoryRef
  list: WatchList
  access: AccessLooks
  finals: FinalLooks
}

export interface RepositoryLook extends OwedLook {
  since: string
  /** Keys of what the last look found. */
  known: ReadonlySet<string>
}

/** What a look came to: how much it told, and the keys of what people did. `until`: what happened later was too much for it. */
export interface LookOutcome {
  keys: ReadonlySet<string>
  told: number
  until: string | null
}

/** All that can be found in a repository: what is owed, what happened to its branches, what people did. */
export async function lookOver(
  ports: LookOverPorts,
  look: RepositoryLook,
  enqueue: EnqueueFound,
): Promise<LookOutcome> {
  const { forgeReader, store } = ports
  const { repository, list, since, known } = look
  const snapshot = await forgeReader.readSnapshot(repository)
  assertNotDeleted(snapshot)
  await watch(forgeReader, repository, snapshot, list)
  const unfinished = new Map(list.unfinished())
  const read = (issueNumber: number) => store.read(repository, issueNumber, 'fresh')
  const [first] = unfinished.keys()
  // Where the branch is on hold nothing can be done; a changed configuration that nobody told of is seen here.
  if (first !== undefined) await read(first)
  let told = await enqueueOwed(ports, look, enqueue)
  for (const [issueNumber, work] of unfinished) {
    const news = await findBranchNews({ ports, repository, snapshot, issueNumber, work })
    const seen = await look.finals.find(repository, snapshot, work, ports.now())
    const about = { repository, issueNumber, planNumber: null, at: ports.now() }
    news.push(...seen.map((one) => ({ ...about, ...one })))
    for (const message of news) await enqueue(message)
    told += news.length
  }
  const configuration = async (number: number) => (await read(number)).configuration
  const isRegistered = (number: number) => list.has(number)
  const { messages: found, until } = await findUnseen({
    forgeReader,
    repository,
    since,
    isRegistered,
    unfinished,
    configuration,
  })
  const unreadable = list.unreadable()
  const unseen = found.filter((message) => !unreadable.has(message.issueNumber))
  const isKnown = ({ key, issueNumber }: Message) => known.has(key) || isApplied(unfinished.get(issueNumber), key)
  const missed = await leaveOutEdited(
    forgeReader,
    repository,
    unseen.filter((message) => !isKnown(message)),
  )
  for (const message of missed) await enqueue(message)
  return { keys: new Set(unseen.map(({ key }) => key)), told: told + missed.length, until }
}

/** What is due by the clock, and what CI says to those that wait for it: it is told by state, not by what happened. */
export async function enqueueOwed(
  ports: Pick<LookOverPorts, 'forgeReader' | 'runs' | 'rules' | 'now' | 'timeAfter' | 'notices'>,
  { repository, list, access }: OwedLook,
  enqueue: EnqueueFound,
): Promise<number> {
  const { forgeReader, runs, now } = ports
  const unfinished = list.unfinished()
  if (unfinished.length === 0) return 0
  const live = await runs.findLive(repository.key)
  let told = 0
  for (const [issueNumber, work] of unfinished) {
    const about = { repository, issueNumber, planNumber: null, at: now() }
    const untold = findUntold(ports, work)
    const owed = findUnfinished(work, now(), (op) => live.has(runId(repository, op)) || untold.has(op))
    const ruled = await findRuleNews(ports, repository, work, now())
    const left = await access.find(repository, work)
    const own = [...owed, ...ruled, ...left].map((one) => ({ ...about, ...one }))
    const news = [...own, ...(await findCiNews(forgeReader, repository, work))]
    for (const message of news) await enqueue(message)
    told += news.length
  }
  return told
}

/** What is not told in quiet hours is owed by nobody till their end. */
function findUntold(
  { notices, now }: Pick<LookOverPorts, 'notices' | 'now'>,
  { record }: WatchedWork,
): ReadonlySet<string> {
  if ((notices?.quietMs(now()) ?? 0) === 0) return new Set()
  return new Set(record?.outbox.flatMap(({ op, action }) => (action.kind === 'tell' ? [op] : [])))
}

async function watch(
  forgeReader: ForgeReader,
  repository: RepositoryRef,
  snapshot: RepositorySnapshot,
  list: WatchList,
): Promise<void> {
  const changed = list.findChanged(snapshot).slice(0, maxRecordsRead)
  const read =
    snapshot.head === null || changed.length === 0
      ? new Map<number, never>()
      : await forgeReader.readWorks(repository, snapshot.head, changed)
  list.take(snapshot, changed, read)
}

/** Only comments as they were written count: the webhook brings them so, a look finds them as they are by now. */
async function leaveOutEdited(
  forgeReader: ForgeReader,
  repository: RepositoryRef,
  messages: readonly Message[],
): Promise<Message[]> {
  const ids = messages.flatMap((message) => (message.kind === 'commented' ? [message.comment.nodeId] : []))
  if (ids.length === 0) return [...messages]
  const edited = await forgeReader.findEdited(repository, ids)
  return messages.filter((message) => message.kind !== 'commented' || !edited.has(message.comment.nodeId))
}

/** Work branches are made after the workflow branch: without it nothing is known of the issues they belong to. */
function assertNotDeleted({ head, branches }: RepositorySnapshot): void {
  const [branch] = [...branches.keys()].filter((name) => name.startsWith('countersign/ISS-'))
  if (head !== null || branch === undefined) return
  throw new CountersignFault('on_hold', `${workflowBranch} is gone`, `${branch} is there, so it was there too`)
}
