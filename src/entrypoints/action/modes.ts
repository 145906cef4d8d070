import { type ActionMode, defineMode } from './action-mode.ts'
import { botMode } from './modes/bot-mode.ts'
import { checkOrderMode } from './modes/jobs/check-order-mode.ts'
import { doctorMode } from './modes/doctor-mode.ts'
import { exportMode } from './modes/export-mode.ts'
import { findMode } from './modes/find-mode.ts'
import { runTaskMode } from './modes/jobs/run-task-mode.ts'
import { tuneMode } from './modes/tune-mode.ts'
import { verifyMode } from './modes/verify-mode.ts'

/** What the Action can do, by the word that `mode` takes. What each says of itself and how it is run are files of their own in `modes/`. */
export const actionModes: Readonly<Record<string, ActionMode>> = {
  export: defineMode(exportMode, async () => (await import('./modes/run-export.ts')).runExport),
  verify: defineMode(verifyMode, async () => (await import('./modes/run-verify.ts')).runVerifyMode),
  doctor: defineMode(doctorMode, async () => (await import('./modes/run-doctor.ts')).runDoctorMode),
  tune: defineMode(tuneMode, async () => (await import('./modes/run-tune.ts')).runTuneMode),
  find: defineMode(findMode, async () => (await import('./modes/run-find.ts')).runFindMode),
  bot: defineMode(botMode, async () => (await import('./modes/run-bot.ts')).runBotMode),
  'check-order': defineMode(
    checkOrderMode,
    async () => (await import('./modes/jobs/run-check-order.ts')).runCheckOrderMode,
  ),
  'run-task': defineMode(runTaskMode, async () => (await import('./modes/jobs/run-run-task.ts')).runTaskByOrder),
}

export const defaultMode = 'export'
