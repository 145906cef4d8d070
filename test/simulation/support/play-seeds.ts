import { type Played, playOf, playSeed } from './play-seed.ts'

export interface SeedsOrder {
  seeds: readonly number[]
  /** The first seed is played once more, to see that it is the same. */
  isRepeated: boolean
  /** At the first fault nothing more is played. */
  stopsAtFault: boolean
  /** Traces of sound seeds too. */
  isTraced: boolean
}

export interface SeedsResult {
  played: number
  failed: Played[]
  steps: number
  commits: number
  tried: Record<string, number>
  traced: Played[]
}

/** What nobody caught would have ended a real process. */
let uncaught: string[] = []
process.on('unhandledRejection', (error) => {
  uncaught.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
})
process.once('message', (order: SeedsOrder) => {
  void playAll(order).then((result) => process.send?.(result, () => process.disconnect()))
})
process.once('disconnect', () => process.exit())

async function playAll(order: SeedsOrder): Promise<SeedsResult> {
  const result: SeedsResult = { played: 0, failed: [], steps: 0, commits: 0, tried: {}, traced: [] }
  for (const [index, seed] of order.seeds.entries()) {
    const played = await playOne(seed, order.isRepeated && index === 0)
    result.played += 1
    result.steps += played.steps
    result.commits += played.commits
    for (const [kind, times] of Object.entries(played.tried)) result.tried[kind] = (result.tried[kind] ?? 0) + times
    if (played.faults.length > 0) result.failed.push(played)
    else if (order.isTraced) result.traced.push(played)
    if (order.stopsAtFault && result.failed.length > 0) break
  }
  return result
}

/**
 * A seed, and where one wise person is all the people there are, the same without faults: both end alike where it took the
 * same deeds (I14).
 */
async function playOne(seed: number, isRepeated: boolean): Promise<Played> {
  const play = playOf(seed)
  const played = await playSeed(play)
  played.faults.push(...uncaught.map((one) => `uncaught: ${one}`))
  uncaught = []
  if (isRepeated) {
    const again = await playSeed(play)
    const differs = again.trace.findIndex((line, index) => line !== played.trace[index])
    if (differs !== -1) played.faults.push(`the same seed went another way at: ${again.trace[differs]}`)
  }
  if (play.people === 'wise' && played.faults.length === 0) {
    const calm = await playSeed({ ...play, isTroubled: false })
    for (const fault of calm.faults) played.faults.push(`without faults, ${fault}`)
    const isSame = calm.deeds.toSorted().join() === played.deeds.toSorted().join()
    if (isSame && calm.end !== played.end)
      played.faults.push(`I14: without faults it ends otherwise\n${calm.end}\n— but here —\n${played.end}`)
  }
  return played
}
