import { expect, test } from 'vitest'
import { planFromText } from '../../../../../src/domain/plan/outline/plan-from-text.ts'

function planOf(titles: readonly string[], guidance = '') {
  const answer = planFromText('Write it down', titles.map((title) => `- [ ] ${title}`).join('\n'), guidance)
  if (answer.kind !== 'draft') throw new Error(JSON.stringify(answer))
  return answer.draft
}

const two = ['Add `src/a.js`', 'Add `src/b.js`']

test.each([
  ['Write `docs/x.md` after the two above', ['T1', 'T2']],
  ['Write `docs/x.md` (after both tasks above)', ['T1', 'T2']],
  ['After the previous two tasks, write `docs/x.md`', ['T1', 'T2']],
  ['Write `docs/x.md` once the previous one is done', ['T2']],
  ['Write `docs/x.md` after the first two', ['T1', 'T2']],
  ['Write `docs/x.md`, after everything else', ['T1', 'T2']],
  ['Write `docs/x.md` once T1 is merged', ['T1']],
  ['编写 `docs/x.md`（在前两个任务完成后）', ['T1', 'T2']],
])('“%s” comes after %s', (title, after) => {
  expect(planOf([...two, title]).tasks.at(-1)?.depends_on).toEqual(after)
})

test.each([
  'Show the row after the previous one in `docs/x.md`',
  'Sort `docs/x.md` after the others',
  'Call `docs/x.md` back when everything else fails',
])('“%s” is about something else', (title) => {
  expect(planOf([...two, title]).tasks.at(-1)?.depends_on).toEqual([])
})

test('an order that fits no tasks is told', () => {
  const { tasks, notes } = planOf(['Add `src/a.js`', 'Write `docs/x.md` after the two above'])

  expect(tasks.at(-1)?.depends_on).toEqual([])
  expect(notes).toContain(
    'T2 says “after the two above”, and which tasks those are is not clear: `/replan T2 after …` says it.',
  )
})

test('what was said of a task in the thread is ordered like the rest, and what it replaced is not told', () => {
  const said = 'T2: Write `docs/y.md`\nT3: Index `docs/z.md` after the two above'

  const { tasks, notes } = planOf(['Add `src/a.js`', 'Write `docs/x.md` after the two above'], said)

  expect(tasks.map((task) => task.depends_on)).toEqual([[], [], ['T1', 'T2']])
  expect(notes?.join()).not.toContain('not clear')
})

test.each([
  ['First, add `src/c.js`', 'Add `src/c.js`'],
  ['Then write `docs/x.md`', 'Write `docs/x.md`'],
  ['And then, link `docs/x.md` in `README.md`', 'Link `docs/x.md` in `README.md`'],
  ['Finally: index `docs/x.md`', 'Index `docs/x.md`'],
  ['最后，更新 `docs/x.md`', '更新 `docs/x.md`'],
  ['Finally, write `docs/x.md` after the two above', 'Write `docs/x.md`'],
  ['After the previous two tasks, write `docs/x.md`', 'Write `docs/x.md`'],
  ['Write `docs/x.md` (after both tasks above)', 'Write `docs/x.md`'],
  ['编写 `docs/x.md`（在前两个任务完成后）', '编写 `docs/x.md`'],
])('the title of “%s” is “%s”', (said, title) => {
  expect(planOf([...two, said]).tasks.at(-1)?.title).toBe(title)
})

test.each([
  'First load of `src/c.js` is slow',
  'Then the page of `src/c.js` opens',
  'First, second and last name in `src/c.js`',
  'Next page in `src/c.js`',
  'Write `docs/x.md` (briefly, after the two above)',
])('“%s” keeps its words', (title) => {
  expect(planOf([...two, title]).tasks.at(-1)?.title).toBe(title)
})

test('which of them an order is not read from stand in what the task says', () => {
  expect(planOf([...two, 'Then write `docs/x.md`']).tasks.at(-1)).toMatchObject({
    action: 'Create',
    description: 'Then write `docs/x.md`',
    acceptance_criteria: [{ statement: 'Write `docs/x.md`' }],
  })
})
