import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { driveIssues } from '../stage/drive-issues.ts'
import { median } from '../stage/median.ts'
import { openPlant, type Plant, type PlantProcess } from '../stage/plant.ts'
import { type LaidOutPackage, layOutPackage } from './lay-out-package.ts'
import { measureServer, mostMegabytes } from './install.ts'

const name = 'footprint'
const most = { startMs: 1_000, idleMiB: 150, workedMiB: 300 }
const issuesOf: Record<Size, number> = { small: 2, usual: 200, full: 200 }
const startsOf: Record<Size, number> = { small: 1, usual: 5, full: 9 }
const repositories = 4
const atOnce = 16
/** What is done once after a start, the first sweep too, is over by then. */
const idleAfterMs = 3_000
const deadlineMs = 600_000

const databases = [
  { title: 'embedded', postgres: false, env: { DATABASE: 'embedded' } },
  { title: 'memory', postgres: false, env: { DATABASE: 'memory' } },
  { title: 'Postgres', postgres: true, env: {} },
] as const

export const footprintBench: Bench = {
  name,
  title: 'what a server takes of a small machine: disk, time to start, memory',
  about: `What \`npm ci --omit=dev --omit=optional\` brings a server ([install](#install) has the parts), and a server of each database, of the package as it is published: from its start as a process to the first 200 of \`/readyz\`, median of ${startsOf.usual} starts after one that fills the caches of disk and code; what it holds (RSS) ${idleAfterMs / 1000} seconds after that, and after ${issuesOf.usual} issues of one task in ${repositories} repositories, ${atOnce} at a time. Postgres' own processes are not counted.`,
  run: runFootprint,
}

async function runFootprint(tell: Tell, size: Size): Promise<Figure[]> {
  tell('measuring node_modules')
  const { packages, megabytes } = await measureServer()
  const figures: Figure[] = [
    { bench: name, case: 'installed', figure: packages, unit: 'packages' },
    measure({ bench: name, case: 'installed', figure: megabytes, unit: 'MB', target: mostMegabytes }),
  ]
  tell('laying out what is installed')
  await using installed = await layOutPackage()
  for (const database of databases) figures.push(...(await measureDatabase(database, installed, tell, size)))
  return figures
}

async function measureDatabase(
  { title, postgres, env }: (typeof databases)[number],
  { program }: LaidOutPackage,
  tell: Tell,
  size: Size,
): Promise<Figure[]> {
  await using plant = await openPlant({ postgres, program })
  const figure = (value: number, unit: string) => ({ bench: name, case: title, figure: Math.round(value), unit })
  const startMs: number[] = []
  for (let start = 0; start <= startsOf[size]; start += 1) {
    tell(`${title}: start ${start + 1}`)
    const { server, ms } = await startUntilReady(plant, env)
    if (start > 0) startMs.push(ms)
    await server.kill()
  }
  const { server } = await startUntilReady(plant, env)
  await wait(idleAfterMs)
  const idleMiB = await readRssMiB(server)
  const issues = issuesOf[size]
  tell(`${title}: ${issues} issues`)
  await work(plant, issues)
  const start = figure(median(startMs), 'ms to /readyz')
  return [
    // A Postgres is asked over the network, so that the start is not the server's alone.
    postgres ? start : measure({ ...start, target: most.startMs }),
    measure({ ...figure(idleMiB, 'MiB RSS, idle'), target: most.idleMiB }),
    measure({
      ...figure(await readRssMiB(server), `MiB RSS after ${issues} issues`),
      target: most.workedMiB,
    }),
  ]
}

async function startUntilReady(
  plant: Plant,
  env: Record<string, string>,
): Promise<{ server: PlantProcess; ms: number }> {
  const beganMs = performance.now()
  const server = await plant.startApp([], env)
  const url = new URL('/readyz', /takes webhooks at (\S+)/.exec(server.said)?.[1])
  while (!(await fetch(url)).ok) {
    if (performance.now() - beganMs > deadlineMs) throw new Error('the server does not become ready')
    await wait(5)
  }
  return { server, ms: performance.now() - beganMs }
}

async function work({ sandbox, maintainer }: Plant, issues: number): Promise<void> {
  const names: string[] = []
  for (let made = 1; made <= repositories; made += 1)
    names.push((await sandbox.createRepository({ name: `bench-${made}` })).repository)
  await driveIssues({ sandbox, maintainer, repositories: names, issues, atOnce, deadlineMs })
  await sandbox.idle()
}

async function readRssMiB({ pid }: PlantProcess): Promise<number> {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kibibytes === undefined) throw new Error('this machine does not tell what a process holds (/proc)')
  return Number(kibibytes) / 1024
}
