import type { PlanChange } from '../../domain/plan/difference/plan-difference.ts'
import { inlineCode, neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** Differences between two plans as a list, one line each, in their order. */
export function renderPlanChanges(changes: readonly PlanChange[], limit = 30): string {
  const lines = changes.slice(0, limit).map((change) => `- ${renderChange(change)}`)
  return [...lines, ...(changes.length > limit ? [`- … ${changes.length - limit} more`] : [])].join('\n')
}

function renderChange({ kind, task, what, before, after }: PlanChange): string {
  const of = task === null ? 'The plan' : `**${neutraliseInline(shorten(task, 40))}**`
  if (what === 'task') {
    const title = neutraliseInline(shorten(after ?? before ?? '', 120))
    return kind === 'added' ? `➕ ${of} ${title}` : `➖ ${of} ${title}`
  }
  const name = neutraliseInline(shorten(what, 60))
  if (before === null) return `${of}, ${name} added: ${codeOrNothing(after)}`
  if (after === null) return `${of}, ${name} removed: ${codeOrNothing(before)}`
  return `${of}, ${name}: ${codeOrNothing(before)} → ${codeOrNothing(after)}`
}

function codeOrNothing(text: string | null): string {
  return inlineCode(shorten((text ?? '').replaceAll(/(?<!\s)\s*\n\s*/g, ' · '), 160))
}
