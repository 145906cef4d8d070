import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const module = new URL('end-with-process.ts', import.meta.url).href
const source = `
  const { spawn } = await import('node:child_process')
  const { endWithProcess } = await import(${JSON.stringify(module)})
  const child = spawn('sleep', ['300'], { stdio: 'ignore' })
  const forget = endWithProcess(child.pid, 'KILL')
  console.log(child.pid)
  process.once('message', () => child.kill())
  child.once('exit', forget)`

let left = 0
afterEach(() => {
  if (left > 0 && isThere(left)) process.kill(left, 'SIGKILL')
})

/** A process that has a child; the child's number. */
async function startParent() {
  const args = ['--input-type=module', '-e', source]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [pid] = (await once(parent.stdout ?? parent, 'data')) as [Buffer]
  left = Number(pid.toString())
  return { parent, child: left }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('what is killed takes its children along', async () => {
  const { parent, child } = await startParent()
  const before = isThere(child)

  parent.kill('SIGKILL')

  expect(before).toBe(true)
  await expect.poll(() => isThere(child)).toBe(false)
})

test('once the child is gone, nothing keeps the process', async () => {
  const { parent } = await startParent()

  parent.send('end it')

  expect(await once(parent, 'exit')).toEqual([0, null])
})
