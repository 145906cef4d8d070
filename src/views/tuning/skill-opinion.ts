import type { SkillOpinion } from '../../domain/tuning/opinion/skill-opinion.ts'
import { renderCount } from '../language/t.ts'
import { renderSkillCode, renderSkillText } from './skill-text.ts'

/** What a model adds, in a few words. */
export function nameOpinion(opinion: SkillOpinion): string {
  return opinion.kind === 'none'
    ? 'No model was heard'
    : `What a model adds: ${renderCount(opinion.findings.length, 'finding')}`
}

/** The findings of a model, marked as its own, and what they don't count for. */
export function renderSkillOpinion(opinion: SkillOpinion): string {
  if (opinion.kind === 'none')
    return `**No model was heard**: ${renderSkillText(opinion.why)}. What rules found stands by itself.`
  const by = renderSkillCode(opinion.by)
  const rule = 'By its own word: the lines are there, and what it says of them counts in no score, gate or CHECK.'
  if (opinion.findings.length === 0) return `**What \`${by}\` adds**\n\nNothing.`
  const rows = opinion.findings.map(
    ({ id, dimension, severity, path, line, message, remedy }) =>
      // Two columns: a phone shows no more.
      `| \`${renderSkillCode(path)}:${line}\`<br><sub>${dimension.replaceAll('_', ' ')}, it says ${severity} · ${id}</sub> | ${renderSkillText(message)} ${renderSkillText(remedy)} |`,
  )
  return `**What \`${by}\` adds**\n\n${rule}\n\n| where | what, and what would mend it |\n|:--|:--|\n${rows.join('\n')}`
}
