import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Defect } from '../defects/plant.ts'
import type { SeedsOrder, SeedsResult } from './play-seeds.ts'

const script = fileURLToPath(new URL('play-seeds.ts', import.meta.url))
/** Half of a short play is reading the sources. */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/countersign-simulation', import.meta.url))
const hooks = fileURLToPath(new URL('time/register-hooks.ts', import.meta.url))

/** Plays seeds in a process of its own, where time is virtual; with a defect in the sources where one is given. */
export function runSimulation(order: SeedsOrder, defect?: Defect): Promise<SeedsResult> {
  const child = fork(script, {
    // What a step makes is garbage by the next one: with room for more of it, less is copied.
    execArgv: ['--import', hooks, '--max-semi-space-size=32'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      ...(defect === undefined ? {} : { SIM_DEFECT: defect.name }),
    },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => void (complaint = `${complaint}${chunk.toString('utf8')}`.slice(-5_000)))
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as SeedsResult))
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`the simulation ended with ${signal ?? code}\n${complaint}`)))
    child.send(order)
  })
}
