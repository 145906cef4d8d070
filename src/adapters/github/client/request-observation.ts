import type { Budget } from './limits/budget-limit.ts'

/** One request as it was answered, for log and metrics. Nothing in it comes from a body or a token. */
export interface RequestObservation {
  callSite: string
  /** Null where no answer came. */
  status: number | null
  /** What the network said where no answer came. */
  fault: string | null
  /** From sending to the answer. */
  ms: number
  /** What it was held back before by limits. */
  waitedMs: number
  /** Null for the App itself and for the second identity. */
  installationId: number | null
  /** GitHub's own id of the request, for its support. */
  requestId: string | null
  /** When it was answered, by GitHub's clock or that of what answered in its stead. */
  date: string | null
  resource: 'core' | 'graphql'
  budget: Budget | undefined
  /** 1 for the first; more where it was limited, or a read that failed. */
  tries: number
  /** The operation that it belongs to. */
  op: string | null
}
