import type { Role } from '../../../src/domain/configuration/sections/roles.ts'
import type { EffectAction } from '../../../src/domain/effects/effect.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { type Answer, answersOf } from '../../../src/domain/effects/reply.ts'
import type { SlashCommand } from '../../../src/domain/commands/slash-command.ts'
import { type Decision, decideWork } from '../../../src/domain/work/decide-work.ts'
import { recordShare } from '../../../src/domain/session/record-share.ts'
import { openSession, type Session } from '../../../src/domain/session/session.ts'
import { sessionShare } from '../../../src/domain/session/session-share.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { DecisionContext } from '../../../src/domain/work/draft/work-draft.ts'
import type {
  Actor,
  CommandPlace,
  IssueFacts,
  WorkEvent,
  WorkEventBody,
} from '../../../src/domain/work/draft/work-event.ts'
import { buildConfiguration, buildPlan, buildTask, testSha, testSha256, testUuid } from '../builders.ts'

export const startedAt = '2026-11-21T03:12:00.000Z'
export const sessionId = 'codex-issue-20261121T031200Z'

let contexts = 0

/** A context whose ids are those of no other. */
export function buildContext(overrides: Partial<DecisionContext> = {}): DecisionContext {
  let ids = 0
  const name = (contexts += 1)
  return {
    configuration: buildConfiguration(),
    newId: () => testUuid(`id ${name}.${(ids += 1)}`),
    timeAfter: (at, ms) => new Date(Date.parse(at) + ms).toISOString(),
    executors: ['patch', 'shell', 'human', 'codex'],
    defaultBranch: { name: 'main', sha: testSha('main') },
    sessionId,
    ...overrides,
  }
}

export function actor(role: Role | null = 'maintain', login = 'ada', id = 1): Actor {
  return { login, id, role }
}

export function buildIssue(overrides: Partial<IssueFacts> = {}): IssueFacts {
  const body = overrides.body ?? 'Expired tokens are taken.'
  return {
    number: 7,
    nodeId: 'I_7',
    repository: 'octo/widgets',
    title: 'Refuse expired tokens',
    body,
    sha256: testSha256(body),
    removed: 0,
    author: 'ada',
    labels: ['countersign'],
    open: true,
    ...overrides,
  }
}

export function nothingYet(): Work {
  return {
    record: null,
    plan: null,
    execution: null,
    loop: null,
  }
}

/** The session once what stands of an issue is recorded in it; acts as far as the state still carries them. */
export function sessionOf(work: Work, session: Session = openSession(sessionId, startedAt), when = startedAt): Session {
  const share = sessionShare(work)
  return share === null ? session : recordShare(session, share, work.acts ?? [], when)
}

let events = 0

/** The event with a key and a time of its own. */
export function at<B extends WorkEventBody>(body: B, key = `event:${(events += 1)}`): WorkEvent {
  return { key, at: new Date(Date.parse(startedAt) + events * 1000).toISOString(), ...body }
}

export type Command = SlashCommand extends infer C ? (C extends SlashCommand ? Omit<C, 'line'> : never) : never

/** A comment with these commands, on the issue unless said otherwise. */
export function comment(
  commands: readonly Command[],
  more: { by?: Actor; place?: CommandPlace; issue?: IssueFacts | null; writtenAt?: string; id?: number } = {},
): WorkEvent {
  const place = more.place ?? { kind: 'issue' }
  return at({
    kind: 'commands_given',
    issue: more.issue === undefined ? (place.kind === 'issue' ? buildIssue() : null) : more.issue,
    commands: commands.map((command, index): SlashCommand => ({ ...command, line: index + 1 })),
    problems: [],
    by: more.by ?? actor(),
    comment: {
      id: more.id ?? 1_000_000,
      nodeId: 'IC_1',
      number: place.kind === 'issue' ? 7 : 11,
      writtenAt: more.writtenAt ?? '2099-01-01T00:00:00Z',
    },
    place,
  })
}

export function labelled(by = actor('triage'), issue = buildIssue()): WorkEvent {
  return at({ kind: 'labelled', issue, by })
}

/** The decision, which must be an acceptance. */
export function acceptWork(
  work: Work,
  event: WorkEvent,
  context = buildContext(),
): Extract<Decision, { kind: 'accepted' }> {
  const decision = decideWork(work, event, context)
  if (decision.kind !== 'accepted') throw new Error(`${event.kind}: ${JSON.stringify(decision)}`)
  return decision
}

/** The state after all these events, each accepted. */
export function playWork(work: Work, context: DecisionContext, ...list: WorkEvent[]): Work {
  return list.reduce((now, event) => acceptWork(now, event, context).work, work)
}

export function recordOf(work: Work): NonNullable<Work['record']> {
  if (work.record === null) throw new Error('nothing is registered')
  return work.record
}

/** The effects of a kind that are owed. */
export function owedOf<K extends EffectAction['kind']>(work: Work, kind: K): Extract<EffectAction, { kind: K }>[] {
  return recordOf(work).outbox.flatMap(({ action }) =>
    action.kind === kind ? [action as Extract<EffectAction, { kind: K }>] : [],
  )
}

export function repliesOf(work: Work): Answer[] {
  return owedOf(work, 'say').flatMap((effect) => answersOf(effect.reply))
}

/** T1 → T2 as the plan that is asked for. */
export function planFor(work: Work, overrides: Partial<Plan> = {}): Plan {
  const tasks = [buildTask({ id: 'T1' }), buildTask({ id: 'T2', depends_on: ['T1'] })]
  const { replanning, plan_id: planId } = recordOf(work)
  return buildPlan({ tasks, id: replanning?.plan_id ?? planId ?? '', ...overrides })
}

export function planDrafted(work: Work, overrides: Partial<Plan> = {}): WorkEvent {
  const op = recordOf(work).outbox.find((one) => one.action.kind === 'draft_plan')?.op ?? 'ISS-007/0'
  return at({ kind: 'plan_drafted', op, plan: planFor(work, overrides), faults: [] })
}

export function proposed(context = buildContext(), overrides: Partial<Plan> = {}): Work {
  const drafting = playWork(nothingYet(), context, labelled())
  return playWork(drafting, context, planDrafted(drafting, overrides))
}

export function working(context = buildContext(), overrides: Partial<Plan> = {}): Work {
  return playWork(proposed(context, overrides), context, comment([{ kind: 'approve_plan', hash: null }]))
}
