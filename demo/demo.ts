import { Command } from 'commander'
import { renderError } from '../src/entrypoints/commands/read/render-error.ts'
import { tellStory } from './story.ts'
import { keepTraces } from './keep-traces.ts'
import { renderSummary } from './summary.ts'
import { closeStage, openStage } from './stage.ts'

interface Options {
  keep?: string
  json?: boolean
  debug?: boolean
}

const program = new Command('npm run demo --')
  .description(
    'One issue from label to verified release on a sandbox GitHub, while you watch; split, replanned and mended on the way.',
  )
  .option('--keep <dir>', 'leave repo.git, release/, requests.ndjson and report.json there')
  .option('--json', 'print the report alone')
  .option('--debug', 'show the stack of errors')
  .parse()
const options = program.opts<Options>()

const stage = await openStage(process.env)
try {
  const report = await tellStory(stage, options.json === true ? 'silent' : process.stdout.isTTY ? 'default' : 'simple')
  if (options.keep !== undefined) await keepTraces(stage, report, options.keep)
  process.stdout.write(options.json === true ? `${JSON.stringify(report)}\n` : renderSummary(report, options.keep))
  process.exitCode = report.verified ? 0 : 1
} catch (error) {
  process.stderr.write(renderError(error, options.debug === true))
  process.exitCode = 1
} finally {
  await closeStage(stage)
}
