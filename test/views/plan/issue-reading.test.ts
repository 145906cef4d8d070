import { expect, test } from 'vitest'
import { commentLimit, fitBlocks } from '../../../src/views/markdown/fit.ts'
import { renderReading } from '../../../src/views/plan/issue-reading.ts'

const reading = {
  id: 'abcdef012345',
  certain: true,
  title: 'Owner page',
  criteria: [{ text: 'Each owner should have a page.', line: 1 }],
  paths: [],
}
const render = (told?: { text: string; line: number }[]): string =>
  fitBlocks(renderReading({ ...reading, ...(told === undefined ? {} : { told }) }, '/answer'), commentLimit, '')

test('what an issue says besides stands below what is put to a yes, and not in the words to copy', () => {
  const text = render([{ text: 'The page lists pets and @bills.', line: 2 }])

  expect(text).toContain('**It says besides, and it is not among these:**\n\n- The page lists pets and')
  expect(text).not.toContain(' @bills')
  expect(text.slice(text.indexOf('```markdown'))).not.toContain('lists pets')
})

test('where it says nothing besides, no line says so', () => {
  expect(render()).not.toContain('besides')
})

test('what is more than a glance is folded, with its number', () => {
  const text = render(Array.from({ length: 9 }, (_, at) => ({ text: `Point ${at}.`, line: at + 2 })))

  expect(text).toContain(
    '<details><summary>It says besides, and it is not among these (9)</summary>\n\n- Point 0. (line 2)',
  )
  expect(text).toContain('- Point 8. (line 10)\n\n</details>')
})
