import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import type { LaunchOrder } from './launch-order.ts'

// A process of its own, inside the isolation: it imports no other source, since none is there.

/** Passes what comes to a port of the loopback, the only network there is, on to a socket of the host. */
async function forward({ port, socket }: { port: number; socket: string }): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    const outside = connect({ path: socket, allowHalfOpen: true })
    inside.on('error', () => outside.destroy())
    outside.on('error', () => inside.destroy())
    inside.on('close', () => outside.destroy())
    outside.on('close', () => inside.destroy())
    inside.pipe(outside).pipe(inside)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

const order: LaunchOrder = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'))
const home = process.env['HOME'] ?? ''
for (const { path, text } of order.home) {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), text, { mode: 0o600 })
}
if (order.forward !== null) await forward(order.forward)
const path = [...order.path, process.env['PATH'] ?? ''].join(':')
const env = { ...process.env, ...order.environment, PATH: path }
const program = spawn(order.file, order.args, { stdio: 'inherit', env })
program.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
program.on('exit', (code, signal) => process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
