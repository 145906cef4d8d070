import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createOutlinePlanner } from '../../../../src/adapters/agents/outline/create-outline-planner.ts'
import { makePlan } from '../../../../src/application/planning/make-plan.ts'
import { defaultConfiguration } from '../../../../src/domain/configuration/configuration.ts'
import { deliverablePath } from '../../../../src/domain/plan/deliverable-spec.ts'
import { freezeText } from '../../../../src/domain/text/frozen-text.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import type { Task } from '../../../../src/domain/plan/task.ts'
import { buildRecord } from '../../../support/builders.ts'

const folder = new URL('../../../fixtures/issues/', import.meta.url)
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -'.md'.length))

async function planFixture(name: string): ReturnType<typeof makePlan> {
  const text = await readFile(new URL(`${name}.md`, folder), 'utf8')
  const [heading = '', , ...body] = text.split('\n')
  const record = buildRecord()
  record.frozen = { ...record.frozen, ...freezeText(heading.slice('# '.length), body.join('\n')) }
  const ports = {
    planner: createOutlinePlanner(),
    files: { readSizes: async () => new Map<string, number>() },
  }
  return makePlan(ports, {
    repository: { owner: 'octo', name: 'clock', key: 'octo/clock', installationId: 1 },
    record,
    previous: null,
    planId: 'SOL-ISS-007-1',
    guidance: null,
    configuration: defaultConfiguration,
    commit: '0'.repeat(40),
    op: 'ISS-007/1',
    at: '2026-11-21T03:12:00Z',
  })
}

/** The answer in the terms of `test/fixtures/issues/README.md`. */
function describeAnswer(event: Awaited<ReturnType<typeof makePlan>>): Record<string, unknown> {
  switch (event.kind) {
    case 'plan_declined':
      return { answer: 'declined', why: event.why }
    case 'plan_needs_input':
      if (event.reading?.certain !== true) return { answer: 'question', lacks: event.lacks }
      return {
        answer: 'reading',
        title: event.reading.title,
        criteria: event.reading.criteria,
        paths: event.reading.paths,
      }
    case 'plan_drafted': {
      const { plan, faults } = event
      if (faults.length === 0) return { answer: 'plan', ...describePlan(plan) }
      return { answer: 'refused', faults: faults.map(({ code, message }) => `${code}: ${message}`) }
    }
  }
}

function describePlan(plan: Plan): Record<string, unknown> {
  const [root] = plan.goals
  const final = root?.final_deliverable_spec
  const splits = plan.rounds.flatMap((round) => round.splits)
  return {
    tasks: plan.tasks.map((task) => describeTask(task)),
    ...(splits.length === 0
      ? {}
      : { split: Object.fromEntries(splits.map(({ task, into }) => [task, into.join(' ')])) }),
    root: Object.fromEntries(
      (root?.root_acceptance_criteria ?? []).map((item) => [item.source_line, item.covered_by.join(' ')]),
    ),
    final:
      final?.mode === 'ASSEMBLE'
        ? `${String(final.assemble_task_id)} assembles ${final.include_children.join(' ')}`
        : `passes ${(final?.include_children ?? []).join(' ')} through`,
    notes: plan.notes,
    removed: plan.source.removed,
    offered: (plan.score ?? 0) >= defaultConfiguration.plan.min_score,
  }
}

function describeTask(task: Task): Record<string, unknown> {
  const spec = task.deliverable_spec
  return {
    id: task.id,
    title: task.title,
    delivers: spec.single_file ? deliverablePath(spec) : (spec.files ?? []).join(' '),
    after: task.depends_on.join(' '),
    days: task.estimated_person_days,
    who: task.executor,
    criteria: task.acceptance_criteria.length,
  }
}

test.each(names)('%s is answered as written down beside it', async (name) => {
  const expected: unknown = JSON.parse(await readFile(new URL(`${name}.expected.json`, folder), 'utf8'))

  const answer = describeAnswer(await planFixture(name))

  expect(answer).toEqual(expected)
})

test('the issues are of every kind, and at least three are split, one twice', async () => {
  const texts = await Promise.all(names.map((name) => readFile(new URL(`${name}.expected.json`, folder), 'utf8')))
  const expected = texts.map((text) => JSON.parse(text) as { answer: string; split?: Record<string, string> })

  const splits = expected.flatMap(({ split }) => (split === undefined ? [] : [Object.keys(split)]))

  expect(names.length).toBeGreaterThanOrEqual(12)
  expect(new Set(expected.map(({ answer }) => answer))).toEqual(
    new Set(['plan', 'reading', 'refused', 'question', 'declined']),
  )
  expect(splits.length).toBeGreaterThanOrEqual(3)
  expect(splits.flat()).toContain('T1.1')
})
