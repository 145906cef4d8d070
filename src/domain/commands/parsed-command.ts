import type { SlashCommand } from './slash-command.ts'

/** Where a comment stands: an issue's thread, or that of a task's pull request. */
export type CommandThread = 'issue' | 'pull_request'

type WithoutLine<C> = C extends unknown ? Omit<C, 'line'> : never

/** A command before it is known which line it stands on. */
export type ParsedCommand = WithoutLine<SlashCommand>

export type ParsedArguments =
  | { kind: 'command'; command: ParsedCommand }
  | { kind: 'problem'; problem: string; usage?: string }

export function command(parsed: ParsedCommand): ParsedArguments {
  return { kind: 'command', command: parsed }
}

/** `usage`: how it is written, where that isn't all that the command can be. */
export function problem(text: string, usage?: string): ParsedArguments {
  return { kind: 'problem', problem: text, ...(usage === undefined ? {} : { usage }) }
}

export function isTask(word: string): boolean {
  return /^T[1-9]\d*(\.[1-9]\d*)*$/i.test(word)
}

/** What somebody wrote, shortened and safe inside a code span. */
export function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text
  return `\`${short.replaceAll('`', "'")}\``
}
