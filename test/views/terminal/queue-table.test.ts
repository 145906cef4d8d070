import { expect, test } from 'vitest'
import { renderQueueTable } from '../../../src/views/terminal/queue-table.ts'

const retriedFromMs = Date.parse('2026-11-15T00:00:00.000Z')
const wide = { width: 120, retriedFromMs }
const entry = {
  row: 17,
  state: 'dead' as const,
  partition: 'octo-org/widgets#7',
  event: 'issue_comment',
  receivedAt: '2026-11-21T03:12:00.000Z',
  attempts: 6,
  fault: 'GitHub is away',
}

test('what waits and what is dead is a table', () => {
  const text = renderQueueTable([entry], wide)

  for (const shown of ['17', 'dead', 'octo-org/widgets#7', 'issue_comment', '21 Nov 03:12 UTC', '6', 'GitHub is away'])
    expect(text).toContain(shown)
})

test('an empty queue is a sentence', () => {
  expect(renderQueueTable([], wide)).toBe('Nothing waits and nothing is dead.\n')
})

test('text of others moves no cursor and breaks no line', () => {
  const text = renderQueueTable([{ ...entry, fault: 'one\u001B[2Jtwo\nthree' }], wide)

  expect(text).toContain('one[2Jtwo three')
})

test('where there is no room for a table each has lines of its own, the fault in full', () => {
  const fault = 'GitHub refused the request (403 Resource not accessible by integration)'

  expect(renderQueueTable([{ ...entry, fault }], { width: 60, retriedFromMs })).toBe(
    [
      '17 dead: octo-org/widgets#7, issue_comment',
      '    21 Nov 03:12 UTC, 6 tries',
      '    GitHub refused the request (403 Resource not accessible',
      '    by integration)',
      'What waits is tried again by itself; what is dead is not,',
      'and holds up nothing. Once what its fault names is mended,',
      '"countersign queue retry 17" (or --all) puts it back;',
      '"countersign queue drop 17" gives it up.',
      '',
    ].join('\n'),
  )
})

test('what only waits needs nobody', () => {
  const text = renderQueueTable([{ ...entry, state: 'waiting', fault: null }], wide)

  expect(text).toMatch(/What waits is tried again by itself\.\n$/)
  expect(text).not.toContain('retry')
})

test('what is named as the one to put back is the first that isn’t too old for it', () => {
  const old = { ...entry, row: 16, receivedAt: '2026-11-14T23:59:59.999Z' }

  const text = renderQueueTable([old, entry, { ...entry, row: 18 }], { ...wide, width: 1_000 })

  expect(text).toContain('"countersign queue retry 17" (or --all) puts it back')
})

test('where all that is dead is too old to be put back, it can only be given up', () => {
  const old = { ...entry, receivedAt: '2026-11-14T23:59:59.999Z' }

  const text = renderQueueTable([old], { ...wide, width: 1_000 })

  expect(text).toContain('too old to be put back')
  expect(text).toContain('"countersign queue drop 17" (or --all) gives it up')
  expect(text).not.toContain('queue retry')
})
