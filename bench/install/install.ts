import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, type Figure, measure, type Tell } from '../bench.ts'
import { measureFolder } from './measure-folder.ts'
import { allPackages, type LockFile, packageName, serverPackages } from './server-packages.ts'

const name = 'install'
const root = fileURLToPath(new URL('../..', import.meta.url))
export const mostMegabytes = 110
const shownLargest = 5

export const installBench: Bench = {
  name,
  title: 'what npm installs on a server, in packages and megabytes',
  about: `What \`npm ci --omit=dev --omit=optional\` brings a server, and what \`npm ci\` brings who works on Countersign: packages by package-lock.json, and what they take of this machine's disk in \`node_modules\`, as \`du\` counts. Optional are those for the other platforms and the Node that the project brings. Below them the ${shownLargest} largest of a server, all copies of a package together. The image leaves out more ([Dockerfile](../Dockerfile)).`,
  run: runInstall,
}

interface Installed {
  name: string
  bytes: number
}

/** What a server has, as it is installed here. */
export async function measureServer(): Promise<{ packages: number; megabytes: number }> {
  const server = await measureServerPackages(await readLock())
  return { packages: server.length, megabytes: megabytes(server) }
}

async function readLock(): Promise<LockFile> {
  return JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as LockFile
}

async function measureServerPackages(lock: LockFile): Promise<Installed[]> {
  const server = await measureAll(serverPackages(lock))
  const lacking = server.find(({ bytes }) => bytes === 0)
  if (lacking !== undefined) throw new Error(`${lacking.name} is not installed; run \`npm ci\``)
  return server
}

async function runInstall(tell: Tell): Promise<Figure[]> {
  tell('measuring node_modules')
  const lock = await readLock()
  const server = await measureServerPackages(lock)
  const everything = await measureAll(allPackages(lock))
  const figure = (title: string, value: number, unit: string): Figure => ({
    bench: name,
    case: title,
    figure: value,
    unit,
  })
  return [
    figure('server', server.length, 'packages'),
    measure({ ...figure('server', megabytes(server), 'MB'), target: mostMegabytes }),
    ...findLargest(server).map(([title, copies]) =>
      figure(`server, ${title}${copies.length === 1 ? '' : ` (${copies.length} copies)`}`, megabytes(copies), 'MB'),
    ),
    figure('development', everything.filter(({ bytes }) => bytes > 0).length, 'packages'),
    figure('development', megabytes(everything), 'MB'),
  ]
}

async function measureAll(folders: readonly string[]): Promise<Installed[]> {
  const measured = folders.map(async (folder) => ({
    name: packageName(folder),
    bytes: await measureFolder(join(root, folder)),
  }))
  return await Promise.all(measured)
}

function findLargest(installed: readonly Installed[]): [string, Installed[]][] {
  const byName = Object.entries(Object.groupBy(installed, (one) => one.name)).map(
    ([title, copies = []]): [string, Installed[]] => [title, copies],
  )
  return byName.toSorted((a, b) => sum(b[1]) - sum(a[1])).slice(0, shownLargest)
}

function megabytes(installed: readonly Installed[]): number {
  return Math.round(sum(installed) / 100_000) / 10
}

function sum(installed: readonly Installed[]): number {
  return installed.reduce((total, { bytes }) => total + bytes, 0)
}
