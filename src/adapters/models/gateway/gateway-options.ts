import type { SpendLimits } from '../../../domain/models/spend-limits.ts'
import { type Registry, type RegistryLimits, usualRegistryLimits } from '../registries/registry.ts'
import type { OwnPrice } from '../prices/price-call.ts'
import type { Provider } from '../upstream/provider.ts'
import type { RetryPolicy } from '../upstream/retry-policy.ts'
import type { ProviderPatience } from '../upstream/send-upstream.ts'

/** A model that may be used. */
export interface ServedModel {
  /** As agents ask for it. */
  name: string
  /** By name. */
  provider: string
  /** As the provider calls it. */
  upstream: string
  price?: OwnPrice | undefined
}

/** How the gateway is set up: plain data, so that another process can be told. */
export interface GatewayOptions {
  providers: readonly Provider[]
  /** The first is meant where another one is asked for and `otherModels` is `first`. */
  models: readonly ServedModel[]
  /** What becomes of a call for a model that isn't among them: refused, or answered by one that is. */
  otherModels: 'refused' | { mappedTo: string }
  /** What becomes of tools that the provider would run itself. */
  hostedTools: 'dropped' | 'allowed'
  limits: SpendLimits
  keepTexts: boolean
  /** That runs without a network may reach all the same. */
  registries: readonly Registry[]
  registryLimits: RegistryLimits
  retry: RetryPolicy
  patience: ProviderPatience
  /** The longest call, from its first byte to its last. */
  longestCallMs: number
  maxRequestBytes: number
  maxAnswerBytes: number
  /** Calls of one run at the same time. */
  callsAtOnce: number
}

export const usualOptions = {
  otherModels: 'refused',
  hostedTools: 'dropped',
  limits: {},
  keepTexts: false,
  registries: [],
  registryLimits: usualRegistryLimits,
  retry: { retries: 4, firstDelayMs: 500, longestDelayMs: 60_000, budgetMs: 120_000 },
  patience: { connectMs: 15_000, firstByteMs: 600_000, idleMs: 300_000 },
  longestCallMs: 30 * 60_000,
  maxRequestBytes: 32 * 1024 * 1024,
  maxAnswerBytes: 64 * 1024 * 1024,
  callsAtOnce: 16,
} as const satisfies Omit<GatewayOptions, 'providers' | 'models'>
