import { createStateMac, type StateMac } from '../adapters/github/state-mac.ts'
import type { Settings } from './settings.ts'

/** The seal of this App, with the former secret's beside it while the secret is being changed. */
export function createSettingsMac(
  settings: Pick<Settings, 'STATE_SECRET' | 'STATE_SECRET_OLD' | 'WEBHOOK_SECRET'>,
): StateMac {
  return createStateMac(settings.STATE_SECRET ?? settings.WEBHOOK_SECRET, settings.STATE_SECRET_OLD ?? null)
}
