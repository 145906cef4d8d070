import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProgramLimits, ProgramOrder, ProgramPlace } from '../../../application/ports/roles/workspace.ts'
import { confinedEnvironment, type Mount } from '../isolation/bubblewrap-arguments.ts'
import { giveToCommandUser } from '../isolation/command-user.ts'
import type { IsolatedCommand } from '../isolation/isolated-command.ts'
import { showPackageCaches } from '../isolation/package-caches.ts'
import { type Prepared, prepareConfinedProgram, prepareUnconfinedProgram } from '../isolation/prepare-command.ts'
import { homePrefix, openUnconfinedRun } from '../isolation/unconfined-run.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import type { LaunchOrder } from './launch-order.ts'

export interface LaidProgram extends AsyncDisposable {
  prepared: Prepared
  place: ProgramPlace
}

type Isolated = Omit<IsolatedCommand, 'command' | 'given'>

const launcher = fileURLToPath(new URL('launch-program.ts', import.meta.url))
const inside = '/run/countersign'
/** Of a network of its own, in which nobody else listens. */
const port = 8089
const agentFolder = '/opt/agent'

/** Writes what a program is told into a folder of its own, and prepares its start. */
export async function layProgram(
  isolated: Isolated,
  order: ProgramOrder,
  { isolation }: ProgramLimits,
): Promise<LaidProgram> {
  return isolation === 'bubblewrap' ? layConfined(isolated, order) : layUnconfined(isolated, order)
}

async function layConfined({ dir, passwdFile, env, caches = [] }: Isolated, order: ProgramOrder): Promise<LaidProgram> {
  const { file, folder, socket } = order
  const place = {
    home: confinedEnvironment.HOME,
    dir: '/work',
    origin: socket === null ? null : `http://127.0.0.1:${port}`,
  }
  const orders = await writeOrder(dir, {
    ...order.describe(place),
    file: folder === null ? file : join(agentFolder, basename(folder), relative(folder, file)),
    path: folder === null ? [] : [join(agentFolder, basename(folder), '.bin')],
    forward: socket === null ? null : { port, socket: `${inside}/socket/${basename(socket)}` },
  })
  const shown = showPackageCaches(caches, place.home, order.fetches ?? false)
  const mounts: Mount[] = [
    ...shown.mounts,
    { path: launcher, at: `${inside}/launch-program.ts` },
    { path: orders.file, at: `${inside}/order.json` },
    // Its folder: one that is made anew in there is found.
    ...(socket === null ? [] : [{ path: dirname(socket), at: `${inside}/socket` }]),
    // Some don't begin without certificates, though they reach nobody who has one.
    ...(existsSync('/etc/ssl/certs') ? [{ path: '/etc/ssl/certs', at: '/etc/ssl/certs' }] : []),
    ...(folder === null ? [] : [{ path: folder, at: join(agentFolder, basename(folder)) }]),
  ]
  const confinement = { dir, passwdFile, network: false, node: process.execPath, given: [], ...shown, mounts }
  const argv = ['/opt/node/bin/node', `${inside}/launch-program.ts`, `${inside}/order.json`]
  return { prepared: prepareConfinedProgram(confinement, argv, env), place, ...orders }
}

async function layUnconfined(isolated: Isolated, order: ProgramOrder): Promise<LaidProgram> {
  const { dir, env } = isolated
  const run = await openUnconfinedRun(isolated)
  const place = { home: run.home, dir, origin: null }
  const orders = await writeOrder(dir, { ...order.describe(place), file: order.file, path: [], forward: null })
  return {
    prepared: prepareUnconfinedProgram(dir, run, [process.execPath, launcher, orders.file], env),
    place,
    async [Symbol.asyncDispose]() {
      await run[Symbol.asyncDispose]()
      await orders[Symbol.asyncDispose]()
    },
  }
}

/** Named as a home of the work tree is: a crash leaves it no longer than that. */
async function writeOrder(dir: string, order: LaunchOrder): Promise<{ file: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), homePrefix(dir)))
  const file = join(folder, 'order.json')
  await writeFile(file, JSON.stringify(order), { mode: 0o400 })
  await giveToCommandUser(file)
  return { file, [Symbol.asyncDispose]: () => removeFolder(folder) }
}
