import type { NoticePlan, NoticeTarget } from '../../domain/effects/notice.ts'

/** A message as it leaves: `id` is the same each time that it is sent. */
export interface NoticeMessage {
  id: string
  event: string
  /** JSON of the webhook's payload. */
  payload: Readonly<Record<string, unknown>>
  /** One message of a chat, in Slack's markup. */
  text: string
}

/** Those outside of GitHub who are told what happens. */
export interface Notices {
  readonly plan: NoticePlan
  /** How long it is still quiet at a time (ISO 8601), in milliseconds; 0 while it may be told. */
  quietMs(at: string): number
  /** Throws `notice_undelivered` where it may arrive later. */
  send(to: NoticeTarget, message: NoticeMessage): Promise<void>
}
