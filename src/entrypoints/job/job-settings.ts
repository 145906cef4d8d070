import { join } from 'node:path'
import { z } from 'zod'
import { parseWith, SettingsSchema } from '../settings/settings.ts'

/** What a job of GitHub Actions needs to be the bot. What a server is set up by, means the same here. */
const JobSettingsSchema = SettingsSchema.pick({
  AGENTS_DIR: true,
  AGENTS_FILE: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  CONFIRM_WITHIN_SECONDS: true,
  DATA_DIR: true,
  DOCS_URL: true,
  GEMINI_API_KEY: true,
  GITHUB_API_URL: true,
  GITHUB_WEB_URL: true,
  GOOGLE_GEMINI_BASE_URL: true,
  KEPT_REPOSITORIES: true,
  LOG_LEVEL: true,
  MODELS: true,
  MODELS_FILE: true,
  OPENAI_API_KEY: true,
  OPENAI_BASE_URL: true,
  RUNS_AT_ONCE: true,
  SECONDARY_LIMITS: true,
  STATE_SECRET_OLD: true,
  UNCONFINED_COMMANDS: true,
  WRITE_SPACING_MS: true,
})
  .extend(SettingsSchema.pick({ STATE_SECRET: true }).required().shape)
  .extend({
    GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
    TOKEN: z.string(),
  })
export type JobSettings = z.infer<typeof JobSettingsSchema>

/**
 * Settings of a job: what the Action was given as inputs, and the environment of its step. Throws
 * `configuration_invalid` with all that is missing or wrong.
 */
export function parseJobSettings(
  given: { token: string; stateSecret: string },
  env: Record<string, string | undefined>,
): JobSettings {
  return parseWith(JobSettingsSchema, {
    LOG_LEVEL: 'warn',
    DATA_DIR: join(env['RUNNER_TEMP'] ?? '.', 'countersign'),
    ...env,
    GITHUB_WEB_URL: env['GITHUB_WEB_URL'] ?? env['GITHUB_SERVER_URL'],
    TOKEN: given.token,
    STATE_SECRET: given.stateSecret,
  })
}
