import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { openTunnel, type RegistryNetwork } from '../registries/open-tunnel.ts'
import type { GatewayOptions } from './gateway-options.ts'
import type { RunRegistry } from './run-registry.ts'

/** Of a run without a network, the loopback has nobody but the gateway. */
const itself = /^(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/i

/**
 * Answers a CONNECT that came by the socket of a run: to a package registry, where it is one that is let through, and to
 * the gateway itself, since some agents ask for all they want by the proxy that they are told.
 */
export async function answerConnect(
  {
    registries,
    registryLimits: limits,
    network,
  }: Pick<GatewayOptions, 'registries' | 'registryLimits'> & { network: RegistryNetwork },
  { runs, socket, server }: { runs: RunRegistry; socket: string; server: Server },
  { request, agent, head }: { request: IncomingMessage; agent: Duplex; head: Buffer },
): Promise<void> {
  const target = request.url ?? ''
  const run = runs.find(findProxyToken(request.headers['proxy-authorization']), socket)
  if (run === undefined) {
    agent.on('error', () => agent.destroy())
    agent.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\nconnection: close\r\n\r\n')
    return
  }
  if (itself.test(target)) {
    agent.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) agent.unshift(head)
    server.emit('connection', agent)
    return
  }
  const over = new AbortController()
  run.tunnels.add(over)
  const asked = { target, agent, head, signal: over.signal }
  await openTunnel({ registries, limits, network }, run.registries, asked).finally(() => run.tunnels.delete(over))
}

/** The password of `Basic`, whoever is named with it; clients take both from the proxy's address. */
function findProxyToken(header: string | undefined): string | undefined {
  const [, encoded = ''] = /^Basic ([\w+/=-]{1,400})$/i.exec(header ?? '') ?? []
  const [, password] = /^[^:]*:(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  return password
}
