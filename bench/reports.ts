import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bench, type Figure, measure, type Size, type Tell } from './bench.ts'
import { startChild } from './child.ts'
import { median } from './median.ts'
import type { ReadAnswer, ReadQuestion } from './reports/read.ts'
import { type Shape, shapes, writeJunit } from './reports/write-junit.ts'

const name = 'reports'
const megabytes = [5, 50] as const
const mostGrowthMiB = 16
const roundsOf: Record<Size, number> = { small: 1, usual: 3, full: 9 }

export const reportsBench: Bench = {
  name,
  about: `Reading a JUnit file of 5 and of 50 MB, each in a process of its own, median of ${roundsOf.usual} rounds (${roundsOf.full} with \`--size full\`). \`tests\` is of small tests, each twentieth of which failed with a stack; \`output\` is of few tests, one of which printed nearly all of the file as CDATA. \`heap\` is the most that was in use above what was before, seen by collecting garbage every 20 ms, in a process of which nothing else is measured; RSS is the most that the process held by the kernel's count, garbage included. Memory is constant where ten times the file takes no more of it: that growth is what has a target.`,
  run: runReports,
}

interface Reading {
  ms: number
  heapMiB: number
  rssMiB: number
}

async function runReports(tell: Tell, size: Size): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  try {
    const figures: Figure[] = []
    for (const shape of shapes) figures.push(...(await measureShape(dir, shape, roundsOf[size], tell)))
    return figures
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function measureShape(dir: string, shape: Shape, rounds: number, tell: Tell): Promise<Figure[]> {
  const readings: Reading[] = []
  const figures: Figure[] = []
  for (const amount of megabytes) {
    const title = `${shape}, ${amount} MB`
    tell(title)
    const file = join(dir, `${shape}-${amount}.xml`)
    const tests = await writeJunit(file, shape, amount * 1_000_000)
    const reading = await measureFile(file, tests, rounds)
    readings.push(reading)
    const figure = (value: number, unit: string): Figure => ({ bench: name, case: title, figure: value, unit })
    figures.push(figure(Math.round(reading.ms), 'ms'))
    figures.push(figure(round(reading.heapMiB), 'MiB of heap'), figure(round(reading.rssMiB), 'MiB RSS'))
  }
  const [small, large] = readings
  if (small === undefined || large === undefined) throw new Error('nothing was read')
  const growth = (value: number, unit: string) =>
    measure({ bench: name, case: `${shape}, growth`, figure: round(value), unit, target: mostGrowthMiB })
  return [
    ...figures,
    growth(large.heapMiB - small.heapMiB, 'MiB of heap'),
    growth(large.rssMiB - small.rssMiB, 'MiB RSS'),
  ]
}

async function measureFile(file: string, tests: number, rounds: number): Promise<Reading> {
  const timed: ReadAnswer[] = []
  const watched: ReadAnswer[] = []
  for (let round = 0; round < rounds; round += 1) {
    timed.push(await readOnce({ file, watchHeap: false }, tests))
    watched.push(await readOnce({ file, watchHeap: true }, tests))
  }
  return {
    ms: median(timed.map(({ ms }) => ms)),
    heapMiB: median(watched.map(({ heapBytes }) => heapBytes)) / 1024 / 1024,
    rssMiB: median(timed.map(({ peakRssBytes }) => peakRssBytes)) / 1024 / 1024,
  }
}

async function readOnce(question: ReadQuestion, tests: number): Promise<ReadAnswer> {
  const module = new URL('reports/read.ts', import.meta.url)
  await using child = startChild<ReadQuestion, ReadAnswer>(module, question.watchHeap ? ['--expose-gc'] : [])
  const answer = await child.ask(question)
  if (answer.tests !== tests) throw new Error(`${answer.tests} of ${tests} tests were read`)
  return answer
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
