import { readFile } from 'node:fs/promises'
import { tryRead } from '../intake/intake.ts'
import type { WebhookContext } from '../../adapters/github/webhook/webhook-place.ts'
import type { Message } from '../../application/ports/queues/message.ts'
import { jobInstallation } from './connect-with-token.ts'

/** What started a workflow, as GitHub wrote it down for the job. */
export interface RunnerEvent {
  name: string
  payload: Record<string, unknown>
}

/** Reads the event of this job; throws where there is none. */
export async function readRunnerEvent(env: Record<string, string | undefined>): Promise<RunnerEvent> {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: path = '' } = env
  const payload: unknown = JSON.parse(await readFile(path, 'utf8'))
  if (typeof payload !== 'object' || payload === null) throw new Error(`${path} holds no event`)
  return { name, payload: { ...payload } }
}

/** What the event asks for, read as a webhook of it is. */
export function readEventMessages({ name, payload }: RunnerEvent, context: WebhookContext): Message[] {
  const read = tryRead(name, { ...payload, installation: { id: jobInstallation } }, context)
  if (typeof read === 'string') throw new Error(read)
  return read.messages
}

/**
 * Whether anything could come of the event at all, whoever the bot is. Asked before anything else: events of forks and of
 * Dependabot come without secrets, and most comments are talk.
 */
export function mayConcernUs(event: RunnerEvent): boolean {
  if (event.name === 'schedule' || event.name === 'workflow_dispatch') return true
  const anybody = { ourLogins: [], appId: 0, holdsMarker: () => true, toOwnTime: (time: string) => time, now: '' }
  return readEventMessages(event, anybody).length > 0
}
