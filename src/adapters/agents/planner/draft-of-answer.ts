import { recordText } from '../../../domain/language/message.ts'
import type { Ask } from '../../../domain/plan/outline/find-asks.ts'
import type { PlanDraft, TaskDraft } from '../../../domain/plan/plan-draft.ts'
import type { PlannedAnswer, TaskAnswer } from './plan-answer-schema.ts'
import { cutText } from '../../../domain/text/cut-text.ts'

type DraftedCriterion = NonNullable<TaskDraft['acceptance_criteria']>[number]

/** A model's plan in the terms of every planner's; what it left out of what was asked is told beside it. */
export function draftOfAnswer(
  answer: PlannedAnswer,
  issue: { title: string; body: string; asks: readonly Ask[] },
  notes: readonly string[],
): PlanDraft {
  const { risk, impact, complexity, patterns, integration_points } = answer
  const files = [...new Set(answer.tasks.flatMap(({ places }) => places.map(({ file }) => file)))]
  return {
    description: `${issue.title}\n\n${answer.description}`,
    strategy_type: answer.strategy,
    analysis: { risk, impact, complexity },
    exploration_context: { relevant_files: files, patterns, integration_points },
    tasks: answer.tasks.map((task) => draftAnsweredTask(task)),
    root_criteria: coverAsks(answer, issue),
    notes: [...notes, ...noteLeftOut(answer, issue.asks)],
  }
}

function draftAnsweredTask(task: TaskAnswer): TaskDraft {
  const { id, title, action, description, scope, places, steps, depends_on, criteria, executor } = task
  return {
    id,
    title,
    action,
    description,
    scope: scope.join(', '),
    modification_points: places.map(({ file, target, change }) => ({ file, target, change })),
    implementation: steps,
    test: { commands: task.test_commands },
    acceptance_criteria: criteria.map((one, index) => draftAnsweredCriterion(one, index)),
    depends_on,
    estimated_person_days: task.estimate_person_days,
    estimate_from: 'plan',
    ...(executor === undefined ? {} : { executor }),
  }
}

function draftAnsweredCriterion(given: TaskAnswer['criteria'][number], index: number): DraftedCriterion {
  const { statement, check, command, path, contains, severity } = given
  const common = { id: `AC-${index + 1}`, statement, ...(severity === undefined ? {} : { severity }) }
  const target = path === undefined ? {} : { target: path }
  switch (check) {
    case 'command':
      return { ...common, check_method: 'run_smoke_test', ...(command === undefined ? {} : { command }) }
    case 'file_exists':
      return { ...common, check_method: 'static_check', check: 'exists', ...target }
    case 'file_contains': {
      const text = contains === undefined ? {} : { text: contains }
      return { ...common, check_method: 'static_check', check: 'contains', ...target, ...text }
    }
    case 'judgement':
      return { ...common, check_method: 'model_review' }
  }
}

/** Each sentence that asks for something with the criteria that cover it (`T1/2` is AC-2 of T1). */
function coverAsks(
  { asks, more_asks: more }: PlannedAnswer,
  { body, asks: known }: { body: string; asks: readonly Ask[] },
): NonNullable<PlanDraft['root_criteria']> {
  const byId = new Map(asks.map((one) => [one.id, one.covered_by]))
  const listed = known.flatMap(({ id, text, line }) => {
    const by = byId.get(id) ?? []
    return by.length === 0
      ? []
      : [{ statement: text, source_line: line, covered_by: by.map((name) => nameCriterion(name)) }]
  })
  const lines = body.split('\n')
  const quoted = more.flatMap(({ quote, covered_by: by }) => {
    const at = lines.findIndex((line) => line.includes(quote.split('\n', 1)[0] ?? quote))
    if (at === -1 || by.length === 0) return []
    return [{ statement: quote, source_line: at + 1, covered_by: by.map((name) => nameCriterion(name)) }]
  })
  return [...listed, ...quoted].toSorted((a, b) => a.source_line - b.source_line)
}

function nameCriterion(name: string): string {
  return name.replace('/', '/AC-')
}

function noteLeftOut({ asks, more_asks: more }: PlannedAnswer, known: readonly Ask[]): string[] {
  const byId = new Map(known.map((one) => [one.id, one]))
  const listed = asks.flatMap(({ id, covered_by: by, left_out_because: why }) => {
    const ask = byId.get(id)
    return by.length > 0 || ask === undefined
      ? []
      : [
          recordText('Line {line} ("{said}") is not planned: {why}', {
            line: ask.line,
            said: cutText(ask.text, 100),
            why: why ?? recordText('no reason was given'),
          }),
        ]
  })
  const quoted = more
    .filter((one) => one.covered_by.length === 0)
    .map(({ quote }) => recordText('"{said}" is not planned.', { said: cutText(quote, 100) }))
  return [...listed, ...quoted]
}
