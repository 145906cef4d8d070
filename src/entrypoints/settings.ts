import { z } from 'zod'
import { CountersignFault } from '../application/fault.ts'

const secret = z.string().min(16, 'must have at least 16 characters')
const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** Environment of the server; all of it is read here and nowhere else. */
const SettingsSchema = z.object({
  APP_ID: wholeNumber,
  PRIVATE_KEY: z.string().includes('PRIVATE KEY', { message: "must be the App's PEM key" }),
  WEBHOOK_SECRET: secret,
  /** The former secret while rotating. */
  WEBHOOK_SECRET_OLD: secret.optional(),
  /** Keys of MACs on state and markers come from it; the webhook secret where it is not set. */
  STATE_SECRET: secret.optional(),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  GITHUB_WEB_URL: z.url().default('https://github.com'),
  /** A second identity for reviews, which may approve what the bot opened. */
  REVIEWER_TOKEN: z.string().optional(),
  DATA_DIR: z.string().default('.countersign'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber.default(3000),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DOCS_URL: z.url().optional(),
})
export type Settings = z.infer<typeof SettingsSchema>

/** All mistakes at once, each with its name; values are never repeated, they may be secrets. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const key =
    typeof given['PRIVATE_KEY'] === 'string' ? given['PRIVATE_KEY'].replaceAll(String.raw`\n`, '\n') : undefined
  const parsed = SettingsSchema.safeParse(key === undefined ? given : { ...given, PRIVATE_KEY: key })
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.')
    return given[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`
  })
  throw new CountersignFault(
    'configuration_invalid',
    `${faults.length} settings are missing or wrong`,
    `${faults.join('; ')}. docs/configuration.md explains each.`,
  )
}
