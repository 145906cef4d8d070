import { z } from 'zod'

/** What others than the thread are told of. docs/notices.md is made from it. */
export const noticeEvents = {
  plan_ready: 'A plan waits for `/approve`.',
  waiting:
    'A task waits for people to push, judge or decide, planning for an answer, or the final pull request to be merged.',
  rejected: 'A version of a task was rejected.',
  failed: 'The work was stopped, or stands still for something that went wrong.',
  released: 'Approved versions were exported as a release.',
} as const
export type NoticeEvent = keyof typeof noticeEvents
export const noticeEventNames = Object.keys(noticeEvents) as NoticeEvent[]

export const noticeTargets = ['webhook', 'slack'] as const
export type NoticeTarget = (typeof noticeTargets)[number]

/** One thing that is told, once, as it stands in the record of what is owed. */
export const NoticeSchema = z.strictObject({
  event: z.enum(noticeEventNames),
  /** Names it by its content: `waiting:T1:judgement ada …`; told once an issue. */
  key: z.string(),
  /** Short id of the task that it is about. */
  task: z.string().nullable(),
  /** Logins and teams that it waits for. */
  who: z.array(z.string()),
  /** What there is to say, in a sentence or less; text of others. */
  what: z.string(),
  /** The page it is about, where it is none of the issue, the task's pull request or the final one. */
  url: z.string().nullable(),
})
export type Notice = z.infer<typeof NoticeSchema>

/** Whom a server tells of what. */
export type NoticePlan = Partial<Record<NoticeTarget, readonly NoticeEvent[]>>
