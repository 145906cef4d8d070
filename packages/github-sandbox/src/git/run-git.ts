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

/** Runs one git process to its end, with nothing but this environment; undefined where it did not run. */
export type RunGitProcess = (
  args: readonly string[],
  env: Record<string, string>,
  input: string | Uint8Array | undefined,
) => Promise<{ exitCode: number | undefined; stdout: Uint8Array; stderr: Uint8Array }>

let runProcess: RunGitProcess = async (args, env, input) => {
  const result = await execa('git', args, {
    env,
    extendEnv: false,
    reject: false,
    encoding: 'buffer',
    // A clone is as large as what was imported.
    maxBuffer: Number.POSITIVE_INFINITY,
    stripFinalNewline: false,
    ...(input === undefined ? {} : { input }),
  })
  const { exitCode, stdout, stderr } = result
  // What could not be started has written nothing.
  return { exitCode, stdout, stderr: exitCode === undefined ? Buffer.from(String(result.message)) : stderr }
}

/** For a process so large that forking it is slow: another one starts git from now on. */
export function letGitRunIn(run: RunGitProcess): void {
  runProcess = run
}

/** Runs git on a bare repository; a refusal is an exit code, not an exception. Output is kept byte for byte (UTF-8). */
export async function runGit(dir: string, args: string[], input?: string): Promise<GitResult> {
  const { exitCode, ...output } = await runProcess(['--git-dir', dir, ...args], gitEnvironment(), input)
  const stdout = decodeText(output.stdout)
  const stderr = decodeText(output.stderr)
  if (exitCode === undefined) throw new Error(`git ${args[0]} did not run: ${stderr}`)

  return { exitCode, stdout, stderr }
}

/** One request to git's own server as CGI: the variables of the request and its body; the bytes of its answer. */
export async function runHttpBackend(variables: Record<string, string>, body: Uint8Array): Promise<Uint8Array> {
  const { exitCode, stdout, stderr } = await runProcess(['http-backend'], { ...gitEnvironment(), ...variables }, body)
  if (exitCode === undefined) throw new Error(`git http-backend did not run: ${decodeText(stderr)}`)

  return stdout
}

/** The standard output of a git command that has no reason to fail. */
export async function readGit(dir: string, args: string[], input?: string): Promise<string> {
  const result = await runGit(dir, args, input)
  if (result.exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${result.exitCode}: ${result.stderr}`)

  return result.stdout
}

function decodeText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
