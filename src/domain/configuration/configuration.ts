import { z } from 'zod'
import { AwaySchema, ReviewerNameSchema } from '../people/away.ts'
import { defaultTemplates, findNameFault, findTagFault } from './release-template.ts'
import { agentsSection } from './sections/agents-configuration.ts'
import { extendsPattern } from './configuration-file.ts'
import { LanguageSettingSchema } from '../language/language.ts'
import { executorNamePattern, executorNames } from './executor-names.ts'
import { runnerSection } from './sections/runner-configuration.ts'

export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]
export const RoleSchema = z.enum(roles)

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

const sameFailure = z
  .strictObject({
    times: z
      .int()
      .min(2)
      .default(2)
      .describe('So often the same criteria, the same tests or the same reason must fail in a row.'),
    approach: z
      .enum(['go_on', 'other_agent', 'smaller_task', 'question'])
      .default('go_on')
      .describe(
        'What an agent’s task then comes to: `go_on` tries again as before, up to `max_attempts`; `other_agent` gives it to the next of `agents`; `smaller_task` waits for a person and proposes `/split`; `question` asks a person whether the right thing is asked for.',
      ),
    agents: z
      .array(z.string().regex(executorNamePattern, 'it must be a name such as codex'))
      .max(10)
      .default([])
      .describe(
        'For `other_agent`, in this order. Who failed so already is passed over, and who can’t work here; where none is left a person is asked.',
      ),
  })
  .prefault({})

const run = z
  .strictObject({
    default_executor: z
      .string()
      .min(1)
      .regex(executorNamePattern, `it must be a name such as ${executorNames.join(', ')}, or a person as @login`)
      .default('auto')
      .describe(
        'Executor of tasks that name none and spell out no work: `human`, `patch`, `shell`, `@login`, `model`, an agent of the server, as `codex`; or `auto`, which chooses by task among models and agents that can work here, and is a person where there are none.',
      ),
    max_attempts: z
      .int()
      .positive()
      .default(3)
      .describe('Rejected versions and failed runs of a task, and failures of a review, until a person decides.'),
    same_failure: sameFailure,
    fallback: z
      .array(z.string().regex(executorNamePattern, 'it must be a name such as codex, or a person as @login'))
      .max(10)
      .default([])
      .describe(
        'Who takes a task over, in this order, where its executor is not there or does not start. The plan, or the trail of the status comment, says why.',
      ),
    remind_after_hours: z
      .number()
      .min(0)
      .max(8_760)
      .default(72)
      .describe(
        'Whom a task waits for by name is reminded of it once, after so long, in its pull request or else in the issue; 0: never.',
      ),
    parallel: z.int().positive().max(50).default(4).describe('Tasks of one issue that run at once.'),
    timeout_minutes: z.number().positive().default(20).describe('Deadline of one command.'),
    max_output_bytes: z.int().positive().default(1_000_000).describe("How much of a command's output is kept."),
    max_disk_mb: z
      .int()
      .positive()
      .max(1_000_000)
      .default(2000)
      .describe(
        "How much of the disk a task's folder may take, with what was checked out, in megabytes. A command that writes more is ended. No single file may be above 1 GB.",
      ),
    max_memory_mb: z
      .int()
      .min(100)
      .max(10_000_000)
      .default(4000)
      .describe(
        'How much memory a command or an agent may hold, with all that it began, in megabytes. One that takes more is ended.',
      ),
    max_file_bytes: z.int().positive().default(20_000_000).describe('Largest file a version may hold.'),
    max_files: z.int().positive().default(500).describe('Most files a version may change.'),
    isolation: z
      .enum(['bubblewrap', 'none'])
      .default('bubblewrap')
      .describe(
        '`none` runs commands of issues unconfined, where the server allows it (`UNCONFINED_COMMANDS`): they can then read what the server can.',
      ),
    test_reports: z
      .array(z.string().min(1).max(200))
      .max(50)
      .default([
        '**/junit*.xml',
        '**/TEST-*.xml',
        '**/test-results/*.{xml,json,tap}',
        '**/test-results.{xml,json,tap}',
        '.vitest/*/*.{xml,json}',
        '**/lcov.info',
        '**/cobertura*.xml',
        'coverage.xml',
      ])
      .describe(
        'Reports that test commands write: JUnit, Jest or Vitest JSON, TAP, `go test -json`; coverage as lcov or Cobertura.',
      ),
    test_commands: z
      .array(z.string().min(1).max(1_000))
      .max(20)
      .default([])
      .describe('Run on the integration branch when all tasks are approved, beside the test commands of the tasks.'),
    network: z.boolean().default(false).describe('Whether commands may use the network.'),
    max_iterations: z
      .int()
      .positive()
      .default(10)
      .describe('Most rounds of developing, testing and debugging, until a person decides.'),
    runner: runnerSection,
  })
  .prefault({})

