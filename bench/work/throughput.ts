import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { type DrivenIssue, driveIssues } from '../stage/drive-issues.ts'
import { median } from '../stage/median.ts'
import { openPlant, type Plant, type PlantProcess } from '../stage/plant.ts'
import { percentile } from '../stage/percentile.ts'
import { readProcessorMs } from './processor-time.ts'

const name = 'throughput'
const cpuUnit = 'ms CPU an issue, Countersign'
const latencyMs = 100
const deadlineMs = 300_000
/** What an issue may take of the processor with several workers, by what it takes with one. */
const mostTimesOne = 1.25
/** That many issues a worker has made before anything is measured: what Node compiles by then it compiles in each worker. */
const warmUps: Record<Size, number> = { small: 1, usual: 16, full: 16 }

interface Amounts {
  issues: number
  repositories: number
  /** Each is measured by itself. */
  workers: readonly number[]
}

const usual: Amounts = { issues: 48, repositories: 8, workers: [1, 2, 4] }
const amountsOf: Record<Size, Amounts> = {
  small: { issues: 2, repositories: 1, workers: [1] },
  usual,
  full: { ...usual, issues: 200 },
}

export const throughputBench: Bench = {
  name,
  title: 'issues a minute through the whole machine, by its workers',
  about: `Issues of one task through the whole machine: label, plan, approval as soon as the plan stands, work on a branch, review, merge, final pull request. ${usual.issues} issues (${amountsOf.full.issues} with \`--size full\`) in ${usual.repositories} repositories, 32 on their way at a time; one process that takes webhooks and 1, 2 or 4 that work, on one Postgres, with ${latencyMs} ms added to each answer of GitHub's. GitHub's own limits are off: what they allow is arithmetic (docs/scale.md). Everything runs on the same cores, the sandbox GitHub too, which one process of Node answers for: with two cores more workers soon wait for those, not for each other. Processor time doesn't depend on that; it is that of the App's processes with all they start (git), and of Postgres. Before that each worker has made ${warmUps.usual} issues, so that what it compiles once isn't counted as what more workers cost. Its target is ${mostTimesOne} times that of one worker in the same run.`,
  async run(tell, size) {
    const figures: Figure[] = []
    const { workers, ...amounts } = amountsOf[size]
    for (const count of workers)
      figures.push(...(await measureWorkers(count, { ...amounts, warmUp: count * warmUps[size] }, tell)))
    const alone = figures.find(({ unit }) => unit === cpuUnit)?.figure ?? 0
    const target = Math.round(alone * mostTimesOne)
    return figures.map((one) => (one.unit === cpuUnit && one.figure !== alone ? measure({ ...one, target }) : one))
  },
}

async function measureWorkers(
  workers: number,
  { issues, repositories, warmUp }: Omit<Amounts, 'workers'> & { warmUp: number },
  tell: Tell,
): Promise<Figure[]> {
  const title = `${workers} ${workers === 1 ? 'worker' : 'workers'}`
  tell(`${title}: starting`)
  await using plant = await openPlant({ postgres: true, latencyMs })
  const processes = [await plant.startApp(['--no-work'])]
  for (let started = 0; started < workers; started += 1) processes.push(await plant.start(['worker']))
  const names = await makeRepositories(plant, repositories)
  // The first issue of a repository clones it and makes its workflow branch.
  await drive(plant, names, Math.max(repositories, warmUp))
  const before = readUsage(plant, processes)
  const startedMs = performance.now()
  const driven = await drive(plant, names, issues, (done) => tell(`${title}: ${done} of ${issues} issues`))
  const minutes = (performance.now() - startedMs) / 60_000
  const after = readUsage(plant, processes)
  const figure = (value: number, unit: string): Figure => ({
    bench: name,
    case: title,
    figure: Math.round(value),
    unit,
  })
  return [
    figure(issues / minutes, 'issues a minute'),
    figure(median(driven.map((one) => one.finishedMs - one.labelledMs)), 'ms from label to final pull request, p50'),
    figure(percentile(driven.map(totalMs), 99), 'ms from label to final pull request, p99'),
    figure((after.appMs - before.appMs) / issues, cpuUnit),
    figure((after.postgresMs - before.postgresMs) / issues, 'ms CPU an issue, Postgres'),
  ]
}

function totalMs(one: DrivenIssue): number {
  return one.finishedMs - one.labelledMs
}

async function makeRepositories({ sandbox }: Plant, repositories: number): Promise<string[]> {
  const names: string[] = []
  for (let made = 1; made <= repositories; made += 1) {
    names.push((await sandbox.createRepository({ name: `bench-${made}` })).repository)
  }
  await sandbox.idle()
  return names
}

function drive(plant: Plant, names: readonly string[], issues: number, onFinished: (done: number) => void = () => {}) {
  const { sandbox, maintainer } = plant
  return driveIssues({ sandbox, maintainer, repositories: names, issues, atOnce: 32, deadlineMs, onFinished })
}

function readUsage(plant: Plant, processes: readonly PlantProcess[]): { appMs: number; postgresMs: number } {
  return {
    appMs: readProcessorMs(processes.map(({ pid }) => pid)),
    postgresMs: plant.postgresPid === null ? 0 : readProcessorMs([plant.postgresPid]),
  }
}
