import type { Command } from 'commander'
import pc from 'picocolors'
import { readEnvironment } from '../settings/read-environment.ts'

/** What the commands of a program have in common. */
export interface ProgramContext {
  program: Command
  io: typeof processIo
  isDebugging: () => boolean
  /** The exit code of a fault from here on: where 1 is an answer, it is 2. */
  failWith: (code: number) => void
}

let environment: Record<string, string | undefined> | undefined
export const processIo = {
  stdout: (text: string) => void process.stdout.write(text),
  stderr: (text: string) => void process.stderr.write(text),
  /** When it is asked for: then `--settings` is read, and what no command needs is no fault. */
  get env() {
    environment ??= readEnvironment(process.env)
    return environment
  },
  stdin: () => process.stdin,
  now: () => new Date().toISOString(),
  terminal: {
    colours: pc.isColorSupported,
    width: process.stdout.columns ?? (Number(process.env['COLUMNS']) || 100),
    isRead: process.stdout.isTTY,
  },
}
