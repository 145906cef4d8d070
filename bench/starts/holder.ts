import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { gitStarter } from '../../src/adapters/workspace/plumbing/git-starter.ts'
import { answerParent } from '../stage/child.ts'
import { median } from '../stage/median.ts'

export interface StartsQuestion {
  /** What this process holds meanwhile. */
  heldMiB: number
  by: 'this process' | 'starter'
  times: number
}

export interface StartsAnswer {
  /** So long this process can do nothing else, for each start. */
  blockedMs: number
  heldBytes: number
}

const args = ['--version']
const env = { PATH: process.env['PATH'] ?? '' }

async function answer({ heldMiB, by, times }: StartsQuestion): Promise<StartsAnswer> {
  const held = Buffer.alloc(heldMiB * 1024 * 1024, 1)
  const blocked: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedMs = performance.now()
    const ended = by === 'starter' ? startElsewhere() : startHere()
    blocked.push(performance.now() - startedMs)
    await ended
  }
  // Named at the end, or it would be garbage before.
  return { blockedMs: median(blocked), heldBytes: held.length }
}

function startHere(): Promise<unknown> {
  return once(spawn('git', args, { env }), 'close')
}

function startElsewhere(): Promise<unknown> {
  return gitStarter.run({ args, cwd: '/', env, input: undefined, timeoutMs: 60_000, maxBytes: 1_000 })
}

answerParent(answer, () => gitStarter.close())
