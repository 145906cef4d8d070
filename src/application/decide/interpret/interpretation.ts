import type { EffectAction } from '../../../domain/effects/effect.ts'
import { workBranch } from '../../../domain/records/iss-record.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { Actor, WorkEvent } from '../../../domain/work/draft/work-event.ts'
import type { OurPull, Sender, Message } from '../../ports/queues/message.ts'

export type MessageOf<K extends Message['kind']> = Extract<Message, { kind: K }>

/** What a message means for this state: events for the decision, and answers where nothing is to be decided. */
export interface Interpretation {
  events: WorkEvent[]
  answers: EffectAction[]
  /** It is about what another webhook has yet to tell: it waits a little. */
  isEarly?: true
}

export const nothing: Interpretation = { events: [], answers: [] }

export const early: Interpretation = { events: [], answers: [], isEarly: true }

export function only(event: WorkEvent): Interpretation {
  return { events: [event], answers: [] }
}

/** Where no role is asked for: merging, closing and pushing are GitHub's to allow. */
export function withoutRole(sender: Sender): Actor {
  return { login: sender.login, id: sender.id, role: null }
}

/** Branches of an older plan are history: what happens to them changes nothing. */
export function isCurrent(work: Work, message: Message, leaf: string): boolean {
  const planId = work.record?.plan_id
  if (planId == null || message.planNumber === null) return false
  return workBranch(planId, leaf) === workBranch(`SOL-${work.record?.id}-${message.planNumber}`, leaf)
}

export function isCurrentTask(work: Work, message: Message, leaf: string): boolean {
  return isCurrent(work, message, leaf) && work.execution?.nodes[leaf]?.kind === 'ACTION'
}

/** The pull request that the task has now: others of its branch, and those it had before, say nothing about it. */
export function isTaskPull(work: Work, message: Message, { leaf, number }: Pick<OurPull, 'leaf' | 'number'>): boolean {
  const node = work.execution?.nodes[leaf]
  return isCurrentTask(work, message, leaf) && node?.kind === 'ACTION' && node.pull_request?.number === number
}
