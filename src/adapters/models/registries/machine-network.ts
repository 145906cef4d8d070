import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import type { RegistryNetwork } from './open-tunnel.ts'

/** The machine's own names and connections. */
export const machineNetwork: RegistryNetwork = {
  resolve: async (host) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address),
  dial: (address, port, signal) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: address, port })
      const give = () => socket.destroy(new Error('it took too long'))
      signal.addEventListener('abort', give, { once: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        signal.removeEventListener('abort', give)
        socket.off('error', reject)
        resolve(socket)
      })
    }),
}
