import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What somebody who asks GitHub meets at the door. */
export type DoorState = 'open' | 'refused' | 'silent' | '502' | '401 of a proxy' | '401'

export interface GitHubDoor {
  url: string
  /** From now on; what waits for an answer is cut off. */
  turn(state: DoorState): Promise<void>
  /** Resolves when somebody has met it in this state. */
  met(): Promise<void>
  close(): Promise<void>
}

/** A GitHub's API by another address, where it can be away while its webhooks come. */
export async function openDoor(github: string): Promise<GitHubDoor> {
  let state: DoorState = 'open'
  let meeting = Promise.withResolvers<void>()
  const server = createServer((asked, answer) => {
    meeting.resolve()
    receive(new URL(github).origin, state, asked, answer)
  })
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${new URL(github).pathname.replace(/\/$/, '')}`,
    async turn(next) {
      state = next
      meeting = Promise.withResolvers<void>()
      server.closeAllConnections()
      if (next === 'refused' && server.listening) await shut()
      if (next !== 'refused' && !server.listening) await listen(port)
    },
    met: () => meeting.promise,
    close: async () => (server.listening ? shut() : undefined),
  }
}

function receive(origin: string, state: DoorState, asked: IncomingMessage, answer: ServerResponse): void {
  switch (state) {
    case 'open': {
      const { method, headers } = asked
      const passed = request(`${origin}${asked.url ?? ''}`, { method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 500, came.headers)
        came.pipe(answer)
      })
      passed.on('error', () => answer.destroy())
      asked.pipe(passed)
      return
    }
    case '502':
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<html><title>Unicorn!</title></html>')
      return
    case '401 of a proxy':
      answer.writeHead(401, { 'content-type': 'text/html' }).end('<html>Log in</html>')
      return
    case '401':
      answer.writeHead(401, { 'content-type': 'application/json', 'x-github-request-id': 'ABCD:1' })
      answer.end(JSON.stringify({ message: 'A JSON web token could not be decoded' }))
      return
    // Nobody answers; the request is cut off with its connection.
    case 'silent':
    case 'refused':
  }
}
