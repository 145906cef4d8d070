import type { ShellCommand } from './shell-command.ts'

/** Where reading stands. */
export interface ShellCursor {
  text: string
  at: number
  /** Line of the character `counted`. */
  line: number
  counted: number
  depth: number
  /** What ends the commands that are read now. */
  end: string
  /** Reads the commands of a substitution, past what ends them. */
  enter: (cursor: ShellCursor, end: string) => ShellCommand[]
  commands: ShellCommand[]
  /** Here-documents that begin behind the next end of a line. */
  pending: { command: ShellCommand; mark: string; isIndented: boolean }[]
}

export function endOfShellLine({ text, at }: ShellCursor): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Counts on from where it counted last: positions only grow. */
export function lineAtCursor(cursor: ShellCursor): number {
  for (; cursor.counted < cursor.at; cursor.counted += 1)
    if (cursor.text.charAt(cursor.counted) === '\n') cursor.line += 1
  return cursor.line
}
