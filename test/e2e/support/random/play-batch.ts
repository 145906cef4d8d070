import { gateRows } from '../../../support/gate/gate-rows.ts'
import { type PlayedSequence, playSequences } from './play-sequences.ts'
import { renderTransition } from './render-transition.ts'

export interface BatchOrder {
  /** For all its files. */
  dir: string
  seeds: readonly number[]
  steps: number
  /** Prints every commit of the workflow branch. */
  isTraced: boolean
}

export interface BatchResult {
  played: PlayedSequence[]
  /** How often each row of the gate table was taken. */
  taken: Record<string, number>
  /** Batches that did not come to their end, and why. */
  broken: string[]
}

/** Plays one batch for whoever forked this process, and ends. */
process.once('message', (order: BatchOrder) => {
  void playBatch(order).then((result) => process.send?.(result, () => process.disconnect()))
})

// Whoever asked is gone, or has its answer: nobody waits for the rest.
process.once('disconnect', () => process.exit())

async function playBatch({ dir, seeds, steps, isTraced }: BatchOrder): Promise<BatchResult> {
  const taken: Record<string, number> = {}
  const played = await playSequences({
    dir,
    seeds,
    steps,
    note: (transition) => {
      if (isTraced) process.stdout.write(`${renderTransition(transition)}\n`)
      for (const row of gateRows) if (row.taken(transition)) taken[row.name] = (taken[row.name] ?? 0) + 1
    },
  })
  return { played, taken, broken: [] }
}
