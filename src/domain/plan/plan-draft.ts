import { z } from 'zod'
import { AcceptanceCriterionSchema } from './acceptance-criterion.ts'
import { DeliverableSpecSchema } from './deliverable-spec.ts'
import { RootSourceSchema } from './plan.ts'
import { taskActions, WorkItemSchema } from './task.ts'

const levels = z.enum(['low', 'medium', 'high'])
const texts = z.array(z.string())
const OutputDirSchema = z
  .string()
  .regex(/^\.?$|\/$/, 'must be empty or end in "/"')
  .describe('Its folder in the repository: a path that ends in `/`, or empty (or `.`) for the root.')

/** A task as a planner gives it: what it can't know is left out and filled by `assemblePlan` with stated defaults. */
export const TaskDraftSchema = z.object({
  id: z.string().describe('Short id: T1, T2; T3.1 is a part of T3.'),
  title: z.string().describe('What is done, in a line.'),
  action: z.enum(taskActions).optional().describe('Kind of change. Default: Create with whole files, else Modify.'),
  scope: z
    .string()
    .optional()
    .describe(
      "Files, folders or globs it may touch, separated by ', '. Default: the paths of its work, places to change and deliverable.",
    ),
  description: z.string().optional().describe('Default: the title.'),
  modification_points: z
    .array(
      z.object({
        file: z.string().describe('Path in the repository.'),
        target: z.string().describe('Function, constant or section.'),
        change: z.string().describe('What becomes of it.'),
      }),
    )
    .optional()
    .describe('Places to change.'),
  implementation: texts
    .optional()
    .describe('Steps, in order. Default, also of an empty list: the places to change, else the work, else the title.'),
  test: z
    .object({
      commands: texts.optional().describe('Run on each version before its CHECK.'),
      unit: texts.optional().describe('What unit tests should show.'),
      integration: texts.optional().describe('What integration tests should show.'),
    })
    .optional()
    .describe("The task's own tests."),
  acceptance: z
    .object({
      criteria: texts.optional().describe('Read by their words where there are no `acceptance_criteria`.'),
      verification: texts.optional().describe('How it is checked: `Run: command`, `Manual: what to look at`.'),
    })
    .optional()
    .describe('Criteria as plain texts.'),
  acceptance_criteria: z
    .array(AcceptanceCriterionSchema.partial().required({ statement: true }))
    .optional()
    .describe('When it is done; only `statement` is needed.'),
  deliverable_spec: DeliverableSpecSchema.extend({ output_dir: OutputDirSchema })
    .partial()
    .optional()
    .describe(
      'What it delivers. Default: the files of its work, else its places to change, else its scope, else any files.',
    ),
  delivery_check: z
    .enum(['each', 'some'])
    .optional()
    .describe('Whether each file of the deliverable must be there, or some of it. Default: each, where one is given.'),
  depends_on: texts.optional().describe('Tasks that must be approved before.'),
  estimated_minutes: z
    .number()
    .optional()
    .describe('480 are a person-day; where neither estimate is given, it is computed.'),
  estimated_person_days: z.number().optional().describe('Decimals allowed.'),
  estimate_from: z
    .enum(['plan', 'assumed'])
    .optional()
    .describe('`assumed` where the planner filled in what nobody said.'),
  priority: z
    .int()
    .optional()
    .describe('Of tasks that are ready, those with the lowest number start first. Default: 1.'),
  executor: z
    .string()
    .optional()
    .describe('`human`, `patch`, `shell`, `model`, an agent’s name, `@login`, or `auto`. Default: by its work.'),
  work: z.array(WorkItemSchema).optional().describe('Whole files, diffs and commands that are the work itself.'),
})
export type TaskDraft = z.infer<typeof TaskDraftSchema>

/** What a planner gives: parsed, never trusted. */
export const PlanDraftSchema = z.object({
  description: z.string().optional().describe('What the plan is for. In an issue, its title is the default.'),
  strategy_type: z
    .enum(['bugfix', 'feature', 'refactor'])
    .optional()
    .describe('Default: bugfix or refactor where all tasks are Fix or Refactor, else feature.'),
  analysis: z
    .object({ risk: levels.optional(), impact: levels.optional(), complexity: levels.optional() })
    .optional()
    .describe('Default of each: what the size of the plan suggests.'),
  exploration_context: z
    .object({
      relevant_files: texts.optional().describe('Default: the files of the places to change.'),
      patterns: z.string().optional().describe('Conventions to follow.'),
      integration_points: z.string().optional().describe('What uses it.'),
    })
    .optional()
    .describe('What was found out about the code.'),
  tasks: z.array(TaskDraftSchema).describe('The tasks, at least one.'),
  checks: z
    .array(
      z.object({
        id: z.string().describe('C1 reviews T1.'),
        target: z.string().describe('The task it reviews.'),
        reviewer: z
          .string()
          .optional()
          .describe('`rules`, the default; or `@login`, who is asked where a person must judge.'),
      }),
    )
    .optional()
    .describe('CHECKs; one for each task is made where this is left out.'),
  edges: z
    .array(
      z.object({
        type: z.enum(['DECOMPOSE', 'DEPENDS_ON']),
        from: z.string().describe('The prerequisite, or the node that was split.'),
        to: z.string().describe('The dependent, or the part.'),
      }),
    )
    .optional()
    .describe('Made from `depends_on` where left out; must agree with it.'),
  root_criteria: z
    .array(
      z.object({
        statement: z.string().describe("The issue's own words."),
        source_line: z.int().positive().describe('Line of the issue.'),
        source: RootSourceSchema,
        covered_by: texts.describe(
          'What covers it: criteria, as T1/AC-2; `plan/tests`, the tests of the integration branch; `final/checks`, those of the final pull request; `final/person`, whoever merges that.',
        ),
        command: z.string().min(1).optional().describe('With `plan/tests`: what must pass on the integration branch.'),
      }),
    )
    .optional()
    .describe('What the whole issue must fulfil.'),
  final: z
    .object({
      mode: z.enum(['PASS_THROUGH', 'ASSEMBLE']),
      include_children: texts
        .optional()
        .describe('Tasks whose files go into the bundle. Default: all but the one that assembles.'),
      assemble_task_id: z.string().optional().describe('Task that assembles the deliverable from the others.'),
      output: DeliverableSpecSchema.extend({ output_dir: OutputDirSchema })
        .pick({ format: true, filename: true, output_dir: true, description: true })
        .partial()
        .required({ filename: true })
        .optional()
        .describe('The one file that is the final deliverable; with ASSEMBLE only. Default: what that task delivers.'),
    })
    .optional()
    .describe('What the whole delivers. Default: what all tasks deliver.'),
  notes: texts.optional().describe('What a reader should know before approving.'),
})
export type PlanDraft = z.infer<typeof PlanDraftSchema>
export type RootCriterionDraft = NonNullable<PlanDraft['root_criteria']>[number]
