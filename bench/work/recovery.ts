import { setTimeout as wait } from 'node:timers/promises'
import type { RequestRecord } from 'github-sandbox'
import { type Bench, type Figure, measure, type Size } from '../bench.ts'
import { driveIssues } from '../stage/drive-issues.ts'
import { openPlant, type Plant } from '../stage/plant.ts'

const name = 'recovery'
const latencyMs = 100
const deadlineMs = 300_000
const targetSeconds = 60
/** The process is killed when so many requests of the approved issue were answered. */
const momentsOf: Record<Size, readonly number[]> = {
  small: [4],
  usual: [2, 5, 8, 11],
  full: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}

export const recoveryBench: Bench = {
  name,
  title: 'how soon work goes on after its process was killed',
  about: `An issue of one task is approved, and the only process that works on it gets SIGKILL in the middle, after its 2nd, 5th, 8th and 11th request since the approval (after each of the first twelve with \`--size full\`), with ${latencyMs} ms added to each answer. \`alone\`: the embedded database, the same command started again at once; starting counts. \`another worker\`: two workers on one Postgres, the other one frozen until the kill, so that it surely wasn't the one at work. Seconds from the kill to the first request that writes something on GitHub, and to the final pull request; the worst of all moments.`,
  async run(tell, size) {
    const alone: Recovery[] = []
    const other: Recovery[] = []
    for (const moment of momentsOf[size]) {
      tell(`killed at request ${moment}, alone`)
      alone.push(await recover(moment, false))
      tell(`killed at request ${moment}, another worker there`)
      other.push(await recover(moment, true))
    }
    return [...makeFigures('alone', alone), ...makeFigures('another worker', other)]
  },
}

interface Recovery {
  goesOnMs: number
  finishedMs: number
}

function makeFigures(title: string, recoveries: readonly Recovery[]): Figure[] {
  const worst = (pick: (one: Recovery) => number) => Math.round(Math.max(...recoveries.map(pick)) / 100) / 10
  const unit = (what: string) => `s until ${what}`
  const goesOn = worst((one) => one.goesOnMs)
  return [
    measure({ bench: name, case: title, figure: goesOn, unit: unit('the work goes on'), target: targetSeconds }),
    { bench: name, case: title, figure: worst((one) => one.finishedMs), unit: unit('the final pull request') },
  ]
}

/** What is seen of an App that is killed: its requests since the approval, and when the first after the kill wrote something. */
class Watch {
  approved = false
  killedAtMs: number | undefined
  wroteAtMs: number | undefined
  readonly #moment: number
  #requests = 0
  #reached: () => void = () => {}
  readonly reached = new Promise<void>((resolve) => {
    this.#reached = resolve
  })

  constructor(moment: number) {
    this.#moment = moment
  }

  see(request: RequestRecord, botLogin: string): void {
    if (!this.approved || request.actor !== botLogin) return
    this.#requests += 1
    if (this.#requests === this.#moment) this.#reached()
    if (this.killedAtMs === undefined || request.method === 'GET' || request.route.startsWith('git ')) return
    this.wroteAtMs ??= performance.now() - request.ms
  }
}

async function recover(moment: number, postgres: boolean): Promise<Recovery> {
  const watch = new Watch(moment)
  let botLogin = ''
  await using plant = await openPlant({ postgres, latencyMs, onRequest: (request) => watch.see(request, botLogin) })
  botLogin = plant.sandbox.app.botLogin
  const { repository } = await plant.sandbox.createRepository({ name: 'bench' })
  const kill = postgres ? await startTwoWorkers(plant) : await startAlone(plant)
  const drive = { sandbox: plant.sandbox, maintainer: plant.maintainer, repositories: [repository], deadlineMs }
  const onApproving = () => {
    watch.approved = true
  }
  const driving = driveIssues({ ...drive, issues: 1, atOnce: 1, onApproving })
  await Promise.race([watch.reached, driving])
  const killedAtMs = performance.now()
  const restarted = kill()
  watch.killedAtMs = killedAtMs
  await restarted
  const [finished] = await driving
  while (watch.wroteAtMs === undefined && performance.now() - killedAtMs < deadlineMs) await wait(50)
  if (finished === undefined || watch.wroteAtMs === undefined)
    throw new Error(`nothing went on after request ${moment}`)
  return { goesOnMs: watch.wroteAtMs - killedAtMs, finishedMs: Math.max(0, finished.finishedMs - killedAtMs) }
}

/** Gives what kills the server and starts it again. */
async function startAlone(plant: Plant): Promise<() => Promise<void>> {
  const app = await plant.startApp()
  return async () => {
    await app.kill()
    await plant.startApp()
  }
}

/** Gives what kills the worker that works and wakes the other. */
async function startTwoWorkers(plant: Plant): Promise<() => Promise<void>> {
  await plant.startApp(['--no-work'])
  const first = await plant.start(['worker'])
  const second = await plant.start(['worker'])
  // It looked for work once when it started; nothing was there, so it holds nothing.
  second.signal('SIGSTOP')
  return async () => {
    await first.kill()
    second.signal('SIGCONT')
  }
}
