import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Sandbox } from 'github-sandbox'
import type { AppOnStage } from './support/app-on-stage.ts'
import { createAppProcesses } from './support/app-processes.ts'
import { useBundledApp } from './support/bundled-app.ts'
import { useKillDatabase } from './support/kill-database.ts'
import { createLoopStory, type LoopMoment, loopMoments } from './support/stories/loop-story.ts'
import { MomentKills } from './support/chains/moment-kills.ts'
import { noteFault } from './support/chains/note-fault.ts'
import { type Interference, playStory, type Run } from './support/stories/play-story.ts'
import type { EndState } from './support/stories/read-end-state.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(600_000) })

/** With more, each phase is struck again when it is taken up. */
const killsPerPhase = Number(process.env['KILLS_PER_SITE'] ?? 1)
const moments = Object.keys(loopMoments) as LoopMoment[]

const bundled = useBundledApp()
const database = useKillDatabase()

let room = ''
let undisturbed: EndState

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'countersign-moments-'))
  const { end } = await play(() => ({ intervene: (passage) => passage.carryOut(), rest: () => Promise.resolve() }))
  undisturbed = end
})

afterAll(() => rm(room, { recursive: true, force: true }))

test(
  'killed in every phase of the loop, it ends as if nothing had been, and leaves nothing behind',
  async () => {
    const { end, interference, left } = await play(
      ({ app }) => new MomentKills({ app, room, moments, times: killsPerPhase }),
    )

    const { struck } = interference
    const lost = isDeepStrictEqual(end, undisturbed) ? 0 : 1
    for (const [moment, pids] of struck) {
      const fault = 'server killed (SIGKILL) in the middle of the loop'
      await noteFault({ fault, where: `${loopMoments[moment]}${database.words}`, tried: pids.length, lost })
    }
    expect(end).toEqual(undisturbed)
    expect([...struck.keys()]).toEqual(moments)
    expect(left).toEqual([])
    expect(await findAlive([...struck.values()].flat())).toEqual([])
  },
  database.timeoutMs,
)

/** Plays the loop; `left` is what the App has on its disk for single runs when all is done. */
async function play<I extends Interference>(interfere: (run: Run<AppOnStage>) => I) {
  let left: string[] = []
  const createApp = async (sandbox: Sandbox, dir: string): Promise<AppOnStage> => {
    const temporary = join(dir, 'temporary')
    await mkdir(temporary)
    const app = await createAppProcesses(bundled, sandbox, dir, { ...(await database.open()), TMPDIR: temporary })
    const close = async () => {
      left = [...(await readdir(temporary)), ...(await listWorkTrees(join(dir, 'app', 'workspace')))]
      await app.close()
    }
    return { ...app, close }
  }
  return { ...(await playStory(createLoopStory(room), interfere, createApp)), left }
}

/** Work trees, and what git notes of each in the mirror. */
async function listWorkTrees(workspace: string): Promise<string[]> {
  // Without one the story has failed already, and says why.
  const all = await readdir(workspace, { recursive: true }).catch(() => [])
  return all.filter((path) => /^trees\/[^/]+$|\.git\/worktrees\/[^/]+$/.test(path))
}

async function findAlive(pids: readonly number[]): Promise<number[]> {
  const alive = await Promise.all(pids.map(isAlive))
  return pids.filter((_, at) => alive[at])
}

/** One that was ended and that nobody asks for stays in the list of processes, as `Z`. */
async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z ')
  return !/ Z /.test(stat)
}
