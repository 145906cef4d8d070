import { Command } from 'commander'
import { renderError } from '../src/entrypoints/commands/read/render-error.ts'
import { openAgentsStage } from './agents/open-agents-stage.ts'
import { agentsStory } from './agents/agents-story.ts'
import { peopleStory, tellStory } from './story.ts'
import { keepTraces } from './keep-traces.ts'
import { renderSummary } from './summary.ts'
import { closeStage, openStage } from './stage.ts'

interface Options {
  agents?: boolean
  keep?: string
  json?: boolean
  debug?: boolean
}

const program = new Command('npm run demo --')
  .description(
    'One issue from label to verified release on a sandbox GitHub, while you watch; split, replanned and mended on the way.',
  )
  .option('--agents', 'an issue in plain prose, planned, done and reviewed by scripted models; needs no key')
  .option('--keep <dir>', 'leave repo.git, release/, requests.ndjson and report.json there')
  .option('--json', 'print the report alone')
  .option('--debug', 'show the stack of errors')
  .parse()
const options = program.opts<Options>()

const stage = await (options.agents === true ? openAgentsStage(process.env) : openStage(process.env))
try {
  const story = options.agents === true ? agentsStory : peopleStory
  const renderer = options.json === true ? 'silent' : process.stdout.isTTY ? 'default' : 'simple'
  const report = await tellStory(stage, story, renderer)
  if (options.keep !== undefined) await keepTraces(stage, report, options.keep)
  process.stdout.write(options.json === true ? `${JSON.stringify(report)}\n` : renderSummary(report, options))
  process.exitCode = report.verified ? 0 : 1
} catch (error) {
  process.stderr.write(renderError(error, options.debug === true))
  process.exitCode = 1
} finally {
  await closeStage(stage)
}
