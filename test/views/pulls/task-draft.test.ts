import { expect, test } from 'vitest'
import type { ActionNode } from '../../../src/domain/records/node-state.ts'
import { commentLimit } from '../../../src/views/markdown/fit.ts'
import { renderDraftCommit, renderTaskDraft } from '../../../src/views/pulls/task-draft.ts'
import {
  buildArtifact,
  buildArtifactFile,
  buildCriterion,
  buildEarlierWork,
  buildExecution,
  buildPlan,
  buildRecord,
  buildTask,
} from '../../support/builders.ts'
import { links } from '../../support/widget-links.ts'
import { hostileTexts } from '../hostile-text.ts'
import { findLiveText, readText, renderToTree } from '../render-for-test.ts'

function render(said: string, criteria = 2, earlier?: ActionNode['earlier']) {
  const before = buildTask({ id: 'T1' })
  const task = buildTask({
    id: 'T2',
    title: said,
    description: said,
    executor: '@ada',
    depends_on: ['T1'],
    acceptance_criteria: Array.from({ length: criteria }, (_, at) =>
      buildCriterion({ id: `AC-${at + 1}`, statement: said, severity: at === 0 ? 'blocker' : 'minor' }),
    ),
  })
  const plan = buildPlan({ tasks: [before, task] })
  const files = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => buildArtifactFile({ path: `src/${name}.ts` }))
  const input = buildArtifact(before, { version: 2, files })
  const execution = buildExecution(
    plan,
    { T2: { inputs: { T1: input.artifact_id }, ...(earlier && { earlier }) } },
    { artifacts: [input] },
  )
  const node = execution.nodes['T2']
  if (node?.kind !== 'ACTION') throw new Error('there is no T2')
  const draft = { record: buildRecord(), plan, task, node, artifacts: execution.artifacts, links }
  return { ...renderTaskDraft(draft), commit: renderDraftCommit({ task, plan }), branch: node.branch }
}

test('a person gets what is wanted, what it builds on and what must hold as boxes, and how to begin', () => {
  const { body, branch } = render('Check expiry')

  expect(body).toContain('**T2** of [plan ')
  expect(body).toContain(`\`git fetch && git switch ${branch}\` gets the branch`)
  expect(body).toContain(
    '- [ ] **T1**, version 2: `src/a.ts`, `src/b.ts`, `src/c.ts`, `src/d.ts`, `src/e.ts`, 1 more file',
  )
  expect(body).toContain('- [ ] **AC-1** Check expiry <sub>(')
  expect(body).toMatch(/- \[ \] \*\*AC-2\*\* Check expiry <sub>\(.*, optional\)<\/sub>/)
  expect(body).not.toContain('@ada')
})

test('a person who does approved work anew is told where it is, and why', () => {
  const { body } = render('Check expiry', 2, buildEarlierWork('src/a.ts'))

  expect(body).toMatch(
    /It was done and approved before\*\*.*\[version 2\].*\[its pull request\].*somebody has changed `src\/a\.ts`/,
  )
})

test('its first commit says that it changes nothing, for which task, and is no version', () => {
  const { commit } = render('Check expiry')

  expect(commit.headline).toBe('chore(T2): begin Check expiry')
  expect(commit.body).toMatch(/^Changes nothing; .*\n\nCountersign-Plan: /)
  expect(commit.body).toContain('Countersign-Task: T2 ')
  expect(commit.body).not.toContain('Countersign-Version')
})

test.each(hostileTexts)('nothing works of %j in a draft', (text) => {
  const page = renderToTree(render(text).body)

  // Its own issue.
  expect(findLiveText(readText(page, true))).toEqual(['#7'])
})

test('whatever a task says, a draft fits', () => {
  expect(render('long `text` '.repeat(100_000), 60).body.length).toBeLessThanOrEqual(commentLimit)
})
