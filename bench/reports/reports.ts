import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderReaderOptions } from '../../src/adapters/process/read-confined.ts'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { startChild } from '../stage/child.ts'
import { median } from '../stage/median.ts'
import type { ReadAnswer, ReadQuestion } from './read.ts'
import { type Shape, shapes, writeJunit } from './write-junit.ts'

const name = 'reports'
const megabytesOf: Record<Size, readonly [number, number]> = { small: [1, 2], usual: [5, 50], full: [5, 50] }
const mostGrowthMiB = 16
const roundsOf: Record<Size, number> = { small: 1, usual: 3, full: 9 }

export const reportsBench: Bench = {
  name,
  title: 'time and memory for large test reports',
  about: `Reading a JUnit file of 5 and of 50 MB, each in new processes, median of ${roundsOf.usual} rounds (${roundsOf.full} with \`--size full\`). \`tests\` is of small tests, each twentieth of which failed with a stack; \`output\` is of few tests, one of which printed nearly all of the file as CDATA. A server reads reports above 1 MB in a process that it starts for them, whose heap is bounded; the time is the server's, with that start. \`heap\` is the most that the reader had in use above what was before, seen by collecting garbage every 20 ms, in a process of which nothing else is measured; RSS is the most that a process held by the kernel's count, garbage included. Memory is constant where ten times the file takes no more of it: that growth is what has a target.`,
  run: runReports,
}

interface Reading {
  ms: number
  heapMiB: number
  readerMiB: number
  serverMiB: number
}

async function runReports(tell: Tell, size: Size): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  try {
    const figures: Figure[] = []
    for (const shape of shapes) figures.push(...(await measureShape(dir, shape, size, tell)))
    return figures
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function measureShape(dir: string, shape: Shape, size: Size, tell: Tell): Promise<Figure[]> {
  const readings: Reading[] = []
  const figures: Figure[] = []
  for (const amount of megabytesOf[size]) {
    const title = `${shape}, ${amount} MB`
    tell(title)
    const file = join(dir, `${shape}-${amount}.xml`)
    const tests = await writeJunit(file, shape, amount * 1_000_000)
    const reading = await measureFile(file, tests, roundsOf[size])
    readings.push(reading)
    const figure = (value: number, unit: string): Figure => ({ bench: name, case: title, figure: value, unit })
    figures.push(figure(Math.round(reading.ms), 'ms'))
    figures.push(figure(round(reading.heapMiB), 'MiB of heap'))
    figures.push(
      figure(round(reading.readerMiB), 'MiB RSS, reader'),
      figure(round(reading.serverMiB), 'MiB RSS, server'),
    )
  }
  const [small, large] = readings
  if (small === undefined || large === undefined) throw new Error('nothing was read')
  const growth = (value: number, unit: string) =>
    measure({ bench: name, case: `${shape}, growth`, figure: round(value), unit, target: mostGrowthMiB })
  return [
    ...figures,
    growth(large.heapMiB - small.heapMiB, 'MiB of heap'),
    growth(large.readerMiB - small.readerMiB, 'MiB RSS, reader'),
    growth(large.serverMiB - small.serverMiB, 'MiB RSS, server'),
  ]
}

async function measureFile(file: string, tests: number, rounds: number): Promise<Reading> {
  const asServer: ReadAnswer[] = []
  const asReader: ReadAnswer[] = []
  const watched: ReadAnswer[] = []
  for (let round = 0; round < rounds; round += 1) {
    asServer.push(await readOnce({ file, as: 'server', watchHeap: false }, tests))
    asReader.push(await readOnce({ file, as: 'reader', watchHeap: false }, tests))
    watched.push(await readOnce({ file, as: 'reader', watchHeap: true }, tests))
  }
  const rssMiB = (answers: ReadAnswer[]) => median(answers.map(({ peakRssBytes }) => peakRssBytes)) / 1024 / 1024
  return {
    ms: median(asServer.map(({ ms }) => ms)),
    heapMiB: median(watched.map(({ heapBytes }) => heapBytes)) / 1024 / 1024,
    readerMiB: rssMiB(asReader),
    serverMiB: rssMiB(asServer),
  }
}

async function readOnce(question: ReadQuestion, tests: number): Promise<ReadAnswer> {
  const module = new URL('read.ts', import.meta.url)
  const options = question.as === 'reader' ? renderReaderOptions() : []
  await using child = startChild<ReadQuestion, ReadAnswer>(module, [
    ...options,
    ...(question.watchHeap ? ['--expose-gc'] : []),
  ])
  const answer = await child.ask(question)
  if (answer.tests !== tests) throw new Error(`${answer.tests} of ${tests} tests were read`)
  return answer
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
