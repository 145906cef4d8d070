import { expect, test } from 'vitest'
import { findConflictMarks } from '../../../src/domain/content/find-conflict-marks.ts'

const marks = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> main\n'

test.each([
  ['a conflict', 'index.js', `one\n${marks}`, 2],
  ['a conflict of three', 'index.js', marks.replace('=======', '||||||| base\nold\n======='), 1],
  ['line ends of Windows', 'README.md', marks.replaceAll('\n', '\r\n'), 1],
])('%s is found by its line', (_what, path, text, line) => {
  expect(findConflictMarks(path, text)).toBe(line)
})

test.each([
  ['code in Markdown', 'docs/merging.md', `So it looks:\n\n\`\`\`\n${marks}\`\`\`\n`],
  ['a title that is underlined', 'README.rst', 'Title\n=======\n\n>>>>>>> quoted\n'],
  ['an end without a beginning', 'a.txt', '=======\n>>>>>>> main\n'],
  ['marks within a line', 'a.js', "const begin = '<<<<<<< HEAD'\nconst end = '>>>>>>> main'\n"],
])('%s is none', (_what, path, text) => {
  expect(findConflictMarks(path, text)).toBeUndefined()
})
