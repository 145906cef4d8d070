import { describe, expect, test } from 'vitest'
import type { Work } from '../../../../src/domain/records/work.ts'
import type { WorkEventOf } from '../../../../src/domain/work/draft/work-event.ts'
import {
  at,
  buildContext,
  comment,
  labelled,
  nothingYet,
  playWork,
  recordOf,
  repliesOf,
} from '../../../support/work/play-work.ts'

describe('an answer from which nothing could be taken is told that alone, where the very same is asked', () => {
  type Asked = Partial<Pick<WorkEventOf<'plan_needs_input'>, 'lacks' | 'reading' | 'questions'>>
  const context = buildContext()
  const ask = (work: Work, asked: Asked): Work => {
    const op = recordOf(work).outbox.findLast((one) => one.action.kind === 'draft_plan')?.op ?? ''
    return playWork(work, context, at({ kind: 'plan_needs_input', op, lacks: [], rounds: [], ...asked }))
  }
  const answer = (work: Work, text: string) => playWork(work, context, comment([{ kind: 'answer', text }]))
  const open = (asked: Asked) => ask(playWork(nothingYet(), context, labelled()), asked)
  const reading = { id: '0123456789ab', certain: true, title: 'Export', criteria: [], paths: [] }
  const questions = [{ question: 'Which file?', why: '', proposals: ['a.js', 'b.js'] }]

  test('how the issue was read, whatever the answers before lacked', () => {
    const once = ask(answer(open({ reading }), 'hm'), { reading, lacks: ['“hm” says nothing'] })
    const twice = ask(answer(once, 'well\nso'), { reading, lacks: ['“hm” says nothing', '“well” says nothing'] })

    expect(repliesOf(once).at(-1)).toEqual({ kind: 'not_taken', said: 'hm', reading: true })
    expect(repliesOf(twice).at(-1)).toEqual({ kind: 'not_taken', said: 'well', reading: true })
    expect(recordOf(twice)).toMatchObject({ phase: 'awaiting_input', asked_reading: reading.id })
  })

  test.each<[string, Asked]>([
    ['what is lacking', { lacks: ['which file'] }],
    ['what only people can decide', { questions }],
  ])('%s', (_what, asked) => {
    const work = ask(answer(open(asked), 'hm'), asked)

    expect(repliesOf(work).at(-1)).toMatchObject({ kind: 'not_taken', said: 'hm', reading: false })
  })

  test('questions keep their numbers', () => {
    const work = ask(answer(ask(answer(open({ questions }), 'hm'), { questions }), 'well'), { questions })

    expect(repliesOf(work).at(-1)).toMatchObject({ questions: { first: 1, all: questions } })
    expect(recordOf(work).asked_questions).toEqual(questions)
  })

  test.each<[string, (work: Work) => Work]>([
    ['another question', (work) => ask(answer(work, 'hm'), { lacks: ['which line'] })],
    [
      'the same, with nothing said since',
      (work) => ask(playWork(work, context, comment([{ kind: 'plan' }])), { lacks: ['which file'] }),
    ],
  ])('%s is asked in full', (_what, play) => {
    expect(repliesOf(play(open({ lacks: ['which file'] }))).at(-1)).toMatchObject({ kind: 'needs_input' })
  })
})
