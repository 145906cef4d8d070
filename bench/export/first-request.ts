import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** From the start of the process until the Action, as it is built, asks GitHub its first question. */
export async function timeFirstRequest(action: string): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = once(server, 'request')
  const started = performance.now()
  const child = spawn(process.execPath, [action], {
    stdio: 'ignore',
    env: {
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'octo/widgets',
      INPUT_PLAN: '7',
      INPUT_TOKEN: 'none',
    },
  })
  const ended = once(child, 'exit')
  const first = await Promise.race([asked.then(() => performance.now() - started), ended.then(() => null)])
  await ended
  server.close()
  if (first === null) throw new Error('the Action ended without a request')
  return first
}
