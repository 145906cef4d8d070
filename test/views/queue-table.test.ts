import { expect, test } from 'vitest'
import { renderQueueTable } from '../../src/views/queue-table.ts'

const entry = {
  row: 17,
  state: 'dead',
  lane: 'octo-org/widgets#7',
  event: 'issue_comment',
  receivedAt: '2026-11-21T03:12:00.000Z',
  attempts: 6,
  fault: 'GitHub is away',
}

test('what waits and what is dead is a table', () => {
  const text = renderQueueTable([entry])

  for (const shown of ['17', 'dead', 'octo-org/widgets#7', 'issue_comment', '6', 'GitHub is away'])
    expect(text).toContain(shown)
})

test('an empty queue is a sentence', () => {
  expect(renderQueueTable([])).toBe('Nothing waits and nothing is dead.\n')
})

test('text of others moves no cursor and breaks no line', () => {
  const text = renderQueueTable([{ ...entry, fault: 'one\u001B[2Jtwo\nthree' }])

  expect(text).toContain('one [2Jtwo three')
})
