import { expect, test } from 'vitest'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderMirroredTask } from '../../../src/views/task/mirrored-task.ts'
import { buildCriterion, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listTags, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const task = buildTask({ id: 'T2', title: 'Answer 401 with a reason', depends_on: ['T1'] })
const plan = buildPlan({ tasks: [buildTask(), task] })
const record = buildRecord({ plan_comment: { plan_id: plan.id, id: 99, node_id: 'IC_99' } })

test('a mirrored task says what it is of, what it delivers and where commands go', () => {
  const { title, body } = renderMirroredTask({ record, plan, task, links })

  expect(title).toBe('#7 T2: Answer 401 with a reason')
  expect(body).toMatchInlineSnapshot(`
    "**T2** of [plan \`0b5bf08\`](https://github.com/octo/widgets/issues/7#issuecomment-99) for [#7](https://github.com/octo/widgets/issues/7): delivers \`src/task-2.ts\`, 0.5 person-days, by codex, after T1.

    This issue mirrors T2 of [#7](https://github.com/octo/widgets/issues/7) and follows it: it is closed when T2 is done. What is changed or closed here by hand is set back. Commands go in [#7](https://github.com/octo/widgets/issues/7).

    | must hold | checked by | weight |
    | :-- | :-- | :-- |
    | **AC-1** src/task-2.ts exists | \`src/task-2.ts\` exists | **blocker** |

    <sub>A blocker must hold.</sub>

    <details><summary>What T2 is asked for</summary>

    Part 2 of the change.

    Delivers \`src/task-2.ts\`: The file of part 2

    **Steps**

    - Write the file
    - Run the tests

    **Places to change**

    - \`src/task-2.ts\`, whole file: write it

    </details>"
  `)
})

test('what only says the title again is not said', () => {
  const { title: said } = task
  const bare = { ...task, description: said, implementation: [said] }
  const spec = { ...task.deliverable_spec, description: said }

  const { body } = renderMirroredTask({ record, plan, task: { ...bare, deliverable_spec: spec }, links })

  expect(body).not.toContain(said)
  expect(body).not.toContain('**Steps**')
  expect(body).toContain('Delivers `src/task-2.ts`\n')
})

test('without a plan comment the plan file is linked', () => {
  const { body } = renderMirroredTask({ record: buildRecord(), plan, task, links })

  expect(body).toContain('(https://github.com/octo/widgets/blob/countersign/workflow/.workflow/')
})

test('a certain person who does a task is named, not notified', () => {
  const { body } = renderMirroredTask({ record, plan, task: { ...task, executor: '@ada' }, links })

  expect(body).toContain('by ada, after T1')
})

test.each(hostileTexts)('nothing works in a task that says %j', (text) => {
  const criterion = buildCriterion({ statement: text, target: text })
  const spec = { ...task.deliverable_spec, filename: text, description: text }
  const hostile = { ...task, title: text, description: text, deliverable_spec: spec, acceptance_criteria: [criterion] }

  const { title, body } = renderMirroredTask({ record, plan, task: { ...hostile, implementation: [text] }, links })

  expect(findLiveText(title.replace('#7 T2:', ''))).toEqual([])
  expect(findLiveText(readText(renderToTree(body), true).replaceAll('#7', ''))).toEqual([])
  expect(listTags(body)).not.toContain('img')
})

test('a task as long as can be still fits, and says where the rest is', () => {
  const criteria = Array.from({ length: 40 }, (_, index) =>
    buildCriterion({ id: `AC-${index + 1}`, statement: '長い'.repeat(400), target: 'x'.repeat(400) }),
  )
  const long = { ...task, title: 'x'.repeat(900), acceptance_criteria: criteria, description: '*'.repeat(200_000) }
  const work = Array.from({ length: 20 }, () => ({ kind: 'diff' as const, diff: '+`'.repeat(2_900) }))

  const { title, body } = renderMirroredTask({ record, plan, task: { ...long, work }, links })

  expect(title.length).toBeLessThanOrEqual(200)
  expect(body.length).toBeLessThanOrEqual(commentLimit)
  expect(body).toContain('Shortened')
})
