import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import type { CommandLimits } from '../../../application/ports/roles/workspace.ts'
import { bubblewrapArguments, confinedEnvironment, type Confinement, stagingArguments } from './bubblewrap-arguments.ts'
import { commandUser, isRoot } from './command-user.ts'
import type { LaidFile } from './lay-given-files.ts'
import type { IsolatedCommand } from './isolated-command.ts'
import { showPackageCaches } from './package-caches.ts'
import type { Environment } from '../plumbing/git-environment.ts'
import type { UnconfinedRun } from './unconfined-run.ts'

/** How a command's process is started. */
export interface Prepared {
  program: string
  args: string[]
  env: Record<string, string>
  /** Options that bubblewrap reads from its descriptor 3: its command line can be read by what it confines. */
  options?: readonly string[]
}

/** The first byte that a confined command's shell writes, before the command: from then on nothing is said by bubblewrap. */
export const startMark = 6
const printStart = `printf '\\00${startMark}'`

/** No core dumps, no file above 1 GB (512-byte blocks); where the machine's memory is gone, it goes first. One pipe for both streams keeps their order. */
const limiting = 'ulimit -c 0; ulimit -f 2097152; { echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null'
const joining = 'exec 2>&1'
/** dash and bash call it differently. Root is exempt from it. */
const fewProcesses = 'ulimit -u 4096 2>/dev/null || ulimit -p 4096'
const running = 'exec /bin/sh -c "$1"'
/**
 * The first process of a confinement takes all others with it when it ends. Told to end, it waits for them: they are
 * given time. In there /proc shows its own processes only: bubblewrap's and this one stay. What it would say itself
 * ("Terminated") is nobody's output.
 */
const runningConfined =
  'told=; trap "told=1" TERM; exec 2>/dev/null; (exec /bin/sh -c "$1" 2>&1); code=$?; while [ -n "$told" ] && set -- /proc/[0-9]* && [ $# -gt 2 ]; do sleep 0.05; done; exit $code'
const shell = '/bin/sh'
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function prepareConfined(
  { command, dir, passwdFile, env, caches = [] }: IsolatedCommand,
  { network }: CommandLimits,
  given: readonly LaidFile[],
): Prepared {
  const shown = showPackageCaches(caches, confinedEnvironment.HOME, network)
  const confinement = { dir, passwdFile, network, node: process.execPath, given, ...shown }
  const inside = [
    shell,
    '-c',
    `${joining}; ${limiting}; ${fewProcesses}; ${printStart}; ${runningConfined}`,
    'sh',
    command,
  ]
  return confine(confinement, inside, env)
}

/** Where the server is root, by a bubblewrap that only brings together, as the command user. */
function confine(confinement: Confinement, inside: readonly string[], env: Environment): Prepared {
  const program = findProgram('bwrap', env['PATH'] ?? systemPath)
  if (!isRoot())
    return { program, options: bubblewrapArguments(confinement), args: ['--args', '3', '--', ...inside], env: {} }
  const { staging, within } = stagingArguments(confinement)
  const drop = ['setpriv', `--reuid=${commandUser}`, `--regid=${commandUser}`, '--clear-groups']
  const confined = ['bwrap', ...bubblewrapArguments(within), '--', ...inside]

  return { program, options: staging, args: ['--args', '3', '--', ...drop, ...confined], env: { PATH: systemPath } }
}

export function prepareUnconfined(
  { command, dir, env }: IsolatedCommand,
  { home, marks }: UnconfinedRun,
  given: readonly LaidFile[],
): Prepared {
  return {
    program: shell,
    args: ['-c', `${joining}; ${limiting}; ${running}`, 'sh', command],
    env: {
      ...unconfinedEnvironment(dir, { home, marks }, env),
      ...Object.fromEntries(given.map(({ variable, path }) => [variable, path])),
    },
  }
}

/** A program that is talked with, confined: it is one of its own limits, and its streams are its own. */
export function prepareConfinedProgram(confinement: Confinement, argv: readonly string[], env: Environment): Prepared {
  return confine(
    confinement,
    [shell, '-c', `${limiting}; ${fewProcesses}; ${printStart}; exec "$@"`, 'sh', ...argv],
    env,
  )
}

export function prepareUnconfinedProgram(
  dir: string,
  run: UnconfinedRun,
  argv: readonly string[],
  env: Environment,
): Prepared {
  const args = ['-c', `${limiting}; ${printStart}; exec "$@"`, 'sh', ...argv]
  return { program: shell, args, env: unconfinedEnvironment(dir, run, env) }
}

function unconfinedEnvironment(dir: string, { home, marks }: Pick<UnconfinedRun, 'home' | 'marks'>, env: Environment) {
  return {
    PATH: [dirname(process.execPath), env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter),
    HOME: home,
    TMPDIR: home,
    LANG: 'C.UTF-8',
    CI: 'true',
    GIT_CEILING_DIRECTORIES: dirname(dir),
    ...marks,
  }
}

/** By its whole path, so that the environment of what is started needs nothing of the host's. */
function findProgram(name: string, path: string): string {
  const found = path.split(delimiter).map((folder) => join(folder, name))
  return found.find(isExecutable) ?? found[0] ?? name
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
