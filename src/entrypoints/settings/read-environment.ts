import { readFileSync } from 'node:fs'
import { getPrivateKey } from '@probot/get-private-key'
import { CountersignFault } from '../../application/fault.ts'

type Variables = Record<string, string | undefined>

/** What may stand in a file instead, as Docker and Kubernetes lay secrets: `APP_ID_FILE` is the path of one. */
export const settingsInFiles = [
  'APP_ID',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_OLD',
  'STATE_SECRET',
  'STATE_SECRET_OLD',
  'REVIEWER_TOKEN',
  'DATABASE_URL',
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
] as const

/**
 * The environment with what it only points at: secrets in files, and the names that people know from Probot
 * (`PRIVATE_KEY_PATH`, a `*.pem` in the folder, `GHE_HOST`). Throws `configuration_invalid` for what can't be read.
 */
export function readEnvironment(env: Variables, cwd = process.cwd()): Variables {
  const faults: string[] = []
  const found = { ...env, ...findGitHub(env), ...readFiles(env, faults) }
  if (isSet(found, 'APP_ID') && !isSet(found, 'PRIVATE_KEY')) found['PRIVATE_KEY'] = findKey(env, cwd, faults)
  if (faults.length === 0) return found
  throw new CountersignFault('configuration_invalid', 'settings can’t be read from their files', faults.join('; '))
}

/** A key as one has it at hand: quoted as `docker run --env-file` leaves it, in base64, or with `\n` for its line ends. */
export function normalizeKey(text: string): string {
  const PRIVATE_KEY = text.trim().replace(/^"(.*)"$/s, '$1')
  try {
    return getPrivateKey({ env: { PRIVATE_KEY } }) ?? text
  } catch {
    // It is none, and whoever checks the settings says so among all that is wrong with them.
    return text
  }
}

function readFiles(env: Variables, faults: string[]): Variables {
  const read: Variables = {}
  for (const name of settingsInFiles) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (isSet(env, name)) faults.push(`${name} and ${name}_FILE are both set: one of them is enough`)
    else read[name] = readSecret(`${name}_FILE`, path, faults)
  }
  return read
}

function readSecret(name: string, path: string, faults: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

function findKey({ PRIVATE_KEY_PATH }: Variables, cwd: string, faults: string[]): string | undefined {
  try {
    return getPrivateKey({ env: PRIVATE_KEY_PATH ? { PRIVATE_KEY_PATH } : {}, cwd }) ?? undefined
  } catch (error) {
    faults.push(error instanceof Error ? error.message.replace(/^\[[^\]]+\] /, '') : String(error))
    return undefined
  }
}

/** What is set by our own names comes first. */
function findGitHub(env: Variables): Variables {
  const { GHE_HOST, GHE_PROTOCOL } = env
  if (!GHE_HOST) return {}
  const web = `${GHE_PROTOCOL || 'https'}://${GHE_HOST}`
  return { GITHUB_API_URL: env['GITHUB_API_URL'] || `${web}/api/v3`, GITHUB_WEB_URL: env['GITHUB_WEB_URL'] || web }
}

function isSet(env: Variables, name: string): boolean {
  return env[name] !== undefined && env[name] !== ''
}
