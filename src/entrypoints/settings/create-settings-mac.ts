import { createStateMac, type StateMac } from '../../adapters/github/workflow-branch/state-mac.ts'

interface Secrets {
  STATE_SECRET?: string | undefined
  STATE_SECRET_OLD?: string | undefined
  WEBHOOK_SECRET: string
  UNSIGNED_COMMITS?: string | undefined
}

/** The seal of this App, with the former secret's beside it while the secret is being changed. An empty variable is none. */
export function createSettingsMac(secrets: Secrets): StateMac {
  const { STATE_SECRET, STATE_SECRET_OLD, WEBHOOK_SECRET, UNSIGNED_COMMITS } = secrets
  const acceptsUnsigned = UNSIGNED_COMMITS === 'allowed'
  return createStateMac(STATE_SECRET || WEBHOOK_SECRET, STATE_SECRET_OLD || null, acceptsUnsigned)
}

/** The same of an environment that may have no secret. */
export function findSettingsMac(env: { readonly [K in keyof Secrets]?: string | undefined }): StateMac | null {
  const { WEBHOOK_SECRET = '' } = env
  return env.STATE_SECRET || WEBHOOK_SECRET ? createSettingsMac({ ...env, WEBHOOK_SECRET }) : null
}
