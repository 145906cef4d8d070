import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { gateRows } from '../../support/gate/gate-rows.ts'
import { playBatches } from '../support/random/play-batches.ts'
import type { PlayedSequence } from '../support/random/play-sequences.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(1_800_000) })

/** Seeds that failed once are always played first. */
const keptSeeds = fileURLToPath(new URL('random-seeds.json', import.meta.url))
/** So many sequences take every row of the gate table at least once; fewer may not. */
const enoughForAllRows = 200
/** `npm run test:long` plays enough for all rows. */
const playedInCi = 2

const { RANDOM_SEQUENCES, RANDOM_SEED, RANDOM_STEPS, RANDOM_TRACE } = process.env
const isOne = RANDOM_SEED !== undefined && RANDOM_SEQUENCES === undefined
const count = Number(RANDOM_SEQUENCES ?? (isOne ? 1 : playedInCi))
const first = Number(RANDOM_SEED ?? 1)

function renderRows(taken: Record<string, number>): string {
  return gateRows.map(({ name }) => `${String(taken[name] ?? 0).padStart(6)}  ${name}`).join('\n')
}

function renderSequence({ seed, steps, faults }: PlayedSequence): string {
  const told = steps.map((step, index) => `  ${String(index + 1).padStart(2)}. ${step}`)
  return [`Seed ${seed}, played alone with RANDOM_SEED=${seed}:`, ...told, ...faults.map((one) => `  ✗ ${one}`)].join(
    '\n',
  )
}

async function readKept(): Promise<number[]> {
  return JSON.parse(await readFile(keptSeeds, 'utf8')) as number[]
}

/** Failed once, kept for good. */
async function keep(seeds: readonly number[]): Promise<void> {
  const all = [...new Set([...(await readKept()), ...seeds])].toSorted((a, b) => a - b)
  await writeFile(keptSeeds, `${JSON.stringify(all)}\n`)
}

test('whatever people do, every invariant holds after each step, and where enough is played every row of the gate is taken', async () => {
  const kept = isOne ? [] : await readKept()
  const seeds = [...new Set([...kept, ...Array.from({ length: count }, (_, index) => first + index)])]
  const started = performance.now()

  const { played, taken, broken } = await playBatches(
    { seeds, steps: Number(RANDOM_STEPS ?? 30), isTraced: RANDOM_TRACE !== undefined },
    // One more than cores: each waits for git a third of its time.
    Math.min(4, availableParallelism() + 1),
  )

  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const steps = played.reduce((sum, one) => sum + one.steps.length, 0)
  const failed = played.filter((one) => one.faults.length > 0)
  console.log(`${played.length} sequences, ${steps} steps, ${seconds} s\n${renderRows(taken)}`)
  for (const one of isOne ? played : failed) console.log(renderSequence(one))
  if (failed.length > 0) await keep(failed.map((one) => one.seed))
  expect(broken).toEqual([])
  expect(failed.map(({ seed, faults }) => `${seed}: ${faults[0]}`)).toEqual([])
  const untaken = gateRows.filter(({ name }) => taken[name] === undefined).map(({ name }) => name)
  if (count >= enoughForAllRows) expect(untaken).toEqual([])
})
