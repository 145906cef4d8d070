import type { z } from 'zod'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { readCommands } from '../../../application/decide/interpret/read-commands.ts'
import type { CommandThread } from '../../../domain/commands/parsed-command.ts'
import type { Sender, Message, MessageBody } from '../../../application/ports/queues/message.ts'
import type { Envelope, payloads, WebhookEvent } from './payload.ts'

export interface WebhookContext {
  /** Logins that are us: the App's bot, first, and its second identity. What they do is no news (I12). */
  ourLogins: readonly string[]
  appId: number
  /** Whether it is our MAC of a marker's text. */
  holdsMarker: (text: string, mac: string) => boolean
  /** A time of GitHub's by the clock that `now` is of. */
  toOwnTime: (time: string) => string
  now: string
}

export type PayloadOf<E extends WebhookEvent> = z.infer<(typeof payloads)[E]>

/** Where a webhook comes from, and who caused it. */
export interface Where {
  repository: RepositoryRef
  envelope: Envelope
  sender: Sender
  context: WebhookContext
}

const branchPattern = /^countersign\/ISS-(\d+)\/(\d+)\/(base|T[\d.]+)$/

export function message(
  where: Where,
  issueNumber: number,
  planNumber: number | null,
  key: string,
  body: MessageBody,
): Message {
  return { repository: where.repository, issueNumber, planNumber, key, at: where.context.now, ...body }
}

/** The issue, plan and leaf that a work branch belongs to. */
export function findPlace(branch: string): { issueNumber: number; planNumber: number; leaf: string } | undefined {
  const match = branchPattern.exec(branch)
  return match === null
    ? undefined
    : { issueNumber: Number(match[1]), planNumber: Number(match[2]), leaf: match[3] ?? '' }
}

/** Talk is nobody's business here; only comments with a command in them, or to the bot, are looked at. */
export function asksSomething(body: string, place: CommandThread, { context }: Where): boolean {
  const { commands, problems } = readCommands(body, place, botName(context))
  return commands.length + problems.length > 0
}

/** What people call the bot: `@countersign`, without the `[bot]` of its login. */
export function botName({ ourLogins }: WebhookContext): string {
  return (ourLogins[0] ?? '').replace(/\[bot\]$/, '')
}
