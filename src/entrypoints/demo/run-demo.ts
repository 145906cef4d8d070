import { renderError } from '../commands/read/render-error.ts'
import { untilStopped } from '../commands/lifetime/until-stopped.ts'
import type { CommandIo } from '../commands/verify.ts'
import { openAgentsStage } from './agents/open-agents-stage.ts'
import { agentsStory } from './agents/agents-story.ts'
import type { Chapter } from './chapter.ts'
import { openTuningStage } from './tuning/open-tuning-stage.ts'
import { tuningStory } from './tuning/tuning-story.ts'
import { peopleStory, tellStory } from './story.ts'
import { keepTraces } from './keep-traces.ts'
import { renderSummary } from './summary.ts'
import { closeStage, openStage } from './stage.ts'
import { openInBrowser } from './watch/open-in-browser.ts'
import { type StageWatch, watchStage } from './watch/watch-stage.ts'

export interface DemoArguments {
  /** Scripted models plan, do and review. */
  agents?: boolean
  /** A skill is tuned. */
  tune?: boolean
  /** Folder in which repository, release and requests are left. */
  keep?: string
  json?: boolean
  /** Serves the dashboard of what is played; until Ctrl-C where somebody reads the terminal. */
  watch?: boolean
  debug: boolean
}

/** `countersign demo`: one issue from label to verified release on a sandbox GitHub; exit code 0 verified, 1 not. */
export async function runDemo(args: DemoArguments, io: CommandIo & { terminal: { isRead: boolean } }): Promise<number> {
  const { open, story } = choosePlay(args)
  const stage = await open(io.env)
  const watch = args.watch === true ? await watchStage(stage, io.env) : undefined
  try {
    if (watch !== undefined) announce(watch, args, io)
    const renderer = args.json === true ? 'silent' : io.terminal.isRead ? 'default' : 'simple'
    const report = await tellStory(stage, story, renderer)
    if (args.keep !== undefined) await keepTraces(stage, report, args.keep)
    io.stdout(args.json === true ? `${JSON.stringify(report)}\n` : renderSummary(report, args))
    if (watch !== undefined && io.terminal.isRead) {
      io.stdout(`Its dashboard stays at ${watch.url} until Ctrl-C.\n`)
      await untilStopped()
    }
    return report.verified ? 0 : 1
  } catch (error) {
    io.stderr(renderError(error, args.debug))
    return 1
  } finally {
    await watch?.close()
    await closeStage(stage)
  }
}

function choosePlay({ agents, tune }: DemoArguments): { open: typeof openAgentsStage; story: readonly Chapter[] } {
  if (tune === true) return { open: openTuningStage, story: tuningStory }
  if (agents === true) return { open: openAgentsStage, story: agentsStory }
  return { open: openStage, story: peopleStory }
}

/** Not among what `--json` prints. */
function announce(
  { url }: StageWatch,
  { json }: DemoArguments,
  io: CommandIo & { terminal: { isRead: boolean } },
): void {
  const write = json === true ? io.stderr : io.stdout
  write(`Watch it at ${url}\n`)
  if (io.terminal.isRead) openInBrowser(url, io.env)
}
