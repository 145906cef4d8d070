import { recordText } from '../language/message.ts'
import { z } from 'zod'
import { agentsSection } from './sections/agents-configuration.ts'
import { exportSection } from './sections/export-configuration.ts'
import { reviewSection } from './sections/review-configuration.ts'
import { rolesSection } from './sections/roles.ts'
import { runSection } from './sections/run-configuration.ts'
import { extendsPattern } from './configuration-file.ts'
import { LanguageSettingSchema } from '../language/language.ts'

const plan = z
  .strictObject({
    one_shot_threshold_person_days: z
      .number()
      .positive()
      .default(10)
      .describe('Largest estimate of a task that needs no splitting.'),
    max_decomposition_depth: z.int().positive().default(5).describe('How deep tasks may be split.'),
    max_leaves: z.int().positive().default(60).describe('Most tasks a plan may have.'),
    max_attempts: z
      .int()
      .positive()
      .default(3)
      .describe('How often a planner may try to mend what the review of its plan found.'),
    min_score: z.number().min(0).max(1).default(0.8).describe('Score below which a plan is explained, not offered.'),
  })
  .prefault({})

const mirror = z
  .strictObject({
    sub_issues: z.boolean().default(false).describe('Shows the tasks of an approved plan as sub-issues, kept in step.'),
    dependencies: z
      .boolean()
      .default(false)
      .describe('Shows what a task waits for as `blocked by` of its sub-issue. Needs `sub_issues`.'),
  })
  .prefault({})

const branches = z
  .strictObject({
    delete_merged: z
      .boolean()
      .default(true)
      .describe(
        'Whether the branches of a plan are deleted once its final pull request is merged, or another plan has replaced it. A branch that holds more than what was recorded or merged stays.',
      ),
  })
  .prefault({})

const check = z
  .strictObject({
    others: z
      .enum(['none', 'success', 'neutral', 'failure'])
      .default('none')
      .describe(
        'What the check `countersign` says of a pull request that no plan stands behind. `none`: it isn’t there, so where a ruleset requires it nobody else’s pull request can be merged; `success` and `neutral` let them through; `failure` says why they can’t be.',
      ),
  })
  .prefault({})

const paths = z
  .strictObject({
    denied: z.array(z.string()).default([]).describe('Globs that no task may touch, beside the built-in ones.'),
  })
  .prefault({})

const tune = z
  .strictObject({
    paths: z
      .array(z.string().min(1).max(200))
      .max(50)
      .default([])
      .describe(
        'Globs of files that agents take as told, as `.claude/skills/**`, that patches of `/tune` may mend: no task may touch them otherwise. Never below `.github`.',
      ),
    pull_requests: z
      .enum(['off', 'tell', 'fail'])
      .default('off')
      .describe(
        'Whether pull requests that touch a skill get a check run `countersign/skills` with the findings on their lines: `tell` is never red, `fail` is where the quality gate of a skill fails.',
      ),
  })
  .prefault({})

/** `.github/countersign.yml`, read from the default branch only. All defaults stand here; docs/configuration.md is made from it. */
export const ConfigurationSchema = z.strictObject({
  _extends: z
    .string()
    .regex(
      extendsPattern,
      recordText(
        'it must name a repository, as policy or acme/policy, and may name a file there, as policy:strict.yml',
      ),
    )
    .optional()
    .describe(
      'Another repository of the same owner, as `.github` or `acme/policy`, whose file holds for what this one leaves out; `policy:strict.yml` names the file.',
    ),
  $schema: z.string().optional().describe('For editors; nothing else reads it.'),
  language: LanguageSettingSchema.default('auto').describe(
    'What threads, checks and pull requests are written in: `en`, `zh-CN`, or `auto`, which follows the text of the issue. Verdict files and commit messages are English.',
  ),
  label: z.string().min(1).max(50).default('countersign').describe('Label that starts planning.'),
  plan,
  agents: agentsSection,
  run: runSection,
  review: reviewSection,
  mirror,
  export: exportSection,
  branches,
  check,
  paths,
  tune,
  roles: rolesSection,
  bots: z.array(z.int()).default([]).describe('App ids of bots that may give commands; they count as `maintain`.'),
})
export type Configuration = z.infer<typeof ConfigurationSchema>

export const defaultConfiguration: Configuration = ConfigurationSchema.parse({})
