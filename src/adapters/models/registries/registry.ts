/** A package registry that agents may reach, by exact name and on port 443 alone. */
export interface Registry {
  /** Lower case, without a final dot. */
  host: string
  /** It may stand in a network of one's own; others are reached at public addresses only. */
  isPrivate: boolean
}

/** What may pass to and from registries. */
export interface RegistryLimits {
  connectMs: number
  /** Without a byte in either direction. */
  idleMs: number
  tunnelsAtOnce: number
  /** Of a run. What asks for packages is small: more would be something that is carried out. */
  sentBytes: number
  receivedBytes: number
}

export const usualRegistryLimits: RegistryLimits = {
  connectMs: 15_000,
  idleMs: 60_000,
  tunnelsAtOnce: 32,
  sentBytes: 16_000_000,
  receivedBytes: 4_000_000_000,
}

/** What a run reached: tunnels by host, and hosts that it was refused, a few of them. */
export interface Reached {
  reached: Record<string, number>
  refused: string[]
}
