import { planTests } from '../../../domain/loop/plan-tests.ts'
import type { ActionOf } from '../../../domain/effects/effect.ts'
import type { Task } from '../../../domain/plan/task.ts'
import type { Work } from '../../../domain/records/work.ts'
import type { RunEffectKind } from '../../../domain/work/effects/effect-rules.ts'
import type { OwedOf } from '../../attempts/attempt-effect.ts'
import type { RunPlace } from '../../attempts/run-place.ts'
import { debuggingDeadlines } from '../../runs/debug/debug-failure.ts'
import { openPlanValidation } from '../../runs/review/validate-plan.ts'
import { mirrorTasks } from '../mirror-tasks.ts'
import { diagnoseTuned, draftPlan, performExamination, performExport, performTelling } from './issue-performers.ts'
import type { How, RunPerformer, RunPorts, Tries } from './run-performer.ts'
import { openTaskRun, openVersionReview } from './task-performers.ts'

/** Long work. */
const runPerformers: { [K in RunEffectKind]: RunPerformer<K> } = {
  draft_plan: {
    open: (ports, place, action, op, how) => () => draftPlan(ports, place, action, op, how),
    // Each answer of a model takes as long as a command may.
    mostCommands: ({ configuration: { agents, plan } }) => {
      const { planner, plan_reviewer, feasibility, splitter, skill_adviser } = agents
      const advisers = [plan_reviewer, feasibility, splitter].filter((one) => one === 'model').length
      const rounds = 1 + plan.max_attempts
      const reading = skill_adviser === 'model' ? 1 : 0
      return reading + (planner === 'outline' && advisers === 0 ? 1 : rounds * (1 + 2 * advisers))
    },
  },
  run_task: {
    open: openTaskRun,
    mostCommands: ({ work }, { task }) => 1 + withDebugging(findTask(work, task)?.test.commands ?? []),
  },
  review_version: {
    open: openVersionReview,
    mostCommands({ work }, { task: id }) {
      const task = findTask(work, id)
      const smoke = task?.acceptance_criteria.filter((one) => one.check_method === 'run_smoke_test') ?? []
      // What a person pushed is tested here (decision 25).
      // A model is given as long as a command.
      const asked = task?.acceptance_criteria.some((one) => one.check_method === 'model_review') === true ? 1 : 0
      return smoke.length + asked + withDebugging(task?.test.commands ?? [])
    },
  },
  validate_plan: {
    open: (ports, place, { commit_sha: commit }, op, { signal }) =>
      openPlanValidation(ports, place, { op, commit, signal }),
    mostCommands: ({ work, configuration }) =>
      withDebugging(work.plan === null ? [] : planTests(work.plan, configuration)),
  },
  diagnose_skill: {
    open:
      (ports, place, action, op, { signal }) =>
      () =>
        diagnoseTuned(ports, place, action, op, signal),
    mostCommands: () => 0,
  },
  mirror_tasks: {
    open: (ports, place, _action, op) => async () => ({
      kind: 'mirrored',
      op,
      issues: await mirrorTasks(ports, place),
    }),
    mostCommands: () => 0,
  },
  examine: {
    open: (ports, place, action, op, how) => () => performExamination(ports, place, action, op, how),
    mostCommands: () => 0,
  },
  tell: {
    open: (ports, place, action, op) => () => performTelling(ports, place, action, op),
    mostCommands: () => 0,
  },
  export: {
    open: (ports, place, action, op) => () => performExport(ports, place, action, op),
    mostCommands: () => 0,
  },
}

/** What carries out an effect and the effect are of one kind, which the compiler can't see. */
function performerOf(action: ActionOf<RunEffectKind>): RunPerformer<RunEffectKind> {
  return runPerformers[action.kind] as RunPerformer<RunEffectKind>
}

/** Long work, ready to be tried. */
export function openRunEffect(
  ports: RunPorts,
  place: RunPlace,
  { action, op }: OwedOf<RunEffectKind>,
  how: How,
): Tries {
  return performerOf(action).open(ports, place, action, op, how)
}

/** How many commands with a time limit of their own that work runs at most. */
export function countMostCommands({ action }: OwedOf<RunEffectKind>, place: RunPlace): number {
  return performerOf(action).mostCommands(place, action)
}

/** Each test command once, and what it takes to find out why one failed. */
function withDebugging(tests: readonly string[]): number {
  return tests.length === 0 ? 0 : tests.length + debuggingDeadlines
}

function findTask({ plan }: Work, id: string): Task | undefined {
  return plan?.tasks.find((task) => task.id === id)
}
