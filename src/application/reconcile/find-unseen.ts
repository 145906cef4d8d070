import type { Configuration } from '../../domain/configuration/configuration.ts'
import { answerOp } from '../attempts/answer.ts'
import { freezeText } from '../../domain/text/frozen-text.ts'
import type { ChangedIssue, ForgeReader, SeenComment, WatchedWork } from '../ports/forge/forge-reader.ts'
import type { RepositoryRef } from '../repository-ref.ts'
import type { Message } from '../ports/queues/message.ts'
import { finalCheckName } from '../../views/check/final-check.ts'

export interface ChangeLook {
  forgeReader: ForgeReader
  repository: RepositoryRef
  /** From when on is looked at. */
  since: string
  /** Issues that have a record, finished or not. */
  isRegistered: (issueNumber: number) => boolean
  unfinished: ReadonlyMap<number, WatchedWork>
  /** As it is now, read by way of that issue. */
  configuration: (issueNumber: number) => Promise<Configuration>
}

/** What CI says of versions that wait for it. */
export async function findCiNews(
  forgeReader: ForgeReader,
  repository: RepositoryRef,
  { record, execution }: WatchedWork,
): Promise<Message[]> {
  const messages: Message[] = []
  for (const check of Object.values(execution?.nodes ?? {})) {
    if (check.kind !== 'CHECK' || (check.deadline === null && check.waiting_for?.kind !== 'ci')) continue
    const version = execution?.artifacts.find((one) => one.artifact_id === check.reviewed_artifact_id)
    if (version !== undefined)
      messages.push(...(await forgeReader.readCi(repository, version.branch, version.commit_sha)))
  }
  return messages.filter(({ key }) => !isApplied({ record, execution }, key))
}

/** What people did since then, as messages; some may be known already. `until`: what they did later is for the next look. */
export async function findUnseen(look: ChangeLook): Promise<{ messages: Message[]; until: string | null }> {
  const { forgeReader, repository } = look
  const { issues, comments, until } = await forgeReader.listChanged(repository, look.since)
  const answeredAt = findAnswers(comments)
  const messages: Message[] = []
  const pulls = pullsOf(look.unfinished)
  const others: number[] = []
  for (const issue of issues) {
    const { number } = issue.snapshot
    if (issue.isPull) {
      const owner = pulls.get(number)
      if (owner !== undefined) messages.push(...(await lookAtPull(look, owner, number)))
      else if (issue.snapshot.open) others.push(number)
    } else if (look.isRegistered(number)) {
      messages.push(...compareText(issue, look.unfinished.get(number)))
      messages.push(...(await lookAtReopening(look, issue)))
    } else messages.push(...(await lookAtLabel(look, issue, answeredAt)))
  }
  messages.push(...(await lookAtOthers(look, others)))
  const asked = comments.filter((comment) =>
    look.isRegistered(issueOf(comment))
      ? !wasAnsweredBefore(comment, comments, look.unfinished.get(issueOf(comment)))
      : !isAnswered(comment, answeredAt),
  )
  for (const { message } of asked) if (message !== null) messages.push(message)
  return { messages, until }
}

/** The record names it already. */
export function isApplied(work: WatchedWork | undefined, key: string): boolean {
  return work?.record?.applied.some((one) => one.key === key) ?? false
}

/** Issues by the numbers of their pull requests. */
function pullsOf(unfinished: ReadonlyMap<number, WatchedWork>): Map<number, WatchedWork> {
  const pulls = new Map<number, WatchedWork>()
  for (const work of unfinished.values()) {
    for (const node of Object.values(work.execution?.nodes ?? {})) {
      if (node.kind === 'ACTION' && node.pull_request !== null) pulls.set(node.pull_request.number, work)
    }
    const final = work.record?.final_pull_request
    if (final != null) pulls.set(final.number, work)
  }
  return pulls
}

