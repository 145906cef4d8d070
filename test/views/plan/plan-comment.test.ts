import { expect, test } from 'vitest'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderPlanComment } from '../../../src/views/plan/plan-comment.ts'
import { buildCriterion, buildPlan, buildRecord, buildTask } from '../../support/builders.ts'
import { planIssue } from '../../support/plans/plan-issue.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, listElements, listTags, readText, renderToTree } from '../render-for-test.ts'
import { links } from '../../support/widget-links.ts'

const plan = buildPlan()
const hash = plan.hash.slice(0, 7)
const proposed = buildRecord({ phase: 'proposed', approved: null, plan_hash: plan.hash })

test('a proposed plan says what it is, then how to approve it, then its tasks', () => {
  const text = renderPlanComment({ record: proposed, plan, links })

  expect(text.split('\n').slice(0, 12).join('\n')).toMatchInlineSnapshot(`
    "### Plan \`c055287\` for #7 · 3 tasks · 1.5 person-days

    **Waits for approval by somebody with write access:** \`/approve plan@c055287\` starts the work. \`/replan <what to change>\` makes another, \`/stop\` drops it.

    Return early when the token has expired, say so in the response, and document it.

    | task | delivers |
    | :-- | :-- |
    | **T1** Write part 1<br><sub>0.5 days by codex</sub> | \`src/task-1.ts\` |
    | **T2** Write part 2<br><sub>0.5 days by codex, after T1</sub> | \`src/task-2.ts\` |
    | **T3** Write part 3<br><sub>0.5 days by codex, after T2</sub> | \`src/task-3.ts\` |
    "
  `)
})

test('a plan that can not be approved before a task has another says so where approval is offered', () => {
  const note =
    'Nobody here can do T2 (`@cy` is no account on GitHub). Say `/assign T2 …` before you approve: `@ada` may push here.'
  const unfit = { ...plan, notes: ['Line 3 is not planned.', note] }

  const text = renderPlanComment({ record: proposed, plan: unfit, links })

  expect(text.split('\n')[2]).toBe(
    `🙋 **Waits for \`/assign\`:** not every task has somebody who can do it, see below. Then \`/approve plan@${hash}\` starts the work. \`/replan <what to change>\` makes another, \`/stop\` drops it.`,
  )
  expect(text.indexOf('- Nobody here can do T2')).toBeLessThan(text.indexOf('- Line 3'))
})

test('a plan that a rule of the repository stops does not promise that approval starts it', () => {
  const note =
    'A ruleset “Everything” stops this work, by “Restrict creations”: change it, or exclude `countersign/**/*`'
  const held = { ...plan, notes: ['Line 3 is not planned', note] }

  const text = renderPlanComment({ record: proposed, plan: held, links })

  expect(text.split('\n')[2]).toContain(
    `⚠️ **Waits for approval by somebody with write access**, and the repository stops the work, see below. Once that is changed, \`/approve plan@${hash}\` starts it.`,
  )
  expect(text).toContain('- Line 3 is not planned.\n')
  expect(text).toContain('- A ruleset “Everything” stops this work, by “Restrict creations”: change it, or exclude')
})

test('a plan that was stopped names what starts it again, and not what would be refused', () => {
  const stopped = { phase: 'stopped', stopped: { by: 'grace', at: '2026-11-21T03:12:00.000Z', why: '' } } as const
  const next = (record: typeof proposed) => renderPlanComment({ record, plan, links }).split('\n')[2]

  expect(next({ ...proposed, ...stopped })).toBe(`⏹️ Stopped by grace. \`/approve plan@${hash}\` starts it again.`)
  expect(next({ ...proposed, ...stopped, current_sha256: 'another' })).toContain('edited since; `/replan` makes a new')
})

test('a score is shown once there is one', () => {
  const scored = { ...plan, score: 0.93 }

  const text = renderPlanComment({ record: proposed, plan: scored, links })

  expect(text.split('\n')[0]).toBe(`### Plan \`${hash}\` for #7 · 3 tasks · 1.5 person-days · score 0.93`)
})

