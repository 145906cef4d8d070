import { countsZhCn } from './counts.ts'
import { dashboardZhCn } from './dashboard/dashboard.ts'
import { planZhCn } from './plan.ts'
import { planningZhCn } from './planning.ts'
import { recordDashboardZhCn } from './dashboard/record-dashboard.ts'
import { recordDebugZhCn } from './record-debug.ts'
import { recordNotesZhCn } from './record-notes.ts'
import { recordPlanZhCn } from './record-plan.ts'
import { repliesZhCn } from './replies.ts'
import { recordCommandsZhCn } from './record-commands.ts'
import { recordQuestionsZhCn } from './record-questions.ts'
import { recordRulesZhCn } from './record-rules.ts'
import { statusZhCn } from './status.ts'
import { storedWorkZhCn } from './stored-work.ts'
import { taskZhCn } from './task.ts'
import { textZhCn } from './text.ts'

/** What views say, room by room. */
export const ownMessages = {
  ...textZhCn,
  ...statusZhCn,
  ...planZhCn,
  ...planningZhCn,
  ...taskZhCn,
  ...repliesZhCn,
  ...dashboardZhCn,
}

/** What records hold. */
export const recordMessages = {
  ...storedWorkZhCn,
  ...recordPlanZhCn,
  ...recordDebugZhCn,
  ...recordNotesZhCn,
  ...recordCommandsZhCn,
  ...recordDashboardZhCn,
  ...recordQuestionsZhCn,
  ...recordRulesZhCn,
}

/** Simplified Chinese. */
export const zhCn = { messages: { ...ownMessages, ...recordMessages }, counts: countsZhCn }
