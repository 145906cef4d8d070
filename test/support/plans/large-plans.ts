import { assemblePlan } from '../../../src/domain/plan/assemble/assemble-plan.ts'
import type { PlanDraft, TaskDraft } from '../../../src/domain/plan/plan-draft.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import { buildPlanDraft, buildPlanFacts, buildTaskDraft } from './build-draft.ts'

type Point = NonNullable<TaskDraft['modification_points']>[number]

/** So many places to change in each of the files. */
export function placesIn(files: readonly string[], each: number): Point[] {
  return files.flatMap((file) =>
    Array.from({ length: each }, (_, n) => ({ file, target: `f${n + 1}`, change: `rename f${n + 1}` })),
  )
}

export function numberedFiles(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${folder}m${String(n + 1).padStart(2, '0')}.ts`)
}

/** T1 prepares, T2 is too large, T3 releases; nobody said how long any takes. */
function planAround(large: Partial<TaskDraft>, overrides: Partial<PlanDraft> = {}): Plan {
  const { scope: _scope, ...task } = buildTaskDraft({
    id: 'T2',
    title: 'Translate',
    depends_on: ['T1'],
    estimate_from: 'assumed',
    ...large,
  })
  const tasks = [
    buildTaskDraft({ id: 'T1' }),
    large.scope === undefined ? task : { ...task, scope: large.scope },
    buildTaskDraft({ id: 'T3', depends_on: ['T2'] }),
  ]
  return assemblePlan(buildPlanDraft({ tasks, ...overrides }), buildPlanFacts())
}

/** 24 files below `src/api/` and 20 below `src/web/`, and a guide: cut along folders. */
export function buildFolderPlan(): Plan {
  return planAround(
    {
      modification_points: [
        ...placesIn(numberedFiles('src/api/', 18), 1),
        ...placesIn(numberedFiles('src/web/', 14), 1),
        { file: 'docs/guide.md', target: 'Languages', change: 'explain how to add one' },
      ],
      acceptance_criteria: [
        { statement: '`docs/guide.md` contains `Languages`' },
        { statement: '`src/web/m01.ts` shows dates in the language of the browser' },
        { statement: '`npm test` passes' },
        { statement: 'No English text is left on the start page' },
      ],
    },
    {
      root_criteria: [
        { statement: 'Tests pass', source_line: 3, covered_by: ['T2/AC-3', 'T1/AC-1'] },
        { statement: 'The guide explains languages', source_line: 4, covered_by: ['T2/AC-1'] },
      ],
    },
  )
}

/** Twelve files of one folder with five places each: cut along files. */
export function buildFilePlan(): Plan {
  return planAround({
    modification_points: placesIn(numberedFiles('src/', 12), 5),
    acceptance_criteria: [{ statement: 'No name is left that has no language' }],
    test: { commands: ['npm test'] },
  })
}

/** Seventy places in one file: cut along them, the parts one after the other. */
export function buildPlacePlan(): Plan {
  return planAround({
    modification_points: placesIn(['src/all.ts'], 70),
    acceptance_criteria: [{ statement: '`src/all.ts` contains `translate`' }, { statement: '`npm test` passes' }],
  })
}

/** A folder that is too large by itself: its part is cut again, along files. */
export function buildDeepPlan(): Plan {
  return planAround({
    modification_points: [...placesIn(numberedFiles('src/', 20), 3), ...placesIn(numberedFiles('docs/', 3), 1)],
    acceptance_criteria: [
      { statement: '`src/m20.ts` exists' },
      { statement: '`docs/m01.ts` exists' },
      { statement: 'CI check `build` passes' },
    ],
  })
}
