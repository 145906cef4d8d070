import { measureSteps, type StepLoad } from '../judge/step-loads.ts'
import { readSkill } from '../read/read-skill.ts'
import type { TuningRun } from './tuning-run.ts'

/** The steps as the run leaves them, and as it found them. */
export function compareSteps({ skill, before, order }: TuningRun): { before: StepLoad[]; after: StepLoad[] } {
  const after = measureSteps(skill, order.countTokens)
  const read = before === undefined ? undefined : readSkill(order.folderName, before.sources)
  return { before: read?.kind === 'skill' ? measureSteps(read.skill, order.countTokens) : after, after }
}
