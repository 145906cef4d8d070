import { v7 as uuidV7 } from 'uuid'
import { renderOwnDelivery } from '../../application/attempts/own-delivery.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import type { ForgeReader } from '../../application/ports/forge/forge-reader.ts'
import { startWork } from '../server/start-work.ts'
import { isSweep } from './find-issues.ts'
import type { Job } from './open-job.ts'
import { readEventMessages, type RunnerEvent } from './read-event.ts'
import { summariseJob } from './summarise-job.ts'

/** An event job looks back so far: longer than one may wait for its turn. A sweep looks as far as may be. */
const eventLookMs = 2 * 3_600_000
/** Nothing is taken over from anybody: the job is the only one on its issues. */
const leaseMs = 20_000

/** What of the work is a job's: one issue's, or with null every issue's. */
export interface Assignment {
  issue: number | null
  runsAtOnce: number
  /** From then on it takes nothing new and gives back what it has. */
  deadline: AbortSignal
}

export interface WorkReport {
  /** Whether all that was owed is done; else the next job goes on. */
  isAtRest: boolean
  /** Markdown for the page of the job; '' where no issue was worked on. */
  summary: string
}

/**
 * Does what the event asks for, what other jobs have left, and all that follows, until nothing is left to do or the
 * deadline has come. Only one job may work on an issue at a time.
 */
export async function workOnIssues(job: Job, event: RunnerEvent, assignment: Assignment): Promise<WorkReport> {
  const { ports, queues, clients, webhooks, log, onFault } = job
  const since = ports.now()
  const isMine = ({ issueNumber }: Pick<Message, 'issueNumber'>) =>
    assignment.issue === null || assignment.issue === issueNumber
  const work = startWork({
    ports,
    queues,
    client: clients.client,
    looking: {
      forgeReader: narrow(job.forgeReader, assignment.issue),
      deliveries: job.deliveries,
      enqueue: (messages) => ports.enqueue(messages.filter(isMine)),
      ...(isSweep(event) ? {} : { firstLookMs: eventLookMs }),
    },
    webhooks,
    runsAtOnce: assignment.runsAtOnce,
    leaseMs,
    reconcileMinutes: 0,
    reconciled: () => {},
    onAnswer: () => {},
    onFault,
    log,
  })
  try {
    const asked = isSweep(event) ? [] : readEventMessages(event, { ...webhooks, now: ports.now() }).filter(isMine)
    for (const message of asked) await queues.inbox.store(renderOwnDelivery([message], { id: uuidV7(), run: null }))
    const resting = work.reconcile().then(() => work.idle())
    const isAtRest = await isOverBefore(resting, assignment.deadline)
    return { isAtRest, summary: await summariseJob(job, assignment.issue, since) }
  } finally {
    clients.stopWaiting()
    await work.stop()
  }
}

/** What the other issues have is not read, of which there may be many. */
function narrow(reader: ForgeReader, issue: number | null): ForgeReader {
  if (issue === null) return reader
  return {
    ...reader,
    async readSnapshot(repository) {
      const snapshot = await reader.readSnapshot(repository)
      return { ...snapshot, records: snapshot.records.filter(({ issueNumber }) => issueNumber === issue) }
    },
    async listChanged(repository, since) {
      const { issues, comments, until } = await reader.listChanged(repository, since)
      return {
        issues: issues.filter(({ isPull, snapshot }) => isPull || snapshot.number === issue),
        comments: comments.filter(({ message }) => message === null || message.issueNumber === issue),
        until,
      }
    },
    findUnchecked: (repository, numbers, checkName) =>
      reader.findUnchecked(
        repository,
        numbers.filter((number) => number === issue),
        checkName,
      ),
  }
}

async function isOverBefore(act: Promise<void>, deadline: AbortSignal): Promise<boolean> {
  const { promise: over, resolve } = Promise.withResolvers<false>()
  const end = () => resolve(false)
  if (deadline.aborted) end()
  deadline.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([act.then(() => true), over])
  } finally {
    deadline.removeEventListener('abort', end)
  }
}
