import type { ActionMode } from './action-mode.ts'
import { botMode } from './modes/bot-mode.ts'
import { doctorMode } from './modes/doctor-mode.ts'
import { exportMode } from './modes/export-mode.ts'
import { findMode } from './modes/find-mode.ts'
import { verifyMode } from './modes/verify-mode.ts'

/** What the Action can do, by the word that `mode` takes. Each is a file of its own in `modes/`, loaded when it is asked for. */
export const actionModes: Readonly<Record<string, ActionMode>> = {
  export: exportMode,
  verify: verifyMode,
  doctor: doctorMode,
  find: findMode,
  bot: botMode,
}

export const defaultMode = 'export'

/** Words that will be modes, so that who read of one learns that it is not here yet. */
export const modesToCome: readonly string[] = ['run-task', 'tune']
