import { expect, test } from 'vitest'
import type { Work } from '../../../../src/domain/records/work.ts'
import { issuesOfFindings } from '../../../../src/domain/tuning/judge/issues.ts'
import { tuneSkill } from '../../../../src/domain/tuning/orchestrate/tune-skill.ts'
import { answerMending } from '../../../../src/domain/tuning/thread/answer-mending.ts'
import { failTuning, findTuningEnd } from '../../../../src/domain/tuning/thread/carry-tuning.ts'
import { concludeTuning } from '../../../../src/domain/tuning/thread/conclude-tuning.ts'
import { measureTuning } from '../../../../src/domain/tuning/thread/measure-tuning.ts'
import { testSha } from '../../../support/builders.ts'
import {
  at,
  buildContext,
  comment,
  nothingYet,
  owedOf,
  planFor,
  playWork,
  recordOf,
} from '../../../support/work/play-work.ts'

const when = '2026-11-26T05:00:00.000Z'
const context = buildContext()

/** A skill with so many settings that contradict each other. */
function diagnose(contradictions: number) {
  const said = (value: number) =>
    Array.from({ length: contradictions }, (_, index) => `\`max_${index}_pages\` is ${value}.`).join('\n\n')
  const tuned = tuneSkill({
    folderName: 'a',
    path: 'skills/a',
    sources: [
      { path: 'SKILL.md', text: `---\nname: a\n---\n\n${said(5)}\n` },
      { path: 'phases/01-a.md', text: `${said(6)}\n` },
    ],
    complaint: '',
    focus: [],
    mostRisk: undefined,
    workDir: 'work',
    countTokens: (text) => text.length,
    now: () => when,
  })
  if (tuned.kind === 'faults') throw new Error(tuned.faults.join())
  return tuned.run
}

const asked = () => playWork(nothingYet(), context, comment([{ kind: 'tune', path: 'skills/a', about: '' }]))
const replan = () => comment([{ kind: 'replan', guidance: 'Once more.', fresh: true }])
const endOf = (work: Work) => findTuningEnd(work.tuning ?? null, recordOf(work).tuning?.in_vain ?? 0)
const opOf = (work: Work) => recordOf(work).outbox.find(({ action }) => action.kind === 'draft_plan')?.op ?? ''

/** A plan is made of what is wrong, approved and done, and the second diagnosis finds so much of it. */
function playRound(work: Work, { wrong, left }: { wrong: number; left: number }): Work {
  const run = diagnose(wrong)
  const order = { path: 'skills/a', raw: new Map(), guidance: null, wasAsked: false, denied: [], taken: [] }
  const { state } = answerMending({ ...order, state: work.tuning ?? null }, run)
  const tuning = { state, measure: measureTuning({ ...run, state }, testSha('before')) }
  const plan = planFor(work)
  const planned = playWork(work, context, at({ kind: 'plan_drafted', op: opOf(work), plan, faults: [], tuning }))
  const begun = playWork(planned, context, comment([{ kind: 'approve_plan', hash: null }]))
  const { execution } = begun
  if (execution === null || begun.tuning == null) throw new Error('nothing is approved')
  const head = testSha(plan.id)
  const result = { ...execution.execution_result, commit_hash: head }
  const done = { ...begun, execution: { ...execution, execution_result: result } }
  const again = diagnose(left)
  const after = concludeTuning(begun.tuning, again, testSha('base'), when)
  const measure = measureTuning({ ...again, state: after }, head)
  return playWork(
    done,
    context,
    at({ kind: 'skill_diagnosed', op: 'op', commit_sha: head, tuning: { state: after, measure } }),
  )
}

test('a thread goes on with a skill for five rounds that each better it, and no further', () => {
  let work = asked()
  for (const round of [1, 2, 3, 4, 5]) {
    expect(endOf(work)).toBeUndefined()
    work = playRound(round === 1 ? work : playWork(work, context, replan()), { wrong: 7 - round, left: 6 - round })
    expect(work.tuning).toMatchObject({ iteration_count: round, status: 'completed' })
  }

  expect(endOf(work)).toContain('went through 5 rounds, the most that are made; its gate says fail')
  expect(recordOf(work).tuning?.in_vain).toBe(0)
})

test('two rounds that leave as much as there was are the last', () => {
  const first = playRound(asked(), { wrong: 3, left: 3 })
  expect([endOf(first), recordOf(first).tuning?.in_vain]).toEqual([undefined, 1])

  const bettered = playRound(playWork(first, context, replan()), { wrong: 3, left: 2 })
  expect(recordOf(bettered).tuning?.in_vain).toBe(0)
  const second = playRound(playWork(first, context, replan()), { wrong: 3, left: 4 })

  expect(endOf(second)).toContain('The last 2 rounds left as many findings as there were')
  expect(second.tuning?.issues).toHaveLength(4)
  expect(issuesOfFindings(diagnose(4).skill, diagnose(4).findings)).toEqual(second.tuning?.issues)
})

test('the third error ends it as failed, and another /tune begins anew', () => {
  let work = asked()
  for (const count of [1, 2, 3]) {
    expect(endOf(work)).toBeUndefined()
    const message = 'There is no SKILL.md.'
    const state = failTuning(work.tuning ?? null, { path: 'skills/a', about: '', message, at: when })
    const event = { kind: 'plan_needs_input' as const, op: opOf(work), lacks: [message], rounds: [] }
    work = playWork(work, context, at({ ...event, tuning: { state, measure: null } }))
    expect(work.tuning).toMatchObject({ error_count: count, status: count === 3 ? 'failed' : 'running' })
    if (count < 3) work = playWork(work, context, replan())
  }

  expect(endOf(work)).toBe('The tuning has failed: 3 errors, the last of them: There is no SKILL.md')
  const anew = playWork(work, context, comment([{ kind: 'tune', path: 'skills/a', about: '' }]))
  expect([endOf(anew), anew.tuning?.error_count, owedOf(anew, 'draft_plan').length]).toEqual([undefined, 0, 1])
})