test('the sum of hours is told in hours, as the tasks beside it are', () => {
  const tasks = [0.05, 0.05].map((days, index) =>
    buildTask({ id: `T${index + 1}`, title: `Write part ${index + 1}`, estimated_person_days: days }),
  )
  const text = renderPlanComment({ record: proposed, plan: buildPlan({ tasks }), links })

  expect(text.split('\n', 1)[0]).toMatch(/ · 2 tasks · 0\.8 h$/)
  expect(text).toContain('<sub>24 min by codex')
})

test('the words of a table of criteria are told below it', () => {
  const criteria = (['blocker', 'minor'] as const).flatMap((severity, index) =>
    buildTask({ id: 'T1' }).acceptance_criteria.map((one) => ({ ...one, id: `AC-${index + 1}`, severity })),
  )
  const task = { ...buildTask({ id: 'T1' }), acceptance_criteria: criteria, delivery_check: 'each' as const }
  const text = renderPlanComment({ record: proposed, plan: buildPlan({ tasks: [task] }), links })

  expect(text).toContain(
    '\n\n<sub>AC-0 comes with every task: it delivers what it is to deliver; a blocker must hold; a minor counts in the score alone.</sub>\n',
  )
})

test('an estimate is shown as its author wrote it, with the doubt to read before approving', () => {
  const short = buildTask({ estimated_person_days: 10 / 480, estimated_minutes: 10, doubted_person_days: 0.3 })

  const text = renderPlanComment({ record: proposed, plan: buildPlan({ tasks: [short] }), links })

  expect(text).toContain(' · 1 task · 10 min\n')
  expect(text).toContain('<br><sub>10 min by codex</sub> | `src/task-1.ts` |')
  expect(text).toContain(
    "- The issue's estimate looks low for what is to be touched, and holds: T1 (10 min, rather 2.4 h).",
  )
})

test('estimates of one plan are in one unit where they are less than a day, and who does the work is said in words', () => {
  const tasks = [
    buildTask({ executor: 'human', estimated_person_days: 0.75 }),
    buildTask({ id: 'T2', executor: 'patch', estimated_person_days: 0.1 }),
    buildTask({ id: 'T3', executor: 'shell', estimated_person_days: 2 }),
  ]

  const text = renderPlanComment({ record: proposed, plan: buildPlan({ tasks }), links })

  const terms = [...text.matchAll(/<br><sub>(.*?)<\/sub> \|/g)].map(([, words]) => words)
  expect(terms).toEqual(['6 h by a person', '0.8 h by a patch in the plan', '2 days by a command in the plan'])
})

test('a command that is named with backticks of its own stands whole in a note', async () => {
  const made = await planIssue('Greet', '- [ ] Write `a.ts`\n- [ ] Write `b.ts`\n\nAcceptance:\n- All tests pass\n')

  const text = renderPlanComment({ record: { ...proposed, plan_hash: made.hash }, plan: made, links })

  const code = listElements(renderToTree(text)).filter((element) => element.tagName === 'code')
  expect(code.map((element) => readText(element))).toContain('- `npm test` passes')
})

test('a task for which nobody named a file delivers any, and no pattern is shown for it', () => {
  const open = buildTask({
    scope: '**',
    deliverable_spec: { ...buildTask().deliverable_spec, single_file: false, bundle_mode: 'MANIFEST', files: ['**'] },
  })

  const text = renderPlanComment({ record: proposed, plan: buildPlan({ tasks: [open] }), links })

  expect(text).toContain('<br><sub>0.5 days by codex</sub> | a change |')
  expect(text).not.toContain('`**`')
})

test('a word that no phone has room for leaves room for the other columns and a box, and stands in full below', () => {
  const path = 'src/adapters/agents/outline/create-outline-planner.ts'
  const { deliverable_spec: spec } = buildTask()
  const long = buildTask({
    title: 'Rename createOutlinePlannerFromTextOfIssues',
    deliverable_spec: { ...spec, output_dir: 'src/adapters/agents/outline/', filename: 'create-outline-planner.ts' },
  })

  const text = renderPlanComment({
    record: proposed,
    plan: buildPlan({ tasks: [long, buildTask({ id: 'T2' })] }),
    links,
  })

  expect(text).toContain(
    '| **T1** Rename createOutlinePlannerFromTex…<br><sub>0.5 days by codex</sub> | `…/agents/outline/create-outline-planner.ts` |',
  )
  expect(text).toContain('T1["T1 Rename createOutlinePl…"]')
  expect(text).toContain('<b>T1</b> Rename createOutlinePlannerFromTextOfIssues: ')
  expect(text).toContain(`Delivers \`${path}\``)
})

