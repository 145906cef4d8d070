import { execa } from 'execa'
import { gitEnvironment, gitSettings, type Environment } from './git-environment.ts'
import { WorkspaceError } from './workspace-error.ts'

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

/** Runs one git process to its end; `isCut` where it wrote more than it may. */
export type RunGit = (process: {
  args: readonly string[]
  cwd: string
  env: Record<string, string>
  input: string | Uint8Array | undefined
  timeoutMs: number
  maxBytes: number
}) => Promise<{ exitCode: number | null; stdout: Uint8Array; stderr: Uint8Array; isCut: boolean }>

export interface GitOptions {
  env: Environment
  home: string
  redact: (text: string) => string
  /** Whoever starts processes faster than this one, which is slow to fork once it is large. */
  run?: RunGit
}

const defaultTimeoutMs = 5 * 60_000
const maxMemoryBytes = 1_000_000_000

/** Runs git with an environment built from nothing and an explicit repository (design 3, decision 4). */
export function createGit({ env, home, redact, run }: GitOptions): Git {
  const base = gitEnvironment(env, home)

  function describe(call: GitCall): Parameters<RunGit>[0] {
    const settings = gitSettings.flatMap((setting) => ['-c', setting])
    const location = call.workTree === undefined ? {} : { GIT_WORK_TREE: call.workTree }
    return {
      args: [...settings, ...call.args],
      cwd: call.workTree ?? call.gitDir,
      env: { ...base, GIT_DIR: call.gitDir, ...location, ...call.environment },
      input: call.input,
      timeoutMs: call.timeoutMs ?? defaultTimeoutMs,
      maxBytes: call.maxBytes ?? maxMemoryBytes,
    }
  }

  async function ask(call: GitCall): Promise<GitAnswer> {
    const { exitCode, stdout, stderr, isCut } = await (run ?? runHere)(describe(call))
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
    throw gitFailed(call, answer.exitCode, answer.stderr)
  }

  async function* stream(call: GitCall): AsyncIterable<Uint8Array> {
    if (run !== undefined) return yield await read(call)
    const running = start(describe(call), false)
    yield* running.iterable({ binary: true, preserveNewlines: true })
    const result = await running
    if (result.exitCode !== 0) throw gitFailed(call, result.exitCode ?? null, '')
  }

  return { read, ask, stream }
}

function start({ args, cwd, env, input, timeoutMs, maxBytes }: Parameters<RunGit>[0], buffer: boolean) {
  return execa('git', args, {
    cwd,
    env,
    extendEnv: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    reject: false,
    buffer,
    timeout: timeoutMs,
    maxBuffer: maxBytes,
    ...(input === undefined ? { stdin: 'ignore' as const } : { input }),
  })
}

const runHere: RunGit = async (process) => {
  const result = await start(process, true)
  const { exitCode, stdout, stderr, isMaxBuffer } = result
  return {
    exitCode: exitCode ?? null,
    stdout: Buffer.from(stdout ?? []),
    stderr: Buffer.from(stderr ?? []),
    isCut: isMaxBuffer,
  }
}

function gitFailed(call: GitCall, exitCode: number | null, stderr: string): WorkspaceError {
  return new WorkspaceError('git_failed', `git ${call.args[0] ?? ''} failed with exit code ${exitCode ?? 'none'}`, {
    details: stderr.trim().slice(-2000),
    retry: 'later',
  })
}
