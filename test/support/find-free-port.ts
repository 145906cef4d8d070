import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that Linux gives out by itself: while its server is not up, nobody else gets it. */
export function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(findFreePort()))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}
