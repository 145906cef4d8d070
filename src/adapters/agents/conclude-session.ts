import type { ExecutionAnswer, ExecutionRequest } from '../../application/ports/roles/executor.ts'
import type { AgentReceipt } from '../../domain/records/receipts/agent-receipt.ts'
import { sha256Hex } from '../../domain/text/sha256.ts'
import { type HeldSession, judgeSession } from './judge-session.ts'

/** A session whose words are redacted, and what it asked for. */
export interface ReportedSession extends HeldSession {
  permissions: AgentReceipt['permissions']
  refused: string[]
}

export interface AgentRun {
  name: string
  version: string
  model: string | null
  mode: string | null
  prompt: { name: string; sha256: string; text: string }
  /** As `performance.now()` gave it. */
  startedMs: number
}

/** What a session came to, with its receipt. */
export function concludeSession(request: ExecutionRequest, run: AgentRun, held: ReportedSession): ExecutionAnswer {
  return { outcome: judgeSession(held), receipt: fillSessionReceipt(request, run, held) }
}

/** It can't start: another agent is needed, or a person. */
export function refuseSession(request: ExecutionRequest, run: AgentRun, reason: string): ExecutionAnswer {
  const outcome = { kind: 'absent' as const, reason: `\`${run.name}\` ${reason}`, otherwise: 'stuck' as const }
  return { outcome, receipt: fillSessionReceipt(request, run, null) }
}

const maxSaid = 500

function fillSessionReceipt(
  { runId, task }: ExecutionRequest,
  { name, version, model, mode, prompt, startedMs }: AgentRun,
  held: ReportedSession | null,
): ExecutionAnswer['receipt'] {
  const use = held?.report.use
  return {
    run_id: runId,
    task: task.id,
    executor: name,
    version,
    arguments_sha256: sha256Hex(prompt.text),
    exit_code: null,
    duration_ms: Math.round(performance.now() - startedMs),
    tokens: use === undefined ? null : use.tokens.input + use.tokens.output,
    cost_usd: use?.cost_usd ?? null,
    output_sha256: held === null ? null : sha256Hex(held.said),
    agent: {
      model,
      mode,
      prompt: prompt.name,
      prompt_sha256: prompt.sha256,
      use: use ?? null,
      permissions: held?.permissions ?? [],
      refused: held?.refused ?? [],
      ...(held?.report.registries === undefined ? {} : { registries: held.report.registries }),
      end: held === null ? 'not started' : describeEnd(held),
      said: held === null ? '' : held.said.slice(-maxSaid),
    },
  }
}

function describeEnd({ end, report, isLate }: HeldSession): string {
  if (report.stop !== null) return report.stop.kind
  if (isLate) return 'deadline'
  return end.kind === 'stopped' ? end.stopReason : end.kind
}
