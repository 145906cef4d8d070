import type { ModelCall } from '../../../application/ports/models/call-ledger.ts'
import type { ModelRun, ModelRunReport, ModelStop } from '../../../application/ports/models/model-gateway.ts'
import type { GatewayOptions } from '../gateway/gateway-options.ts'
import type { RunGrant } from '../gateway/run-registry.ts'

/** What is told of a call that is over: nothing of what was said in it. */
export type CallReport = Pick<ModelCall, 'provider' | 'asked' | 'used' | 'outcome' | 'status' | 'durationMs' | 'usage'>

/** What the gateway's process is told first. */
export interface GatewayStart {
  kind: 'start'
  options: GatewayOptions
  ledgerFile: string
  socketFolder: string
  socketOwner: number | null
  /** 0 for a free one; where it begins anew, the one that agents know. */
  port: number
}

export type GatewayOrder =
  | GatewayStart
  | { kind: 'open'; id: number; grant: RunGrant }
  | { kind: 'report' | 'close'; id: number; run: string }

export type GatewayWord =
  | { kind: 'ready'; port: number }
  | { kind: 'opened'; id: number; reach: ModelRun['reach'] }
  | { kind: 'reported'; id: number; report: ModelRunReport | undefined }
  | { kind: 'failed'; id: number; why: string }
  | { kind: 'stopped'; run: string; stop: ModelStop }
  | { kind: 'called'; run: string; call: CallReport }
  | { kind: 'fault'; why: string }
