import { join } from 'node:path'
import { z } from 'zod'
import { SettingsSchema } from '../settings/settings.ts'
import { parseWith } from '../settings/parse-settings.ts'

const repositoryName = z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')

/** What it takes to ask GitHub something about the repository. */
const ConnectionSettingsSchema = SettingsSchema.pick({
  GITHUB_API_URL: true,
  SECONDARY_LIMITS: true,
  WRITE_SPACING_MS: true,
}).extend({ GITHUB_REPOSITORY: repositoryName, TOKEN: z.string() })

/** What it takes to do a task. What a server is set up by, means the same here. */
const TaskSettingsSchema = SettingsSchema.pick({
  AGENTS_DIR: true,
  AGENTS_FILE: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  DATA_DIR: true,
  GEMINI_API_KEY: true,
  GITHUB_WEB_URL: true,
  GOOGLE_GEMINI_BASE_URL: true,
  LOG_LEVEL: true,
  MODELS: true,
  MODELS_FILE: true,
  OPENAI_API_KEY: true,
  OPENAI_BASE_URL: true,
  PACKAGE_CACHES: true,
  UNCONFINED_COMMANDS: true,
}).extend(ConnectionSettingsSchema.shape)
export type TaskSettings = z.infer<typeof TaskSettingsSchema>

/** What a job of GitHub Actions needs to be the bot. */
const JobSettingsSchema = SettingsSchema.pick({
  CONFIRM_WITHIN_SECONDS: true,
  DOCS_URL: true,
  KEPT_REPOSITORIES: true,
  NOTIFY_EVENTS: true,
  NOTIFY_QUIET_HOURS: true,
  NOTIFY_SECRET: true,
  NOTIFY_SLACK_URL: true,
  NOTIFY_URL: true,
  RUNS_AT_ONCE: true,
  STATE_SECRET_OLD: true,
})
  .extend(SettingsSchema.pick({ STATE_SECRET: true }).required().shape)
  .extend(TaskSettingsSchema.shape)
export type JobSettings = z.infer<typeof JobSettingsSchema>

type JobEnvironment = Record<string, string | undefined>

/** Settings of a job that only asks. Throws `configuration_invalid` with all that is missing or wrong, as the others do. */
export function parseConnectionSettings(token: string, env: JobEnvironment): z.infer<typeof ConnectionSettingsSchema> {
  return parseWith(ConnectionSettingsSchema, { ...env, TOKEN: token })
}

/** Settings of the job of a task. */
export function parseTaskSettings(token: string, env: JobEnvironment): TaskSettings {
  return parseWith(TaskSettingsSchema, { ...withPlaces(env), TOKEN: token })
}

/** Settings of a job that is the bot: what the Action was given as inputs, and the environment of its step. */
export function parseJobSettings(given: { token: string; stateSecret: string }, env: JobEnvironment): JobSettings {
  return parseWith(JobSettingsSchema, { ...withPlaces(env), TOKEN: given.token, STATE_SECRET: given.stateSecret })
}

/** Where a runner has what a server is told by its settings. */
function withPlaces(env: JobEnvironment): JobEnvironment {
  return {
    LOG_LEVEL: 'warn',
    DATA_DIR: join(env['RUNNER_TEMP'] ?? '.', 'countersign'),
    ...env,
    GITHUB_WEB_URL: env['GITHUB_WEB_URL'] ?? env['GITHUB_SERVER_URL'],
  }
}
