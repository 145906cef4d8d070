import { type Bench, compare, type Figure, type Size } from '../bench.ts'
import { startChild } from '../stage/child.ts'
import type { StartsAnswer, StartsQuestion } from './holder.ts'

const name = 'starts'
const usual = [0, 500, 1_000]
const heldMiBsOf: Record<Size, readonly number[]> = { small: [0, 50], usual, full: usual }
const timesOf: Record<Size, number> = { small: 10, usual: 100, full: 300 }

export const startsBench: Bench = {
  name,
  title: 'how long starting git blocks a large process',
  about: `Starting git from a process that holds so much memory: how long that process can do nothing else, median of ${timesOf.usual} starts. Beside it the same by \`spawn\` of Node, which copies the page tables ([decision 27](decisions/0027-a-small-process-starts-git.md)).`,
  async run(tell, size) {
    await using holder = startChild<StartsQuestion, StartsAnswer>(new URL('holder.ts', import.meta.url))
    const figures: Figure[] = []
    for (const heldMiB of heldMiBsOf[size]) {
      tell(`${heldMiB} MiB held`)
      const order = { heldMiB, times: timesOf[size] }
      const ours = await holder.ask({ ...order, by: 'starter' })
      const peer = await holder.ask({ ...order, by: 'this process' })
      const figure = { bench: name, case: `${heldMiB.toLocaleString('en')} MiB held`, unit: 'ms of standstill' }
      figures.push(compare({ ...figure, figure: round(ours.blockedMs), peer: round(peer.blockedMs) }))
    }
    return figures
  },
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
