import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A place on the host's loopback, by TCP and by UDP, that nobody should reach; `reached` says what came. */
export async function openForbiddenPlace() {
  const reached: string[] = []
  const server = createServer((socket) => {
    reached.push('tcp')
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const datagrams = createSocket('udp4', () => reached.push('udp'))
  datagrams.bind(0, '127.0.0.1')
  await once(datagrams, 'listening')
  return {
    reached,
    tcpPort: (server.address() as AddressInfo).port,
    udpPort: datagrams.address().port,
    async [Symbol.asyncDispose]() {
      datagrams.close()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
