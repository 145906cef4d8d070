import type { ActionOf, EffectKind } from '../../effects/effect.ts'
import type { ModelUse } from '../../models/model-use.ts'
import type { Receipt } from '../../records/execution-record.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import type { Validation } from '../../records/loop/validation.ts'
import type { Obstacle } from '../../rules/obstacle.ts'
import type { Work } from '../../records/work.ts'
import type { WorkDraft } from '../draft/work-draft.ts'
import type { WorkEventBody, WorkEventOf } from '../draft/work-event.ts'

/** What is known of a kind of effect: a row of the table. */
export type EffectRule<K extends EffectKind> = InOrderRule<K> | AsRunRule<K> | InThreadRule<K>

/** The same with a row for each kind. */
export type EffectRules = { [K in EffectKind]: EffectRule<K> }

interface AnyRule<K extends EffectKind> {
  /** What it does, in words that follow “could not”: `open the pull request of T1`. */
  name: string | ((action: ActionOf<K>) => string)
  underPause: UnderPause | ((action: ActionOf<K>) => UnderPause)
  /** Whether it still follows from the state; one that doesn't is dropped from the outbox. */
  stands: (state: WorkState, action: ActionOf<K>) => boolean
  /** Which of its kind, owed already, it takes the place of: all, none, or those with the same key. Once is enough. */
  replaces: 'all' | 'none' | ((action: ActionOf<K>) => string | number)
  afterFailure: AfterFailure | ((draft: WorkDraft, action: ActionOf<K>, failure: Failure) => void)
}

/** At once, one after the other as they are owed: branches, pull requests and their check runs. */
export interface InOrderRule<K extends EffectKind> extends AnyRule<K> {
  performed: 'in_order'
}

/** Long work, by whichever process has room. */
export interface AsRunRule<K extends EffectKind> extends AnyRule<K> {
  performed: 'as_run'
  /** Agents and commands end once the state no longer waits for them; all else is short, or finished once it was begun. */
  ends: boolean
  /** Whether the lease in the state is its (I11); null where it has none there. */
  isLive: ((execution: Work['execution'], action: ActionOf<K>) => boolean) | null
  /** What says that nobody works on it any more; null where whoever takes it next begins anew. */
  left: ((op: string, action: ActionOf<K>) => WorkEventBody) | null
  /** What says that it failed; null where that is no more than a failed effect. */
  failed: ((op: string, action: ActionOf<K>, why: string, notes: RunNotes) => WorkEventBody) | null
  /** Nobody waits for its requests: they come last where GitHub's budget runs out. */
  inBackground: boolean
}

/** What people read, in one request with all else of it. */
export interface InThreadRule<K extends EffectKind> extends AnyRule<K> {
  performed: 'in_thread'
  /** Whether it mirrors the state, and so may wait until our own work is quiet (design 3.8). */
  mirrors: boolean
  /** The comment, one for each plan, that it makes or edits. */
  shows: 'plan' | 'status' | null
}

/** The state of an issue that is registered. */
export interface WorkState {
  record: IssRecord
  plan: Work['plan']
  execution: Work['execution']
}

/**
 * What a pause means for an owed effect (spec 002 §3, read before each effect). `go`: it only tells, or a person asked
 * for it. `wait`: it stays owed until `/resume`. `leave`: its run is given back with what says that it was left.
 */
export type UnderPause = 'go' | 'wait' | 'leave'

/**
 * What follows where it was given up. `nothing`: to who performs it, it is done. `trail`: a line there, since telling of
 * a failure to tell would have no end. `tell`: a comment. `hold`: that action of the loop goes no further without it, so
 * it stays owed and the work is paused, to wait for a person and not for ever (I13).
 */
export type AfterFailure = 'nothing' | 'trail' | 'reply' | { hold: HeldAction }
export type HeldAction = 'action-init' | 'action-develop-with-file' | 'action-validate-with-file' | 'action-complete'

/** `text`: what could not be done and why, for the records. */
export type Failure = WorkEventOf<'effect_failed'> & { text: string }

/** What a run came to before it failed. */
export interface RunNotes {
  /** Of a review: the next one has not to run them again. */
  tests: Validation | null
  /** Of a task's executor: what was in vain costs all the same. */
  receipt: Omit<Receipt, 'outcome'> | null
  /** Of a review: what tries in vain asked of models. */
  review?: Receipt | null
  /** Of planning: what tries in vain had of models. */
  use?: ModelUse | null
  /** What GitHub has against it, until somebody changes the repository. */
  obstacle?: Obstacle
}
