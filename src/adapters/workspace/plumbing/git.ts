import { rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { gitEnvironment, gitSettings, type Environment } from './git-environment.ts'
import { type GitCommand, gitStarter } from './git-starter.ts'
import { refuseFullMachine } from '../machine/refuse-full-machine.ts'
import { WorkspaceError } from '../machine/workspace-error.ts'

interface GitCall {
  gitDir: string
  args: readonly string[]
  /** Where the command works; without it, git sees no work tree. */
  workTree?: string
  input?: string | Uint8Array
  /** Added to the environment of this one process. */
  environment?: Record<string, string>
  timeoutMs?: number
  /** The process is ended once it has written that much; what it wrote by then is the answer. */
  maxBytes?: number
  /** What it reads is text of others, and may not cost more memory than that. */
  memoryMiB?: number
}

interface GitAnswer {
  exitCode: number | null
  stdout: Buffer
  stderr: string
  cut: boolean
}

export interface Git {
  /** Output of a command that must succeed, else `git_failed`. */
  read(call: GitCall): Promise<Buffer>
  /** Output and exit code, whatever it is. */
  ask(call: GitCall): Promise<GitAnswer>
  /** Output in chunks as it comes; `git_failed` at the end where the command fails. */
  stream(call: GitCall): AsyncIterable<Uint8Array>
}

export interface GitOptions {
  env: Environment
  home: string
  redact: (text: string) => string
}

const defaultTimeoutMs = 5 * 60_000
const maxMemoryBytes = 256 * 1024 * 1024
const lockedBy = /Unable to create '([^']+\.lock)': File exists/
/** Git holds a lock for moments; one that stands for longer was left by a git that was killed, or by a machine that stopped. */
const leftLockMs = 20_000
/** What is streamed is rarely large; where it is, it is begun again, by this process, which takes it as it comes. */
const smallBytes = 8 * 1024 * 1024

/** Runs git with an environment built from nothing and an explicit repository (design 3.4). */
export function createGit({ env, home, redact }: GitOptions): Git {
  const base = gitEnvironment(env, home)

  function describe(call: GitCall): GitCommand {
    const settings = gitSettings.flatMap((setting) => ['-c', setting])
    const location = call.workTree === undefined ? {} : { GIT_WORK_TREE: call.workTree }
    return {
      args: [...settings, ...call.args],
      cwd: call.workTree ?? call.gitDir,
      env: { ...base, GIT_DIR: call.gitDir, ...location, ...call.environment },
      input: call.input,
      timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
      maxBytes: call.maxBytes ?? maxMemoryBytes,
      memoryMiB: call.memoryMiB,
    }
  }

  async function ask(call: GitCall): Promise<GitAnswer> {
    const answer = await askOnce(call)
    return answer.exitCode !== 0 && (await removeLeftLock(call.gitDir, answer.stderr)) ? askOnce(call) : answer
  }

  async function askOnce(call: GitCall): Promise<GitAnswer> {
    const { exitCode, stdout, stderr, isCut } = await gitStarter.run(describe(call))
    return {
      exitCode,
      stdout: Buffer.from(stdout),
      stderr: redact(Buffer.from(stderr).toString('utf8')),
      cut: isCut,
    }
  }

  async function read(call: GitCall): Promise<Buffer> {
    const answer = await ask(call)
    if (answer.exitCode === 0) return answer.stdout
    await refuseFullMachine(call.gitDir, answer.stderr)
    throw gitFailed(call, answer.exitCode, answer.stderr)
  }

  async function* stream(call: GitCall): AsyncIterable<Uint8Array> {
    const answer = await ask({ ...call, maxBytes: smallBytes })
    if (!answer.cut && answer.exitCode !== 0) throw gitFailed(call, answer.exitCode, answer.stderr)
    if (answer.cut) yield* streamHere(call)
    else yield answer.stdout
  }

  async function* streamHere(call: GitCall): AsyncIterable<Uint8Array> {
    const { execa } = await import('execa')
    const { args, cwd, env: environment, input, timeoutMs } = describe(call)
    const running = execa('git', args, {
      cwd,
      env: environment,
      extendEnv: false,
      encoding: 'buffer',
      stripFinalNewline: false,
      reject: false,
      buffer: false,
      timeout: timeoutMs,
      ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
    })
    yield* running.iterable({ binary: true, preserveNewlines: true })
    const result = await running
    if (result.exitCode !== 0) throw gitFailed(call, result.exitCode ?? null, '')
  }

  return { read, ask, stream }
}

/** True where a lock kept git from its work that nobody holds any more. */
async function removeLeftLock(gitDir: string, stderr: string): Promise<boolean> {
  const lock = lockedBy.exec(stderr)?.[1]
  if (lock === undefined || !resolve(lock).startsWith(`${resolve(gitDir)}/`)) return false
  const found = await stat(lock).catch(() => undefined)
  if (found === undefined || Date.now() - found.mtimeMs < leftLockMs) return false
  await rm(lock, { force: true })
  return true
}

function gitFailed(call: GitCall, exitCode: number | null, stderr: string): WorkspaceError {
  return new WorkspaceError('git_failed', `git ${call.args[0] ?? ''} failed with exit code ${exitCode ?? 'none'}`, {
    details: stderr.trim().slice(-2000),
    retry: 'later',
  })
}
