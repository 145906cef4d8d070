import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { RecordedCall } from '../../../domain/models/cost-report.ts'
import type { CallOutcome } from '../../../domain/models/model-use.ts'
import type { Spent } from '../../../domain/models/spend-limits.ts'
import type { TokenUsage } from '../../../domain/models/token-usage.ts'

/** Which calls are asked for; absent: all. */
export interface CallFilter {
  /** ISO date or time: none before. */
  since?: string
  /** `owner/name`. */
  repository?: string
  issue?: number
}

/** A ledger to be looked at, beside the gateway that writes it. */
export interface LedgerReader extends Disposable {
  /** Oldest first; texts are never read. */
  calls(filter: CallFilter): Iterable<RecordedCall>
  /** What was spent under all names that begin so. */
  spent(prefix: string): { scope: string; spent: Spent }[]
}

const callQuery = `SELECT at, repository, issue, task, call ->> 'provider' AS provider, call ->> 'used' AS model,
    call ->> 'outcome' AS outcome, call ->> 'costUsd' AS cost, call ->> 'durationMs' AS duration,
    call ->> '$.usage.input' AS input, call ->> '$.usage.cacheRead' AS cacheRead,
    call ->> '$.usage.cacheWrite' AS cacheWrite, call ->> '$.usage.output' AS output,
    call ->> '$.usage.reasoning' AS reasoning
  FROM calls WHERE at >= ? AND (? IS NULL OR repository = ? COLLATE NOCASE) AND (? IS NULL OR issue = ?) ORDER BY at, id`
const spentQuery = `SELECT scope, requests, tokens, usd, minutes FROM spent
  WHERE substr(scope, 1, length(?)) = ? ORDER BY scope`

/** Undefined where there is none: no model was ever asked from here. Throws where the file is none of ours. */
export function openLedgerReader(file: string): LedgerReader | undefined {
  if (!existsSync(file)) return undefined
  const db = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  const asked = db.prepare(callQuery)
  const spent = db.prepare(spentQuery)
  return {
    *calls({ since = '', repository = null, issue = null }) {
      for (const row of asked.iterate(since, repository, repository, issue, issue)) yield readCallRow(row)
    },
    spent: (prefix) =>
      spent.all(prefix, prefix).map((row) => ({
        scope: String(row['scope']),
        spent: {
          requests: Number(row['requests']),
          tokens: Number(row['tokens']),
          usd: Number(row['usd']),
          minutes: Number(row['minutes']),
        },
      })),
    [Symbol.dispose]: () => db.close(),
  }
}

/** Written by the ledger and nowhere else. */
function readCallRow(row: Record<string, unknown>): RecordedCall {
  const { provider, model, cost } = row
  return {
    at: String(row['at']),
    repository: String(row['repository']),
    issue: Number(row['issue']),
    task: String(row['task']),
    provider: typeof provider === 'string' ? provider : null,
    model: typeof model === 'string' ? model : null,
    outcome: String(row['outcome']) as CallOutcome,
    usage: readUsage(row),
    costUsd: cost === null ? null : Number(cost),
    durationMs: Number(row['duration']),
  }
}

function readUsage(row: Record<string, unknown>): TokenUsage | null {
  const { input, cacheRead, cacheWrite, output, reasoning } = row
  if (input === null) return null
  return {
    input: Number(input),
    cacheRead: Number(cacheRead),
    cacheWrite: Number(cacheWrite),
    output: Number(output),
    reasoning: Number(reasoning),
  }
}
