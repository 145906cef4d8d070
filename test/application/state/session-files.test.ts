import { fc, test } from '../../support/property.ts'
import { describe, expect } from 'vitest'
import { chooseSession, nextSessionId } from '../../../src/application/state/choose-session.ts'
import {
  findSession,
  findSessionChange,
  readOpenSessions,
  sessionIndexPath,
  SessionPages,
  sessionPaths,
} from '../../../src/application/state/session-files.ts'
import { decideWork } from '../../../src/domain/work/decide-work.ts'
import type { Work } from '../../../src/domain/records/work.ts'
import type { WorkEvent } from '../../../src/domain/work/draft/work-event.ts'
import { buildTask } from '../../support/builders.ts'
import { findSessionFaults } from '../../support/work/find-session-faults.ts'
import {
  actor,
  at,
  buildContext,
  buildIssue,
  type Command,
  comment,
  nothingYet,
  startedAt,
} from '../../support/work/play-work.ts'
import { answerEffect } from '../../support/work/settle-work.ts'

const dayMs = 24 * 3_600_000
const tasks = [buildTask({ id: 'T1' })]

/** A workflow branch of many issues in memory, with a clock. */
class Branch {
  readonly texts = new Map<string, string>()
  readonly works = new Map<number, Work>()
  /** How often a session was written. */
  writes = 0
  #nowMs = Date.parse(startedAt)
  readonly read = (path: string) => this.texts.get(path) ?? null
  readonly clock = {
    now: () => new Date(this.#nowMs).toISOString(),
    elapsedMs: (from: string, to: string) => Date.parse(to) - Date.parse(from),
  }

  pass(ms: number): void {
    this.#nowMs += ms
  }

  work(number: number): Work {
    return this.works.get(number) ?? nothingYet()
  }

  /** The event decided and recorded as a commit would; false where the session refused the issue. */
  tell(number: number, event: WorkEvent, opening?: string): boolean {
    const before = this.work(number)
    const sessionId = before.record?.session_id ?? chooseSession(this.read, this.clock, opening)
    const decision = decideWork(before, event, buildContext({ sessionId }))
    if (decision.kind !== 'accepted') return true
    const change = findSessionChange(before, decision.work)
    const pages = new SessionPages(this.read, this.clock)
    if (change !== null && !pages.record(change)) return false
    for (const [path, text] of pages.files()) this.texts.set(path, text)
    if (change !== null) this.writes += 1
    const { acts: _recorded, replaced: _filed, ...kept } = decision.work
    this.works.set(number, kept)
    return true
  }

  register(number: number): boolean {
    return this.tell(number, at({ kind: 'labelled', issue: buildIssue({ number }), by: actor() }))
  }

  /** Ids of all sessions that were ever written, and their states. */
  sessions() {
    const ids = [...this.texts.keys()].flatMap((path) => /codex-issue-\w+(?=\/state\.json$)/.exec(path)?.[0] ?? [])
    return ids.flatMap((id) => findSession(this.read, id) ?? [])
  }
}

const commands: Command[] = [
  { kind: 'approve_plan', hash: null },
  { kind: 'approve_plan', hash: null },
  { kind: 'stop', why: 'enough' },
  { kind: 'plan' },
  { kind: 'replan', guidance: 'otherwise', fresh: true },
  { kind: 'retry', task: 'T1' },
  { kind: 'list' },
  { kind: 'pause' },
  { kind: 'resume' },
  { kind: 'status' },
]

interface Turn {
  what: 'register' | 'effect' | 'effect fails' | 'command' | 'leave' | 'reopen' | 'time'
  pick: number
  issue: number
}

const turns = fc.array(
  fc.record({
    what: fc.oneof(
      { weight: 12, arbitrary: fc.constant<Turn['what']>('effect') },
      { weight: 6, arbitrary: fc.constant<Turn['what']>('register') },
      { weight: 4, arbitrary: fc.constant<Turn['what']>('command') },
      { weight: 1, arbitrary: fc.constantFrom<Turn['what']>('effect fails', 'leave', 'reopen', 'time') },
    ),
    pick: fc.nat(999),
    issue: fc.nat(999),
  }),
  { maxLength: 100, size: 'max' },
)

function take(branch: Branch, { what, pick, issue }: Turn, step: number): void {
  const registered = [...branch.works.keys()]
  const number = registered[issue % Math.max(registered.length, 1)]
  if (what === 'register') branch.register(registered.length + 1)
  else if (what === 'time') branch.pass((pick / 999) * dayMs)
  else if (number !== undefined) {
    const event = eventOf(branch.work(number), what, pick, step, number)
    if (event !== undefined) branch.tell(number, event)
  }
}

function eventOf(
  work: Work,
  what: Exclude<Turn['what'], 'register' | 'time'>,
  pick: number,
  step: number,
  number: number,
): WorkEvent | undefined {
  const outbox = work.record?.outbox ?? []
  const owed = outbox[pick % Math.max(outbox.length, 1)]
  switch (what) {
    case 'effect':
      return owed && answerEffect(work, owed, `step ${step}`, tasks)
    case 'effect fails':
      return owed && at({ kind: 'effect_failed', op: owed.op, what: owed.action.kind, why: 'GitHub said no' })
    case 'command':
      return comment([commands[pick % commands.length] ?? { kind: 'list' }], { issue: buildIssue({ number }) })
    case 'leave':
      return at({ kind: 'issue_left', how: 'closed', by: actor() })
    case 'reopen':
      return at({ kind: 'issue_reopened', by: actor() })
  }
}

test.prop([turns])('whatever happens to its issues, a session holds what spec 001 asks of it', (list) => {
  const branch = new Branch()

  for (const [step, turn] of list.entries()) {
    take(branch, turn, step)

    for (const { id, state, history } of branch.sessions()) {
      expect([id, ...findSessionFaults(state)]).toEqual([id])
      expect(history.length).toBeLessThanOrEqual(200)
    }
  }
})

test.prop([turns])(
  'the index names the sessions that are not complete, and every issue is in the one it names',
  (list) => {
    const branch = new Branch()

    for (const [step, turn] of list.entries()) take(branch, turn, step)

    const sessions = branch.sessions()
    const open = sessions.filter(({ state }) => state.status !== 'completed').map(({ id }) => id)
    expect(readOpenSessions(branch.read)).toEqual(open.toSorted())
    for (const { record } of branch.works.values()) {
      const session = sessions.find(({ id }) => id === record?.session_id)
      expect(session?.state.issues[record?.id ?? '']?.solution_id).toBe(record?.plan_id)
    }
  },
)

test.prop([turns])('a session is read and written only where the issue reads otherwise in it', (list) => {
  const branch = new Branch()
  const rows = () => JSON.stringify(branch.sessions().map(({ state }) => [state.issues, state.errors.length]))

  for (const [step, turn] of list.entries()) {
    const before = { rows: rows(), writes: branch.writes }
    take(branch, turn, step)

    const listed = turn.what === 'command'
    if (rows() !== before.rows) expect(branch.writes).toBeGreaterThan(before.writes)
    else if (!listed) expect(branch.writes).toBe(before.writes)
  }
})

describe('which session a new issue goes into', () => {
  test('the open one, beside the issues that are there', () => {
    const branch = new Branch()

    for (const number of [7, 8, 9]) branch.register(number)

    expect(branch.sessions().map(({ state }) => Object.keys(state.issues))).toEqual([['ISS-007', 'ISS-008', 'ISS-009']])
  })

  test('another one after fifty, though it is opened in the same second', () => {
    const branch = new Branch()

    for (let number = 1; number <= 120; number += 1) branch.register(number)

    expect(branch.sessions().map(({ state }) => Object.keys(state.issues).length)).toEqual([50, 50, 20])
    expect(readOpenSessions(branch.read)).toHaveLength(3)
  })

  test('another one after a day, and both go on', () => {
    const branch = new Branch()
    branch.register(7)
    branch.pass(dayMs)

    branch.register(8)

    const [first, second] = branch.sessions()
    expect([first?.state.status, second?.state.status]).toEqual(['running', 'running'])
    expect(Object.keys(second?.state.issues ?? {})).toEqual(['ISS-008'])
  })

  test('never one that is complete, though that is the only one', () => {
    const branch = new Branch()
    branch.register(7)
    branch.tell(7, at({ kind: 'issue_left', how: 'closed', by: actor() }))

    branch.pass(1000)
    branch.register(8)

    expect(branch.sessions().map(({ state }) => state.status)).toEqual(['completed', 'running'])
    expect(readOpenSessions(branch.read)).toHaveLength(1)
  })

  test('those that come before anything is written get the same one', () => {
    const branch = new Branch()
    const first = chooseSession(branch.read, branch.clock, undefined)
    branch.pass(1500)

    expect(chooseSession(branch.read, branch.clock, first)).toBe(first)
    branch.pass(60_000)
    expect(chooseSession(branch.read, branch.clock, first)).not.toBe(first)
  })

  test('a registration into one that is full by then is refused and nothing is recorded', () => {
    const branch = new Branch()
    for (let number = 1; number <= 50; number += 1) branch.register(number)
    const full = readOpenSessions(branch.read).at(-1) ?? ''
    const share = { ...buildIssue({ number: 51 }) }
    const decision = decideWork(
      nothingYet(),
      at({ kind: 'labelled', issue: share, by: actor() }),
      buildContext({ sessionId: full }),
    )
    const change = decision.kind === 'accepted' ? findSessionChange(nothingYet(), decision.work) : null
    const pages = new SessionPages(branch.read, branch.clock)

    expect(change === null ? null : pages.record(change)).toBe(false)
    expect(pages.files()).toEqual(new Map())
  })

  test('ids are seconds: the next one is never one that was given', () => {
    const id = 'codex-issue-20261121T235959Z'

    expect(nextSessionId('2026-11-21T23:59:59.900Z', [undefined])).toBe(id)
    expect(nextSessionId('2026-11-21T23:59:59.900Z', [id, undefined])).toBe('codex-issue-20261122T000000Z')
    expect(nextSessionId('2026-11-21T23:59:59.900Z', [undefined, 'codex-issue-20261122T000007Z'])).toBe(
      'codex-issue-20261122T000008Z',
    )
  })
})

test('a session whose file does not parse is a fault, never an empty one', () => {
  const branch = new Branch()
  branch.register(7)
  const [id = ''] = readOpenSessions(branch.read)
  branch.texts.set(sessionPaths(id).state, '{"status": "running"')

  expect(() => branch.register(8)).toThrow(/is not JSON/)
  branch.texts.set(sessionIndexPath, '{"open": [1]}')
  expect(() => branch.register(9)).toThrow(/is not valid/)
})
