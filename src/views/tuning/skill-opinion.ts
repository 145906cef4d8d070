import type { SkillOpinion } from '../../domain/tuning/opinion/skill-opinion.ts'
import { renderCount, t } from '../language/t.ts'
import { renderSkillCode, renderSkillText } from './skill-text.ts'

/** What a model adds, in a few words. */
export function nameOpinion(opinion: SkillOpinion): string {
  return opinion.kind === 'none'
    ? t('No model was heard')
    : t('What a model adds: {findings}', { findings: renderCount(opinion.findings.length, 'finding') })
}

/** The findings of a model, marked as its own, and what they don't count for. */
export function renderSkillOpinion(opinion: SkillOpinion): string {
  if (opinion.kind === 'none')
    return t('**No model was heard**: {why}. What rules found stands by itself.', { why: renderSkillText(opinion.why) })
  const by = renderSkillCode(opinion.by)
  const lead = `**${t('What `{by}` adds', { by })}**`
  if (opinion.findings.length === 0) return `${lead}\n\n${t('Nothing.')}`
  const rule = t('By its own word: the lines are there, and what it says of them counts in no score, gate or CHECK.')
  const rows = opinion.findings.map(
    ({ id, dimension, severity, path, line, message, remedy }) =>
      // Two columns: a phone shows no more.
      `| \`${renderSkillCode(path)}:${line}\`<br><sub>${t('{dimension}, it says {severity}', { dimension: dimension.replaceAll('_', ' '), severity })} · ${id}</sub> | ${renderSkillText(message)} ${renderSkillText(remedy)} |`,
  )
  return `${lead}\n\n${rule}\n\n| ${t('where')} | ${t('what, and what would mend it')} |\n|:--|:--|\n${rows.join('\n')}`
}