async function lookAtPull(look: ChangeLook, { record, execution }: WatchedWork, number: number): Promise<Message[]> {
  const node = Object.values(execution?.nodes ?? {}).find(
    (one) => one.kind === 'ACTION' && one.pull_request?.number === number,
  )
  const final = record?.final_pull_request
  const open =
    node?.kind === 'ACTION'
      ? node.pull_request?.open === true && node.merge !== 'merged'
      : final?.state === 'open' || final?.state === 'draft'
  const messages = await look.forgeReader.readPull(look.repository, number, look.since)
  const awaited = [record?.paused, ...(record?.paused?.more ?? [])].some((one) => one?.pull_request === number)
  return messages.filter(({ kind }) => (kind !== 'pull_closed' || open) && (kind !== 'pull_ready' || awaited))
}

/** No record knows other people's pull requests: that nobody told of one shows by the check that it lacks. */
async function lookAtOthers(
  { forgeReader, repository, configuration }: ChangeLook,
  numbers: number[],
): Promise<Message[]> {
  const [first] = numbers
  if (first === undefined || (await configuration(first)).check.others === 'none') return []
  return forgeReader.findUnchecked(repository, numbers, finalCheckName)
}

function compareText({ snapshot, edited, closed }: ChangedIssue, work: WatchedWork | undefined): Message[] {
  const record = work?.record
  if (record == null) return []
  const left = closed !== null && record.phase !== 'stopped' && record.phase !== 'completed' ? [closed] : []
  const same = freezeText(snapshot.title, snapshot.body).sha256 === record.current_sha256
  return same ? left : [edited, ...left]
}

/** Closing an issue had ended its work: an open one that is finished may have been opened again. */
async function lookAtReopening(look: ChangeLook, { snapshot }: ChangedIssue): Promise<Message[]> {
  const goesOn = (look.unfinished.get(snapshot.number)?.record?.phase ?? 'stopped') !== 'stopped'
  if (!snapshot.open || goesOn) return []
  const reopened = await look.forgeReader.findReopening(look.repository, snapshot.number)
  return reopened === undefined ? [] : [reopened]
}

async function lookAtLabel(look: ChangeLook, issue: ChangedIssue, answeredAt: Answers): Promise<Message[]> {
  const { number, labels, open } = issue.snapshot
  if (!open || labels.length === 0) return []
  const { label } = await look.configuration(number)
  if (!labels.includes(label)) return []
  const message = await look.forgeReader.findLabelling(look.repository, issue, label)
  if (message === undefined) return []
  const at = message.key.slice(`labelled:${label}:`.length)
  return isAnswered({ number, at }, answeredAt) ? [] : [message]
}

/** When we said something last, by the numbers of issues and pull requests. */
type Answers = ReadonlyMap<number, string>

function findAnswers(comments: readonly SeenComment[]): Answers {
  const answers = new Map<number, string>()
  for (const { number, at, isOurs } of comments)
    if (isOurs && at >= (answers.get(number) ?? '')) answers.set(number, at)
  return answers
}

/** Where nothing is registered no record says what was answered; a comment of ours after it does. */
function isAnswered({ number, at }: Pick<SeenComment, 'number' | 'at'>, answeredAt: Answers): boolean {
  return (answeredAt.get(number) ?? '') >= at
}

/** Written and answered while nothing was registered: the record doesn't name it, and it was not said of what is planned since. */
function wasAnsweredBefore(comment: SeenComment, all: readonly SeenComment[], work: WatchedWork | undefined): boolean {
  const op = comment.message === null ? undefined : answerOp(comment.message.key)
  // Within a second the answer may stand below what registered the issue.
  if (op !== undefined && all.some((one) => one.isOurs && one.op === op)) return true
  const [first] = (work?.record?.applied ?? []).map(({ at }) => at).toSorted()
  if (first === undefined || comment.at >= first) return false
  return all.some(({ isOurs, number, at }) => isOurs && number === comment.number && at >= comment.at && at <= first)
}

/** The issue that a comment is about; of a task's pull request, the one that was planned. */
function issueOf({ number, message }: SeenComment): number {
  return message?.issueNumber ?? number
}
