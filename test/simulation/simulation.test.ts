import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { noteSimulated } from './support/note-simulated.ts'
import type { Played } from './support/play-seed.ts'
import { runSimulation } from './support/run-simulation.ts'
import { patienceMs } from '../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(3_600_000) })

/** Seeds that failed once are always played first. */
const keptSeeds = fileURLToPath(new URL('failed-seeds.json', import.meta.url))
const { SIM_SEEDS, SIM_FIRST, SIM_TRACE } = process.env
/** `npm run test:long` plays 2,000. */
const count = Number(SIM_SEEDS ?? 40)
const first = Number(SIM_FIRST ?? 1)
const longestTrace = 120

function renderPlayed({ seed, trace, faults, end }: Played): string {
  const left = trace.length - longestTrace
  const told = left > 0 && SIM_TRACE === undefined ? [`… ${left} lines before`, ...trace.slice(-longestTrace)] : trace
  const again = `Seed ${seed}, played alone with SIM_SEEDS=1 SIM_FIRST=${seed}:`
  return [again, ...told, end, ...faults.map((fault) => `✗ ${fault}`)].join('\n  ')
}

async function readKept(): Promise<number[]> {
  return JSON.parse(await readFile(keptSeeds, 'utf8')) as number[]
}

test('whatever fails, nothing is lost, doubled or left without end, and the same seed is the same play', async () => {
  const kept = count === 1 ? [] : await readKept()
  const seeds = [...new Set([...kept, ...Array.from({ length: count }, (_, index) => first + index)])]
  const processes = Math.min(availableParallelism(), seeds.length)
  const started = performance.now()

  const parts = await Promise.all(
    Array.from({ length: processes }, (_, part) =>
      runSimulation({
        seeds: seeds.filter((_seed, index) => index % processes === part),
        isRepeated: true,
        stopsAtFault: false,
        isTraced: SIM_TRACE !== undefined,
      }),
    ),
  )

  const seconds = ((performance.now() - started) / 1_000).toFixed(0)
  const sum = (pick: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + pick(part), 0)
  const tried: Record<string, number> = {}
  for (const part of parts)
    for (const [kind, times] of Object.entries(part.tried)) tried[kind] = (tried[kind] ?? 0) + times
  const failed = parts.flatMap((part) => part.failed)
  console.log(
    `${sum((part) => part.played)} seeds, ${sum((part) => part.steps)} steps, ${sum((part) => part.commits)} commits, ${seconds} s`,
  )
  console.log(JSON.stringify(tried))
  for (const one of parts.flatMap((part) => part.traced)) console.log(renderPlayed(one))
  for (const one of failed.slice(0, 5)) console.log(renderPlayed(one))
  if (count > 1) await noteSimulated(tried, failed)
  if (failed.length > 0) {
    const all = [...new Set([...(await readKept()), ...failed.map((one) => one.seed)])]
    await writeFile(keptSeeds, `${JSON.stringify(all.toSorted((a, b) => a - b))}\n`)
  }
  expect(sum((part) => part.played)).toBe(seeds.length)
  expect(failed.map(({ seed, faults }) => `${seed}: ${faults[0]}`)).toEqual([])
})
