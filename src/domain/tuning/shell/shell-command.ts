/** A word as the shell would take it: quotes gone, `$name` and `${name}` left as they are, `$(…)` standing for what it prints. */
export interface ShellWord {
  text: string
  /** Variables that it is made of. */
  variables: string[]
  /** Commands whose output it is made of. */
  inner: ShellCommand[]
  from: number
  to: number
}

/** One simple command; what it is a part of (`if`, `for`, `&&`, a pipe) is laid flat. */
export interface ShellCommand {
  /** The name first; empty where it only assigns or redirects. */
  words: ShellWord[]
  assigned: { name: string; value: ShellWord }[]
  /** Files that its output goes to; `>&2` and its like are none. */
  writes: ShellWord[]
  /** Files that its input comes from. */
  reads: ShellWord[]
  /** What it is given in place of a file, by `<<` or `<<<`. */
  given: string | undefined
  /** Whose output is its input. */
  before: ShellCommand | undefined
  /** Of the file, from 1. */
  line: number
  from: number
  to: number
}

/** A fence or a script. */
export interface ShellScript {
  path: string
  /** All commands, those within others too, in the order they begin in. */
  commands: ShellCommand[]
}
