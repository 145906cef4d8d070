import type { z } from 'zod'
import { CountersignFault } from '../../application/fault.ts'
import { normalizeKey } from './read-environment.ts'
import { type Settings, SettingsSchema } from './settings.ts'

/** What commands need that look at the database alone. */
const DatabaseSettingsSchema = SettingsSchema.pick({
  DATA_DIR: true,
  DATABASE: true,
  DATABASE_URL: true,
  RUNS_PER_REPOSITORY: true,
  LEASE_SECONDS: true,
})
export type DatabaseSettings = z.infer<typeof DatabaseSettingsSchema>

/** What commands need that look at models and agents alone. */
const AgentSettingsSchema = SettingsSchema.pick({
  MODELS: true,
  MODELS_FILE: true,
  OPENAI_API_KEY: true,
  OPENAI_BASE_URL: true,
  ANTHROPIC_API_KEY: true,
  ANTHROPIC_BASE_URL: true,
  GEMINI_API_KEY: true,
  GOOGLE_GEMINI_BASE_URL: true,
  AGENTS_DIR: true,
  AGENTS_FILE: true,
  PACKAGE_CACHES: true,
  UNCONFINED_COMMANDS: true,
})
export type AgentSettings = z.infer<typeof AgentSettingsSchema>

/** What it takes to look at models and what they cost. */
const ModelSettingsSchema = AgentSettingsSchema.extend(SettingsSchema.pick({ DATA_DIR: true }).shape)
export type ModelSettings = z.infer<typeof ModelSettingsSchema>

/** For processes that share the work: the embedded database has one process only. */
const SharedSettingsSchema = SettingsSchema.required({ DATABASE_URL: true })
export type SharedSettings = z.infer<typeof SharedSettingsSchema>

/** All mistakes at once, each with its name; values are never repeated, they may be secrets. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  return parseWith(SettingsSchema, env)
}

/** The same, where `DATABASE_URL` must be set. */
export function parseSharedSettings(env: Record<string, string | undefined>): SharedSettings {
  return parseWith(SharedSettingsSchema, env)
}

export function parseDatabaseSettings(env: Record<string, string | undefined>): DatabaseSettings {
  return parseWith(DatabaseSettingsSchema, env)
}

export function parseAgentSettings(env: Record<string, string | undefined>): AgentSettings {
  return parseWith(AgentSettingsSchema, env)
}

/** The same for looking at models, where nothing is started either. */
export function parseModelSettings(env: Record<string, string | undefined>): ModelSettings {
  return parseWith(ModelSettingsSchema, env)
}

export function parseWith<T>(schema: z.ZodType<T>, env: Record<string, string | undefined>): T {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const key = given['PRIVATE_KEY']
  const parsed = schema.safeParse(key === undefined ? given : { ...given, PRIVATE_KEY: normalizeKey(key) })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.')
    return given[name] === undefined ? `${name} is missing${whyNeeded(name)}` : `${name} ${issue.message}`
  })
  throw new CountersignFault(
    'configuration_invalid',
    `${faults.length} ${faults.length === 1 ? 'setting is' : 'settings are'} missing or wrong`,
    `${faults.join('; ')}. docs/configuration.md explains each.${given['APP_ID'] === undefined ? made : ''}`,
  )
}

/** Also by whom the settings are that nobody has from somewhere. */
const made = ' "countersign setup" registers an App and writes them into .env.'

/** Of what only some commands need. */
function whyNeeded(name: string): string {
  return name === 'DATABASE_URL' ? ' (processes share a Postgres; docs/operations.md, "More than one process")' : ''
}
