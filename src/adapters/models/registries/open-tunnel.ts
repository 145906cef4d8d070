import type { Duplex } from 'node:stream'
import { describeTarget, findRegistry } from './read-target.ts'
import { isPublicAddress } from './is-public-address.ts'
import type { Reached, Registry, RegistryLimits } from './registry.ts'

const mostRefused = 20

/** How the network is asked; of the machine, or of a test. */
export interface RegistryNetwork {
  /** All addresses of a name. */
  resolve: (host: string) => Promise<string[]>
  /** Connects to that very address. */
  dial: (address: string, port: number, signal: AbortSignal) => Promise<Duplex>
}

/** What one run did with registries, for all its tunnels. */
export class RegistryUse {
  readonly #reached = new Map<string, number>()
  readonly #refused = new Set<string>()
  open = 0
  sent = 0
  received = 0

  noteReached(host: string): void {
    this.#reached.set(host, (this.#reached.get(host) ?? 0) + 1)
  }

  noteRefused(target: string): void {
    if (this.#refused.size < mostRefused) this.#refused.add(describeTarget(target))
  }

  report(): Reached {
    return { reached: Object.fromEntries(this.#reached), refused: [...this.#refused] }
  }
}

interface Asked {
  /** Of the CONNECT: `registry.npmjs.org:443`. */
  target: string
  /** Whoever asked, and what they sent along already. */
  agent: Duplex
  head: Buffer
  /** Ends all tunnels of the run. */
  signal: AbortSignal
}

/**
 * Carries bytes between an agent and a registry, where the registry is one of those that are let through (decision 104).
 * The name is resolved here, once, and that address is connected to: what a name leads to later is nobody's way around.
 */
export async function openTunnel(
  {
    registries,
    limits,
    network,
  }: { registries: readonly Registry[]; limits: RegistryLimits; network: RegistryNetwork },
  use: RegistryUse,
  { target, agent, head, signal }: Asked,
): Promise<void> {
  agent.on('error', () => agent.destroy())
  const refuse = (status: string, why: string) => {
    use.noteRefused(target)
    answer(agent, status, why)
  }
  const registry = findRegistry(target, registries)
  if (registry === undefined)
    return refuse('403 Forbidden', `${describeTarget(target)} is no registry that is let through`)
  if (use.open >= limits.tunnelsAtOnce) return refuse('429 Too Many Requests', 'too many connections at once')
  if (isSpent(use, limits)) return refuse('403 Forbidden', 'this run has sent or fetched all that it may')
  use.open += 1
  try {
    const address = (await network.resolve(registry.host)).find((one) => registry.isPrivate || isPublicAddress(one))
    if (address === undefined) return refuse('403 Forbidden', `${registry.host} has no public address`)
    const within = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)])
    const far = await network.dial(address, 443, within)
    use.noteReached(registry.host)
    agent.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    await carry({ agent, far, head, signal }, use, limits)
  } catch {
    answer(agent, '502 Bad Gateway', `${registry.host} could not be reached`)
  } finally {
    use.open -= 1
  }
}

/** Nothing of it is told to the registry, and nothing of the registry's error to the agent. */
function answer(agent: Duplex, status: string, why: string): void {
  if (agent.destroyed || agent.writableEnded) return
  agent.end(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${why}\n`)
}

function isSpent({ sent, received }: RegistryUse, limits: RegistryLimits): boolean {
  return sent > limits.sentBytes || received > limits.receivedBytes
}

async function carry(
  { agent, far, head, signal }: { agent: Duplex; far: Duplex; head: Buffer; signal: AbortSignal },
  use: RegistryUse,
  limits: RegistryLimits,
): Promise<void> {
  const end = () => {
    agent.destroy()
    far.destroy()
  }
  let idle = setTimeout(end, limits.idleMs)
  const counted = (add: (bytes: number) => void) => (chunk: Buffer) => {
    add(chunk.length)
    clearTimeout(idle)
    idle = setTimeout(end, limits.idleMs)
    if (isSpent(use, limits)) end()
  }
  const countSent = counted((bytes) => (use.sent += bytes))
  agent.on('data', countSent)
  far.on(
    'data',
    counted((bytes) => (use.received += bytes)),
  )
  far.on('error', end)
  signal.addEventListener('abort', end, { once: true })
  const closed = [agent, far].map((side) => new Promise<void>((resolve) => side.once('close', () => resolve())))
  agent.once('close', () => far.destroy())
  far.once('close', () => agent.destroy())
  if (head.length > 0) {
    countSent(head)
    far.write(head)
  }
  agent.pipe(far).pipe(agent)
  await Promise.all(closed)
  clearTimeout(idle)
  signal.removeEventListener('abort', end)
}