test('the issue’s title, which stands above, is not told again', () => {
  const { title } = proposed.frozen
  const show = (description: string) => renderPlanComment({ record: proposed, plan: buildPlan({ description }), links })

  expect(show(`${title}\n\nThey are taken.`)).toContain('\n\nThey are taken.\n\n| task |')
  expect(show(`${title}\n\nThey are taken.`)).not.toContain(title)
  expect(show(title)).toContain('`/stop` drops it.\n\n| task |')
  expect(show('Another sentence.')).toContain('Another sentence.')
})

test('what the one task is about stands above it, and is not told again below', () => {
  const description = 'It returns undefined.\nI would expect the string 42.'
  const about = (told: string) => {
    const one = buildPlan({ description: told, tasks: [buildTask({ description })] })
    return renderPlanComment({ record: proposed, plan: one, links }).split('I would expect the string 42').length - 1
  }

  expect(about(description)).toBe(1)
  expect(about('Something else.')).toBe(1)
})

test('a title that is one long word is cut once', () => {
  const text = renderPlanComment({
    record: proposed,
    plan: buildPlan({ tasks: [buildTask({ title: 'a'.repeat(200) })] }),
    links,
  })

  expect(text).toContain(`| **T1** ${'a'.repeat(27)}…<br>`)
})

test('an approved plan says by whom and no longer asks', () => {
  const record = buildRecord({
    approved: { by: 'ada', at: '2026-11-21T03:14:00Z', hash: plan.hash },
    status_comment: { plan_id: plan.id, id: 12, node_id: 'IC_12' },
  })

  const text = renderPlanComment({ record, plan, links })

  expect(text).toContain(
    '✅ Approved by ada, 21 Nov 03:14 UTC. [Status](https://github.com/octo/widgets/issues/7#issuecomment-12).',
  )
  expect(text).not.toContain('/approve')
})

test('a plan whose issue was edited offers a new plan and no approval', () => {
  const record = { ...proposed, current_sha256: 'edited' }

  const text = renderPlanComment({ record, plan, links })

  expect(text).toContain('**The issue was edited after this plan was made**')
  expect(text).not.toContain('/approve')
})

test('a superseded plan names its successor', () => {
  const record = { ...proposed, plan_id: 'SOL-ISS-007-2', plan_hash: 'abcdef0'.padEnd(64, '0') }

  const text = renderPlanComment({ record, plan, links })

  expect(text).toContain('Replaced by plan `abcdef0`.')
})

test('what needs care stands before the details: judgement, commands, hidden characters, notes', () => {
  const task = buildTask({
    acceptance_criteria: [
      buildCriterion(),
      buildCriterion({ id: 'AC-2', statement: 'It reads well', check_method: 'manual_review' }),
      buildCriterion({ id: 'AC-3', statement: 'A joke', check_method: 'manual_review', severity: 'minor' }),
    ],
    work: [{ kind: 'run', command: 'npm run format' }],
  })
  const careful = buildPlan({
    tasks: [task],
    notes: ['No test is named.'],
    source: { ...plan.source, removed: 2 },
    review_min_score: 0.8,
  })

  const text = renderPlanComment({ record: { ...proposed, plan_hash: careful.hash }, plan: careful, links })

  expect(text).toContain(
    [
      '**Before you approve**',
      '',
      '- A person must judge: T1 “It reads well” (AC-2). A machine judges what is worded like `` `docs/a.md` exists `` or `` `npm test` passes ``.',
      '- Optional: a person may judge T1 “A joke” (AC-3). Nobody has to: the work is merged without it.',
      '- 1 command from the issue will be run (T1), as shown with the task.',
      '- 2 hidden characters and comments were taken out of the issue text before it was read.',
      '- No test is named.',
    ].join('\n'),
  )
})

