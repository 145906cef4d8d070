import { spawn } from 'node:child_process'

export interface GitOrder {
  id: number
  args: readonly string[]
  cwd?: string
  /** The whole environment. */
  env: Record<string, string>
  input: string | Uint8Array | undefined
  timeoutMs?: number
  maxBytes?: number
}

export interface GitAnswer {
  id: number
  exitCode: number | null
  stdout: Uint8Array
  stderr: Uint8Array
  isCut: boolean
}

process.on('message', (order: GitOrder) => carryOut(order))

function carryOut({ id, args, cwd, env, input, timeoutMs, maxBytes = Infinity }: GitOrder): void {
  const child = spawn('git', [...args], { env, ...(cwd === undefined ? {} : { cwd }) })
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  let bytes = 0
  let isCut = false
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (chunk: Buffer) => {
      chunks[name].push(name === 'stdout' ? chunk.subarray(0, maxBytes - bytes) : chunk)
      if (name === 'stdout') bytes = Math.min(bytes + chunk.length, maxBytes + 1)
      if (bytes <= maxBytes) return
      isCut = true
      child.kill('SIGKILL')
    })
  }
  child.on('error', (error) => chunks.stderr.push(Buffer.from(error.message)))
  child.on('close', (exitCode) => {
    clearTimeout(timer)
    const answer: GitAnswer = {
      id,
      exitCode,
      stdout: Buffer.concat(chunks.stdout),
      stderr: Buffer.concat(chunks.stderr),
      isCut,
    }
    process.send?.(answer)
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
}
