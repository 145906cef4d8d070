import { checkZhCn } from './check.ts'
import { argumentsZhCn, commandsZhCn } from './reading/commands.ts'
import { countsZhCn } from './counts.ts'
import { dashboardZhCn } from './dashboard/dashboard.ts'
import { recordDashboardZhCn } from './dashboard/record-dashboard.ts'
import { isChinese } from './reading/is-chinese.ts'
import { loopProgressZhCn } from './loop-progress.ts'
import { onboardingZhCn } from './onboarding.ts'
import { planZhCn } from './plan.ts'
import { changesZhCn } from './plan-changes.ts'
import { planningZhCn } from './planning.ts'
import { pullsZhCn } from './pulls.ts'
import { recordAgentsZhCn } from './records/record-agents.ts'
import { recordCommandsZhCn } from './records/record-commands.ts'
import { recordDebugZhCn } from './records/record-debug.ts'
import { recordEvidenceZhCn } from './records/record-evidence.ts'
import { recordExportZhCn } from './records/record-export.ts'
import { recordGateZhCn } from './records/record-gate.ts'
import { recordNotesZhCn } from './records/record-notes.ts'
import { recordPlanZhCn } from './records/record-plan.ts'
import { recordQuestionsZhCn } from './records/record-questions.ts'
import { recordRulesZhCn } from './records/record-rules.ts'
import { recordWorkZhCn } from './records/record-work.ts'
import { recordFaultsZhCn } from './records/record-faults.ts'
import { recordYamlZhCn } from './records/record-yaml.ts'
import { recordDoctorZhCn } from './records/record-doctor.ts'
import { recordTuningZhCn } from './skills/record-tuning.ts'
import { recordPatternsZhCn } from './skills/record-patterns.ts'
import { releaseZhCn } from './release.ts'
import { repliesZhCn } from './replies.ts'
import { statusZhCn } from './status.ts'
import { taskZhCn } from './task.ts'
import { textZhCn } from './text.ts'
import { tuningZhCn } from './skills/tuning.ts'

/** What views say, room by room. */
export const ownMessages = {
  ...checkZhCn,
  ...dashboardZhCn,
  ...loopProgressZhCn,
  ...onboardingZhCn,
  ...planZhCn,
  ...planningZhCn,
  ...pullsZhCn,
  ...releaseZhCn,
  ...repliesZhCn,
  ...statusZhCn,
  ...taskZhCn,
  ...textZhCn,
  ...tuningZhCn,
}

/** What records hold. */
export const recordMessages = {
  ...recordAgentsZhCn,
  ...recordDashboardZhCn,
  ...recordCommandsZhCn,
  ...recordDebugZhCn,
  ...recordEvidenceZhCn,
  ...recordExportZhCn,
  ...recordGateZhCn,
  ...recordNotesZhCn,
  ...recordPlanZhCn,
  ...recordQuestionsZhCn,
  ...recordRulesZhCn,
  ...recordWorkZhCn,
  ...recordPatternsZhCn,
  ...recordTuningZhCn,
  ...recordDoctorZhCn,
  ...recordYamlZhCn,
  ...recordFaultsZhCn,
}

/** Simplified Chinese. */
export const zhCn = {
  language: 'zh-CN' as const,
  messages: { ...ownMessages, ...recordMessages, ...changesZhCn },
  records: recordMessages,
  changes: changesZhCn,
  counts: countsZhCn,
  name: '简体中文',
  commands: commandsZhCn,
  arguments: argumentsZhCn,
  isWritten: isChinese,
}
