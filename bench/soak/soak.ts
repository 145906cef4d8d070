import type { Octokit } from '@octokit/rest'
import { execa } from 'execa'
import type { Repository } from 'github-sandbox'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { startChild } from '../stage/child.ts'
import { driveIssues, findRepository } from '../stage/drive-issues.ts'
import { appEnvironment, openPlant } from '../stage/plant.ts'
import { serverEnvironment, serverFlags } from '../stage/server-flags.ts'
import type { SoakAnswer, SoakQuestion } from './app.ts'

const name = 'soak'
/** Few, so that what is kept of each is full long before the end. */
const repositories = 2
/** Only a hang takes so long, also on a machine that does other things. */
const deadlineMs = 1_800_000
const amountsOf: Record<Size, Amounts> = {
  small: { issues: 8, samples: 4 },
  usual: { issues: 200, samples: 20 },
  full: { issues: 2_000, samples: 20 },
}
const mostGrowthMiB = 5
const mostRssMiB = 300

interface Amounts {
  issues: number
  /** How often memory is looked at, an even number. */
  samples: number
}

export const soakBench: Bench = {
  name,
  title: 'memory of a server over many issues',
  about: `Memory of a server on its embedded database over ${amountsOf.usual.issues} issues of one task (${amountsOf.full.issues.toLocaleString('en')} with \`--size full\`) in ${repositories} repositories, 16 on their way at a time, each merged at its end. It is looked at ${amountsOf.usual.samples} times, each time with nothing left to do: the heap after a collection of garbage, and what the process holds (RSS). \`growth\` is the slope of a straight line through the second half of the samples, for 1,000 issues; the first half fills what is kept on purpose.`,
  run: runSoak,
}

interface Sample {
  issues: number
  heapMiB: number
  rssMiB: number
}

async function runSoak(tell: Tell, size: Size): Promise<Figure[]> {
  const { issues, samples } = amountsOf[size]
  await using plant = await openPlant({ postgres: false })
  const { sandbox, maintainer } = plant
  const module = new URL('app.ts', import.meta.url)
  await using app = startChild<SoakQuestion, SoakAnswer>(module, serverFlags, serverEnvironment)
  const env = { ...appEnvironment(sandbox), DATA_DIR: plant.appDir, PORT: '0', SWEEP_MINUTES: '1' }
  const started = await app.ask({ kind: 'start', env })
  sandbox.setWebhookUrl(started.webhookUrl)
  const names: string[] = []
  const folders: string[] = []
  for (let made = 1; made <= repositories; made += 1) {
    const { repository, dir } = await sandbox.createRepository({ name: `bench-${made}` })
    names.push(repository)
    folders.push(dir)
  }
  const taken: Sample[] = []
  for (let sample = 1; sample <= samples; sample += 1) {
    const last = taken.at(-1)
    const memory = last === undefined ? '' : `, heap ${round(last.heapMiB)} MiB, RSS ${round(last.rssMiB)} MiB`
    tell(`${((sample - 1) * issues) / samples} of ${issues} issues${memory}`)
    await driveIssues({ sandbox, maintainer, repositories: names, issues: issues / samples, atOnce: 16, deadlineMs })
    await Promise.all(names.map((one) => mergeFinals(maintainer, findRepository(sandbox, one))))
    await sandbox.idle()
    const { heapBytes, rssBytes } = await app.ask({ kind: 'memory' })
    // GitHub packs what it was given; here nobody does, and git would be slower with each issue.
    await Promise.all(folders.map((one) => execa('git', ['--git-dir', one, 'repack', '-d', '--quiet'])))
    taken.push({ issues: (sample * issues) / samples, heapMiB: mebibytes(heapBytes), rssMiB: mebibytes(rssBytes) })
  }
  return makeFigures(issues, taken)
}

/** A maintainer merges what is ready: the reconciler keeps an eye, and a place in memory, on each issue that waits for that. */
async function mergeFinals(maintainer: Octokit, { owner, name: repo, pulls, issues }: Repository): Promise<void> {
  const ready = pulls.filter(({ number, head }) => {
    const isOpen = issues.some((issue) => issue.number === number && issue.state === 'open')
    return isOpen && head.ref.endsWith('/base')
  })
  for (const { number: pull_number } of ready) {
    // GitHub computes whether a pull request can be merged when it is first asked.
    await maintainer.rest.pulls.get({ owner, repo, pull_number })
    await maintainer.rest.pulls.merge({ owner, repo, pull_number })
  }
}

function makeFigures(issues: number, taken: readonly Sample[]): Figure[] {
  const second = taken.slice(taken.length / 2)
  const half = taken[taken.length / 2 - 1]
  const last = taken.at(-1)
  if (half === undefined || last === undefined) throw new Error('nothing was sampled')
  const title = `${issues.toLocaleString('en')} issues`
  const figure = (value: number, unit: string): Figure => ({ bench: name, case: title, figure: round(value), unit })
  const growth = slope(second.map((one) => ({ x: one.issues / 1_000, y: one.heapMiB })))
  const rssGrowth = slope(second.map((one) => ({ x: one.issues / 1_000, y: one.rssMiB })))
  return [
    figure(half.heapMiB, 'MiB of heap half way'),
    figure(last.heapMiB, 'MiB of heap at the end'),
    measure({ ...figure(growth, 'MiB of heap, growth'), target: mostGrowthMiB }),
    figure(half.rssMiB, 'MiB RSS half way'),
    figure(last.rssMiB, 'MiB RSS at the end'),
    measure({
      ...figure(Math.max(...taken.map((one) => one.rssMiB)), 'MiB RSS, most of all samples'),
      target: mostRssMiB,
    }),
    figure(rssGrowth, 'MiB RSS, growth'),
  ]
}

/** Of the straight line that is nearest to the points. */
function slope(points: readonly { x: number; y: number }[]): number {
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length
  const over = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  return over / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
}

function mebibytes(bytes: number): number {
  return bytes / 1024 / 1024
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
