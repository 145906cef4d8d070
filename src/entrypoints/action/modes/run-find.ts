import { findWork } from '../../job/run-job.ts'
import type { RunMode } from '../action-mode.ts'
import type { findMode } from './find-mode.ts'

export const runFindMode: RunMode<typeof findMode> = async (inputs, context, output) => {
  const secret = inputs['state-secret'] ?? ''
  output.mask(secret)
  const issues = await findWork({ token: context.token, stateSecret: secret }, context.env)
  output.set('issues', JSON.stringify(issues))
  output.say(
    issues.length === 0
      ? 'Nothing to do for Countersign here.'
      : `Something is to be done in ${issues.map((one) => `#${one}`).join(', ')}.`,
  )
}
