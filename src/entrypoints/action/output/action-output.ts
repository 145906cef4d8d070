import * as core from '@actions/core'
import { inertText } from './inert.ts'

/** GitHub takes 1 MiB of a step summary; what is longer is refused as a whole. */
const mostSummaryBytes = 1024 * 1024 - 4096
const cutNote = '\n\n…cut here: a summary holds no more.\n'

/** Everything that a mode says to the runner. Texts may hold anything: none of it is ever read as a command. */
export interface ActionOutput<Name extends string = string> {
  /** Lines of the log. */
  say(text: string): void
  /** Lines that are folded under a title. */
  group<T>(title: string, work: () => Promise<T>): Promise<T>
  /** For a later step: `${{ steps.ID.outputs.NAME }}`. */
  set(name: Name, value: string): void
  /** Shown at the run and beside the log; with a place, also on that line of the pull request's files. */
  annotate(level: 'notice' | 'warning' | 'error', text: string, title?: string, place?: AnnotatedLine): void
  /** Markdown, put behind what is on the run's page already. */
  summarise(markdown: string): Promise<void>
  /** From here on the runner prints `***` for it. */
  mask(secret: string): void
  /** The step has failed, for this reason; what comes after is still done. */
  fail(why: string): void
  /** The step ends with this code, without an error of its own: a verdict is no failure of the Action. */
  end(code: number): void
}

/** Of the checkout. */
export interface AnnotatedLine {
  file: string
  /** From 1. */
  line: number
}

const annotations = { notice: core.notice, warning: core.warning, error: core.error }

/** By the runner's files and commands; without a runner, in the log alone. */
export function createActionOutput(env: Readonly<Record<string, string | undefined>>): ActionOutput {
  return {
    say: (text) => core.info(inertText(text)),
    group: (title, work) => core.group(inertText(title), work),
    set: (name, value) => core.setOutput(name, value),
    annotate: (level, text, title, place) =>
      annotations[level](text, {
        ...(title === undefined ? {} : { title }),
        ...(place === undefined ? {} : { file: place.file, startLine: place.line }),
      }),
    async summarise(markdown) {
      if (env['GITHUB_STEP_SUMMARY'] === undefined) return
      await core.summary.addRaw(fit(markdown)).write()
    },
    mask: (secret) => {
      // One line each, since a command has no more than one; an empty one would mask everything.
      for (const line of secret.split(/[\r\n]+/)) if (line.trim() !== '') core.setSecret(line)
    },
    fail: (why) => core.setFailed(why),
    end: (code) => {
      process.exitCode = code
    },
  }
}

function fit(markdown: string): string {
  const bytes = Buffer.from(markdown)
  if (bytes.length <= mostSummaryBytes) return markdown
  // As of a stream: a character that is cut through is left out.
  const kept = new TextDecoder().decode(bytes.subarray(0, mostSummaryBytes), { stream: true })
  return kept + cutNote
}
