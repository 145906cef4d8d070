import type { Hypothesis, SkillState } from '../../domain/records/loop/loop-state.ts'
import { renderCount } from '../language/t.ts'
import { renderCode, renderProse } from './cell.ts'
import { renderEvidence } from './evidence.ts'
import { renderCodeOrNone, renderFacts, renderPage, renderProseOrNone } from './page.ts'

/** `debug.md`: what was suspected and what came of it, rejected ones struck through. Reads back exactly (spec 002 §6). */
export function renderDebugPage({ debug }: SkillState): string {
  return renderPage([
    `# Debug: ${renderLead(debug)}`,
    renderFacts('debugging', [
      ['active bug', renderProseOrNone(debug.active_bug)],
      ['confirmed', renderCodeOrNone(debug.confirmed_hypothesis)],
      ['hypotheses', String(debug.hypotheses_count)],
      ['iteration', String(debug.iteration)],
      ['last analysis', renderCodeOrNone(debug.last_analysis_at)],
    ]),
    ...debug.hypotheses.map(renderDebuggedHypothesis),
  ])
}

function renderLead({ hypotheses, confirmed_hypothesis: confirmed, active_bug: bug }: SkillState['debug']): string {
  if (confirmed !== null) return `${renderCode(confirmed)} is the cause`
  const open = hypotheses.filter((one) => one.status === 'pending').length
  if (open > 0) return `${renderCount(open, 'hypothesis', 'hypotheses')} to look into`
  if (hypotheses.length > 0) return 'no hypothesis was confirmed'
  return bug === undefined ? 'nothing to debug so far' : 'not begun yet'
}

function renderDebuggedHypothesis(one: Hypothesis): string {
  const title = `${renderCode(one.id)} ${renderProse(one.description)}`
  return [
    `## ${one.status === 'rejected' ? `~~${title}~~` : title}`,
    renderFacts('verdict', [
      ['status', one.status],
      ['why', renderProseOrNone(one.verdict_reason)],
      ['likelihood', one.likelihood === 1 ? '1 (the likeliest)' : String(one.likelihood)],
      ['if this holds', renderProse(one.testable_condition)],
      ['look at', renderProse(one.logging_point)],
      ['confirmed by', renderProse(one.evidence_criteria.confirm)],
      ['rejected by', renderProse(one.evidence_criteria.reject)],
    ]),
    renderEvidence(one.evidence),
  ].join('\n\n')
}
