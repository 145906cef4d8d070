import os from 'node:os'
import { execa } from 'execa'

/** Nothing of the machine's git configuration or of a surrounding repository reaches the sandbox's git. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: os.tmpdir(),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_TERMINAL_PROMPT: '0',
  }
}

export interface GitResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs git on a bare repository; a refusal is an exit code, not an exception. Output is kept byte for byte (UTF-8). */
export async function runGit(dir: string, args: string[], input?: string): Promise<GitResult> {
  const result = await execa('git', ['--git-dir', dir, ...args], {
    env: gitEnvironment(),
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    ...(input === undefined ? {} : { input }),
  })
  if (result.exitCode === undefined) throw new Error(`git ${args[0]} did not run: ${result.shortMessage}`)

  return { exitCode: result.exitCode, stdout: result.stdout, stderr: result.stderr }
}

/** The standard output of a git command that has no reason to fail. */
export async function readGit(dir: string, args: string[], input?: string): Promise<string> {
  const result = await runGit(dir, args, input)
  if (result.exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${result.exitCode}: ${result.stderr}`)

  return result.stdout
}
