import { explainFailure } from './explain-failure.ts'
import { createActionOutput } from './output/action-output.ts'
import { runAction } from './run-action.ts'

const output = createActionOutput(process.env)
try {
  await runAction(process.env, output)
} catch (error) {
  output.fail(explainFailure(error))
}
