import { Reconciler } from '../../application/reconcile/reconciler.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import type { Job } from './open-job.ts'
import { readEventMessages, type RunnerEvent } from './read-event.ts'

/** Numbers of the issues that a job has to do with: those the event is about, or with a sweep all that something is due in. */
export async function findIssues(job: Job, event: RunnerEvent): Promise<number[]> {
  const messages = isSweep(event)
    ? await sweep(job)
    : readEventMessages(event, { ...job.webhooks, now: job.ports.now() })
  return [...new Set(messages.map(({ issueNumber }) => issueNumber))].toSorted((a, b) => a - b)
}

/** Started by the clock or by hand. */
export function isSweep({ name }: Pick<RunnerEvent, 'name'>): boolean {
  return name === 'schedule' || name === 'workflow_dispatch'
}

/** What the reconciler would put into the queues of issues; nothing is done about it here. */
async function sweep(job: Job): Promise<Message[]> {
  const found: Message[] = []
  const reconciler = new Reconciler({
    ...job.ports,
    forgeReader: job.forgeReader,
    deliveries: job.deliveries,
    findStored: () => Promise.resolve(new Set()),
    lease: () => Promise.resolve(true),
    enqueue: (messages) => Promise.resolve(void found.push(...messages)),
  })
  const { failed } = await reconciler.run()
  if (failed > 0) throw new Error('the repository could not be looked over; the log above says why')
  return found
}