test('what is minor and decides is not called optional', () => {
  const minor = { check_method: 'manual_review', severity: 'minor' } as const
  const task = buildTask({
    acceptance_criteria: [buildCriterion(), buildCriterion({ id: 'AC-2', statement: 'A joke', ...minor })],
  })
  const told = (least: number | undefined) => {
    const asked = buildPlan({ tasks: [task], ...(least === undefined ? {} : { review_min_score: least }) })
    return renderPlanComment({ record: { ...proposed, plan_hash: asked.hash }, plan: asked, links })
  }

  expect(told(0.8)).toContain(
    '- A person must judge: T1 “A joke” (AC-2); it is minor, but without it its task scores less than the 0.8 that a version needs.',
  )
  expect(told(0.75)).toContain('Nobody has to: the work is merged without it.')
  expect(told(undefined)).toContain(
    'Nobody has to: the work is merged without it, unless its score would then be too low to be approved.',
  )
})

test('what is to be fulfilled is found by its line, or was said in the thread', () => {
  const asked = [
    { id: 'RC-1', statement: 'It sings', source_line: 9, covered_by: ['T1/AC-1'] },
    { id: 'RC-2', statement: 'It dances', source_line: 3, source: 'guidance' as const, covered_by: ['T1/AC-1'] },
  ]
  const goals = plan.goals.map((goal) => ({ ...goal, root_acceptance_criteria: asked }))

  const text = renderPlanComment({ record: proposed, plan: { ...plan, goals }, links })

  expect(text).toContain('- Line 9: It sings → T1\n- Said in the thread: It dances → T1')
})

test('what is left to whoever merges is not counted as covered', () => {
  const asked = [
    { id: 'RC-1', statement: 'It sings', source_line: 9, covered_by: ['T1/AC-1'] },
    { id: 'RC-2', statement: 'Everybody can dance to it', source_line: 10, covered_by: ['final/person'] },
  ]
  const goals = plan.goals.map((goal) => ({ ...goal, root_acceptance_criteria: asked }))

  const text = renderPlanComment({ record: proposed, plan: { ...plan, goals }, links })

  expect(text).toContain('1 of 2 points from the issue covered by criteria, 1 left to whoever merges')
  expect(text).toContain('- Line 10: Everybody can dance to it → whoever merges the final pull request')
})

test('the task that is offered for a cut is the largest one that can be cut', () => {
  const points = ['src/a.ts', 'docs/b.md'].map((file) => ({ file, target: file, change: 'change it' }))
  const cuttable = { scope: 'src/a.ts, docs/b.md', modification_points: points }
  const tasks = [
    buildTask({ estimated_person_days: 3 }),
    buildTask({ id: 'T2', estimated_person_days: 2, ...cuttable }),
    buildTask({ id: 'T3' }),
  ]
  const uneven = buildPlan({ tasks })

  const text = renderPlanComment({ record: { ...proposed, plan_hash: uneven.hash }, plan: uneven, links })

  expect(text).toContain('`/split T2` cuts a task')
})

test('splits and changed estimates are told in a fold, each number once', () => {
  const why = '0.1 person-days computed: 1 file whose content is given'
  const leaf = { task: 'T1', person_days_before: 0.5, person_days: 0.1, one_shot_pass: true, why }
  const split = { task: 'T2', into: ['T2.1', 'T2.2'], along: 'files' as const, criteria: [] }
  const made = buildPlan({
    rounds: [{ number: 1, findings: [], score: 0.9, feasibility: [leaf], splits: [split] }],
  })

  const text = renderPlanComment({ record: { ...proposed, plan_hash: made.hash }, plan: made, links })

  expect(text).toContain(
    [
      '<details><summary>How it came to be: T2 split, 1 estimate computed</summary>',
      '',
      '- **T2** is cut along its files into T2.1 and T2.2',
      `- **T1**: ${why}`,
    ].join('\n'),
  )
})

test('a command that will be run is shown whole', () => {
  const task = buildTask({ work: [{ kind: 'run', command: "printf '```' && npm test" }] })
  const running = buildPlan({ tasks: [task] })

  const text = renderPlanComment({ record: proposed, plan: running, links })

  const code = listElements(renderToTree(text)).filter((element) => element.tagName === 'pre')
  expect(code.map((element) => readText(element))).toEqual(["printf '```' && npm test\n"])
})

