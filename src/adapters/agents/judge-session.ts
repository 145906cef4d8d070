import { recordText } from '../../domain/language/message.ts'
import type { PromptResponse } from '@agentclientprotocol/sdk'
import type { ModelRunReport, ModelStop } from '../../application/ports/models/model-gateway.ts'
import type { ExecutionOutcome } from '../../application/ports/roles/executor.ts'
import { adviseLimit, reachesBeyondTask } from '../../domain/models/spend-limits.ts'
import type { ModelUse } from '../../domain/models/model-use.ts'
import { lastLines } from './last-lines.ts'

/** How a session came to its end, by the words of the Agent Client Protocol. None of them says whether anything was done. */
export type SessionEnd =
  | { kind: 'stopped'; stopReason: PromptResponse['stopReason'] }
  /** It was told to. */
  | { kind: 'ended' }
  /** `atStart`: before it had been told what to do. */
  | { kind: 'broken'; reason: string; atStart?: boolean }

export interface HeldSession {
  name: string
  end: SessionEnd
  report: ModelRunReport
  /** Its deadline was what ended it. */
  isLate: boolean
  durationMs: number
  /** Its own words, redacted. */
  said: string
  complaints: string
}

/**
 * What came of a session. Four agents of seven say that a turn ended well after their model failed them: by what an
 * agent says nothing is ever done. `changed` here means no more than that the work tree is worth a look.
 */
export function judgeSession(held: HeldSession): ExecutionOutcome {
  const { name, end, report, isLate, durationMs } = held
  const { stop, use } = report
  if (stop !== null) {
    const reason = recordText('{name} got no more of its model: {why}', { name, why: stop.reason })
    // What no agent can mend waits for a person; a provider that fails may be back.
    switch (stop.kind) {
      case 'limit':
        return waitForLimit(stop, reason)
      case 'provider_refused':
        return { kind: 'stuck', reason }
      case 'provider_failing':
        return { kind: 'failed', reason }
    }
  }
  const failed = (what: string): ExecutionOutcome => ({ kind: 'failed', reason: `${what}.${ownWords(held)}` })
  if (isLate)
    return failed(
      recordText('{name} was ended at its deadline after {n} s', { name, n: (durationMs / 1000).toFixed(0) }),
    )
  switch (end.kind) {
    case 'ended':
      return failed(recordText('{name} was ended', { name }))
    case 'broken': {
      const reason = recordText('{name} broke off: {why}', { name, why: lastLines(end.reason, 3, 500) })
      if (end.atStart !== true) return failed(reason)
      return { kind: 'absent', reason: `${reason}.${ownWords(held)}`, otherwise: 'failed' }
    }
    case 'stopped':
      if (end.stopReason !== 'end_turn')
        return failed(recordText('{name} gave up ({why})', { name, why: end.stopReason }))
      if (use.calls === 0) return failed(recordText('{name} asked no model, and did nothing', { name }))
      return isAnswered(use) ? { kind: 'changed' } : failed(recordText('{name} got no answer of its model', { name }))
  }
}

/** Of a call that came to nothing no tokens are told, and none are missed. */
function isAnswered({ tokens, unmetered }: ModelUse): boolean {
  return tokens.input + tokens.output > 0 || unmetered > 0
}

function waitForLimit({ hit, until }: Extract<ModelStop, { kind: 'limit' }>, reason: string): ExecutionOutcome {
  const why = `${reason}; ${adviseLimit(hit)}`
  return reachesBeyondTask(hit) ? { kind: 'held', hold: { why, until } } : { kind: 'stuck', reason: why }
}

/** Quoted as the last lines of a command are. */
function ownWords({ name, said, complaints }: HeldSession): string {
  const tail = lastLines(said === '' ? complaints : said, 8, 800)
  return tail === '' ? '' : ` ${recordText('{name} said:', { name })}\n${tail}`
}