const review = z
  .strictObject({
    min_score: z.number().min(0).max(1).default(0.8).describe('Share of the weighted criteria that must hold.'),
    reviewers: z
      .array(ReviewerNameSchema)
      .default([])
      .describe(
        'Logins, and teams as `acme/docs`, one of whom is asked where a person must judge and nobody owns what was changed. Left out: who approved the plan.',
      ),
    code_owners: z
      .boolean()
      .default(true)
      .describe(
        'Whether who owns what a version changes by `CODEOWNERS` is asked to judge it, before `review.reviewers`.',
      ),
    ask: z
      .int()
      .min(1)
      .max(15)
      .default(1)
      .describe(
        'How many are asked to judge a version: who judged the task before, then who has the fewest reviews open in the repository.',
      ),
    away: z.array(AwaySchema).max(200).default([]).describe('Who is not asked for the time being.'),
    escalate_to: ReviewerNameSchema.optional().describe(
      'A login, or a team as `acme/leads`, asked beside the others for a judgement that nobody gave for `review.escalate_after_hours`.',
    ),
    escalate_after_hours: z
      .number()
      .positive()
      .max(8_760)
      .default(168)
      .describe(
        'How long a version waits for the judgement of those asked, until `review.escalate_to` is asked, too, once.',
      ),
    assign: z
      .boolean()
      .default(true)
      .describe('Whether the issue and its pull requests are assigned to the people they wait for.'),
    allow_self: z.boolean().default(false).describe('Whether people may approve versions they pushed themselves.'),
    ci_timeout_minutes: z
      .number()
      .positive()
      .default(60)
      .describe('How long a review waits for CI before it asks a person.'),
    post: z
      .enum(['always', 'when_needed', 'never'])
      .default('always')
      .describe(
        'Which verdicts are posted as a review of the pull request too: all; those that a person or a model had a part in, rejections, and approvals after one; or none. The check run and the verdict file are always there.',
      ),
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

/** A text with words in braces, refused with what is wrong with it. */
function releaseTemplate(findFault: (text: string) => string | undefined) {
  return z.string().superRefine((text, context) => {
    const fault = findFault(text)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
}

const exporting = z
  .strictObject({
    include_supporting: z
      .boolean()
      .default(true)
      .describe(
        'Whether an export holds the tasks that only support the final deliverable, where `/export` or the Action does not say.',
      ),
    tag: releaseTemplate(findTagFault)
      .default(defaultTemplates.tag)
      .describe(
        'Tag of the release: `{issue}` (ISS-007), `{number}` (7), `{plan}` (1, 2, …), `{date}` of the newest review. Where it is taken by other content, `-2`, `-3`, … follow.',
      ),
    release_name: releaseTemplate(findNameFault)
      .default(defaultTemplates.name)
      .describe(
        'Name of the release: what `tag` takes, and `{title}` of the issue, `{contents}` (3 approved files), `{hash}` of the plan.',
      ),
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

const neededRoles = z
  .strictObject({
    plan: RoleSchema.default('triage').describe('`/plan` and the label.'),
    answer: RoleSchema.default('triage').describe('`/answer`; the author of the issue always may.'),
    status: RoleSchema.default('triage').describe('`/status`, `/list` and `/config`.'),
    help: RoleSchema.default('read').describe('`/help`. `read` is everybody who can comment.'),
    control: RoleSchema.default('write').describe(
      '`/approve plan@…`, `/replan`, `/split`, `/assign`, `/retry`, `/pause`, `/resume`, `/stop`, `/doctor`, and the button of a check run.',
    ),
    review: RoleSchema.default('write').describe(
      '`/approve T1`, `/reject T1`, pull request reviews that count, and closing a pull request of a task as a rejection.',
    ),
    waive: RoleSchema.default('maintain').describe(
      '`/waive`, and merging a pull request of a task by hand as an approval.',
    ),
    doctor_fix: RoleSchema.default('maintain').describe('`/doctor fix`.'),
    export: RoleSchema.default('maintain').describe('`/export`.'),
  })
  .prefault({})

/** `.github/countersign.yml`, read from the default branch only. All defaults stand here; docs/configuration.md is made from it. */
export const ConfigurationSchema = z.strictObject({
  _extends: z
    .string()
    .regex(
      extendsPattern,
      'it must name a repository, as policy or acme/policy, and may name a file there, as policy:strict.yml',
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
  run,
  review,
  mirror,
  export: exporting,
  branches,
  check,
  paths,
  tune,
  roles: neededRoles,
  bots: z.array(z.int()).default([]).describe('App ids of bots that may give commands; they count as `maintain`.'),
})
export type Configuration = z.infer<typeof ConfigurationSchema>

export const defaultConfiguration: Configuration = ConfigurationSchema.parse({})

/** True when `has` is at least `needs`; `null` is somebody without any role. */
export function roleAtLeast(has: Role | null, needs: Role): boolean {
  return has !== null && roles.indexOf(has) >= roles.indexOf(needs)
}
