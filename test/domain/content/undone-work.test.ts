import { describe, expect, test } from 'vitest'
import { findUndone, type PathContent } from '../../../src/domain/content/undone-work.ts'

const text = (...lines: string[]): PathContent => ({
  entry: { blob: lines.join('\n'), mode: '100644' },
  lines,
})
const absent: PathContent = { entry: null, lines: null }
const binary = (blob: string): PathContent => ({ entry: { blob, mode: '100644' }, lines: null })
const executable = (content: PathContent): PathContent => ({
  ...content,
  entry: { blob: content.entry?.blob ?? '', mode: '100755' },
})

const start = text('# Title', 'old line')
const earlier = text('# Title', 'new line', 'added line')

const rows: {
  what: string
  from: PathContent
  to: PathContent
  now: PathContent
  next: PathContent
  how: string | null
}[] = [
  { what: 'nothing changed', from: start, to: earlier, now: earlier, next: earlier, how: null },
  {
    what: 'a line more',
    from: start,
    to: earlier,
    now: earlier,
    next: text('# Title', 'mine', 'new line', 'added line'),
    how: null,
  },
  {
    what: 'its lines moved',
    from: start,
    to: earlier,
    now: earlier,
    next: text('added line', '# Title', 'new line'),
    how: null,
  },
  {
    what: 'one of its lines gone',
    from: start,
    to: earlier,
    now: earlier,
    next: text('# Title', 'new line'),
    how: 'partly',
  },
  {
    what: 'a line that it removed is back',
    from: start,
    to: earlier,
    now: earlier,
    next: text('# Title', 'new line', 'added line', 'old line'),
    how: 'partly',
  },
  {
    what: 'none of its lines left',
    from: start,
    to: earlier,
    now: earlier,
    next: text('# Title', 'old line', 'mine'),
    how: 'lost',
  },
  { what: 'as it was before', from: start, to: earlier, now: earlier, next: start, how: 'reverted' },
  { what: 'its file deleted', from: absent, to: earlier, now: earlier, next: absent, how: 'deleted' },
  {
    what: 'a file that it deleted is there again',
    from: start,
    to: absent,
    now: absent,
    next: text('else'),
    how: 'reverted',
  },
  {
    what: 'braces and blanks gone',
    from: text('a'),
    to: text('a', '', '}'),
    now: text('a', '', '}'),
    next: text('a', 'b'),
    how: null,
  },
  {
    what: 'a line that somebody else had removed since',
    from: start,
    to: earlier,
    now: text('# Title', 'new line'),
    next: text('# Title', 'new line', 'mine'),
    how: null,
  },
  {
    what: 'other bytes of a binary file',
    from: absent,
    to: binary('one'),
    now: binary('one'),
    next: binary('two'),
    how: 'lost',
  },
  {
    what: 'the mode that it set',
    from: start,
    to: executable(start),
    now: executable(earlier),
    next: earlier,
    how: 'partly',
  },
]

/** Both sides changed the one line of a file: what the earlier work made of it, and what stands there once both are settled. */
const settled: [what: string, before: string, earlier: string, next: string, how: string | null][] = [
  ['what both added stands in it', 'f(a, b)', 'f(a, b, c)', 'f(x, a, b, c)', 'rewritten'],
  ['the earlier word stands beside another of its own', 'a = 1, b = 2', 'a = 1, b = 7', 'a = 5, b = 7', 'rewritten'],
  ['a line that was new has more now', '', 'limit = 10', 'limit = 10 // seconds', 'rewritten'],
  ['what the earlier work took out is not there again', '[a, b, c]', '[a, b]', '[a, b, d]', 'rewritten'],
  ['what it took out is there again', '[a, b, c]', '[a, b]', '[a, b, c, d]', 'partly'],
  ['what it added is gone', 'a = 1, b = 2', 'a = 1, b = 7', 'a = 5, b = 2', 'partly'],
  ['its word stands in a line about something else', 'b = 2', 'b = 7', 'x.y(z, 7)', 'partly'],
  ['it was made a comment', '', 'limit = 10', '// limit = 10', 'lost'],
]

test.each(settled)('of a conflict on one line that is settled, %s', (_what, before, earlier, next, how) => {
  const [from, to] = [text(before), text(earlier)]

  expect(findUndone(to, text(next), { from, to }, { settles: true })?.how ?? null).toBe(how)
})

test('a rewritten line stands for one, and is shown with it', () => {
  const [from, to] = [text('head'), text('head', 'limit = 10', 'limit = 10;')]

  expect(findUndone(to, text('head', 'limit = 10 ;;'), { from, to }, { settles: true })).toEqual({
    how: 'partly',
    lines: ['- limit = 10;'],
  })
  expect(findUndone(to, text('head', 'limit = 10 s', 'limit = 10; s'), { from, to }, { settles: true })).toEqual({
    how: 'rewritten',
    lines: ['- limit = 10', '+ limit = 10 s', '- limit = 10;', '+ limit = 10; s'],
  })
})

describe('work on a path is undone by', () => {
  test.each(rows)('$what: $how', ({ from, to, now, next, how }) => {
    expect(findUndone(now, next, { from, to }, { settles: true })?.how ?? null).toBe(how)
  })
})

test('the lines that would be lost, and those that are there again, are told as a diff tells them', () => {
  const next = text('# Title', 'new line', 'old line')

  expect(findUndone(earlier, next, { from: start, to: earlier }, { settles: true })?.lines).toEqual([
    '- added line',
    '+ old line',
  ])
})

test('where no conflict is settled, a line that changed is gone', () => {
  const [from, to] = [text('limit = 5'), text('limit = 5 seconds')]

  expect(findUndone(to, text('limit = 10 seconds'), { from, to }, { settles: false })?.how).toBe('partly')
  expect(findUndone(to, text('limit = 10 seconds'), { from, to }, { settles: true })?.how).toBe('rewritten')
})