test('what its tests run and should show, and what was found out about the code, is shown where there is some', () => {
  const task = buildTask({ test: { commands: ['npm test'], unit: ['Refuses `null`'], integration: ['Answers 401'] } })
  const found = { relevant_files: ['src/auth.ts'], patterns: 'Errors are values.', integration_points: 'The router.' }
  const told = (exploration_context: typeof found, tasks = [task]) =>
    renderPlanComment({ record: proposed, plan: buildPlan({ tasks, exploration_context }), links })

  const text = told(found)

  expect(text).toContain('**Its tests**\n\n- runs\n  ```sh\n  npm test\n  ```\n')
  expect(text).toContain('**Unit tests should show**\n\n- Refuses `null`\n')
  expect(text).toContain('**Integration tests should show**\n\n- Answers 401\n')
  expect(text).toContain(
    [
      '<details><summary>What was found out about the code</summary>',
      '**Relevant files:** `src/auth.ts`',
      '**Conventions to follow**',
      'Errors are values.',
      '**What uses it**',
      'The router.',
      '</details>',
    ].join('\n\n'),
  )
  const known = { relevant_files: ['src/task-1.ts'], patterns: '', integration_points: '' }
  expect(told(known, [buildTask()])).not.toMatch(/tests should show|Its tests|What was found out/)
})

test('nothing in a plan full of hostile text works', () => {
  const tasks = hostileTexts.map((text, index) =>
    buildTask({
      id: `T${index + 1}`,
      title: text,
      description: text,
      implementation: [text],
      feasibility_note: text,
      test: { commands: [text], unit: [text], integration: [text] },
      executor: text,
      modification_points: [{ file: text, target: text, change: text }],
      acceptance_criteria: [buildCriterion({ statement: text, check_method: 'run_smoke_test', command: text })],
      deliverable_spec: { ...buildTask().deliverable_spec, filename: text, description: text },
      work: [{ kind: 'run', command: text }],
    }),
  )
  const everything = hostileTexts.join('\n\n')
  const hostile = buildPlan({
    tasks,
    description: everything,
    exploration_context: { relevant_files: [...hostileTexts], patterns: everything, integration_points: everything },
    notes: [...hostileTexts],
  })

  const text = renderPlanComment({ record: proposed, plan: hostile, links })

  const tree = renderToTree(text)
  const addresses = listElements(tree).flatMap((element) => element.properties['href'] ?? [])
  expect(addresses).toEqual(['https://github.com/octo/widgets/issues/7'])
  expect(listTags(text).filter((tag) => ['img', 'script', 'input', 'blockquote', 'h1', 'h2'].includes(tag))).toEqual([])
  expect(listTags(text).filter((tag) => tag === 'details')).toHaveLength(tasks.length + 2)
  expect(findLiveText(readText(tree, true).replace(' for #7 ', ' '))).toEqual([])
})

test.each([60, 300, 3_000])('a plan of %i long tasks fits a comment, its tags and fences closed', (count) => {
  const tasks = Array.from({ length: count }, (_, index) =>
    buildTask({
      id: `T${index + 1}`,
      title: `${'长标题 with `code` and more '.repeat(12)}${index}`,
      description: 'word '.repeat(400),
      implementation: Array.from({ length: 20 }, () => 'step '.repeat(60)),
      work: [{ kind: 'diff', diff: '+line\n'.repeat(50) }],
    }),
  )
  const long = buildPlan({ tasks, description: 'sentence. '.repeat(20_000) })

  const text = renderPlanComment({ record: proposed, plan: long, links })

  expect(text.length).toBeLessThanOrEqual(commentLimit)
  expect(text.match(/<details>/g) ?? []).toHaveLength((text.match(/<\/details>/g) ?? []).length)
  expect(text.split('\n').filter((line) => /^\s*```/.test(line)).length % 2).toBe(0)
  expect(text).toContain(
    'Shortened to what a comment holds; everything is in the [plan file](https://github.com/octo/widgets/blob/countersign/workflow/.workflow/.scratchpad/codex-issue-20261121T031200Z/solutions/ISS-007-plan.json).',
  )
})
