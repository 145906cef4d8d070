/** A progress file that can't be read back: where, what was seen there, and what to do about it. */
export class ProgressFault extends Error {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly seen: string
  readonly advice: string

  constructor(file: string, line: number, seen: string, advice: string) {
    super(`${file}, line ${line}: ${seen}. ${advice}`)
    this.name = 'ProgressFault'
    this.file = file
    this.line = line
    this.seen = seen
    this.advice = advice
  }
}
