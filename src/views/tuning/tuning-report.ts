import { t } from '../language/t.ts'
import { patternIdOf, sayTuningIssue } from './say-issue.ts'
import { translate } from '../language/translate.ts'
import { askAmbiguities, describeReading } from '../../domain/tuning/ask/settle-ambiguities.ts'
import { healthCost, healthOf } from '../../domain/tuning/judge/quality.ts'
import type { TuningRun } from '../../domain/tuning/orchestrate/tuning-run.ts'
import { compareSteps } from '../../domain/tuning/orchestrate/compare-steps.ts'
import { getPattern, severityOfFinding, tuningPatterns } from '../../domain/tuning/patterns/catalogue.ts'
import { dimensions } from '../../domain/tuning/patterns/pattern.ts'
import { countBySeverity, faultSeverities } from '../../domain/tuning/patterns/severity.ts'
import type { TuningIssue, TuningState } from '../../domain/tuning/state/tuning-state.ts'
import { renderSkillCode, renderSkillText } from './skill-text.ts'

const marks = { critical: '🔴', high: '🟠', medium: '🟡', low: '⚪' } as const
const gates = { pass: 'passes', review: 'needs a review', fail: 'fails' } as const
const mostRows = 200

/** `tuning-report.md`, and the same as a comment: what is wrong first, then what was done, then what is left. */
export function renderTuningReport(run: TuningRun): string {
  const { state, score, before } = run
  const name = state.target_skill.name ?? ''
  const blocks = [
    `### Skill \`${renderSkillCode(name)}\` ${gates[score.gate]} · score ${score.score} · ${renderCounts(state.issues_by_severity)}`,
    renderBeforeAfter(run),
    before === undefined || state.issues.length > 0 ? '' : 'Nothing is left to mend.',
    renderTuningIssues(state.issues, 'Findings'),
    renderCauses(state.issues),
    renderFixes(run),
    renderLeft(run),
    renderRequirements(state),
    renderSteps(run),
    renderRespects(run),
    renderQuality(run),
    state.errors.length === 0
      ? ''
      : `**Errors**\n\n${state.errors.map(({ action, message }) => `- \`${action}\`: ${renderSkillText(message)}`).join('\n')}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function renderCounts(counts: TuningRun['state']['issues_by_severity']): string {
  return faultSeverities.map((severity) => `${counts[severity]} ${severity}`).join(', ')
}

function renderBeforeAfter({ before, score, state, findings }: TuningRun): string {
  if (before === undefined || state.applied_fixes.length === 0) return ''
  return [
    '| | before | after |',
    '|:--|--:|--:|',
    `| findings | ${before.findings.length} | ${findings.length} |`,
    `| score | ${before.score.score} | ${score.score} |`,
    `| gate | ${before.score.gate} | ${score.gate} |`,
  ].join('\n')
}

/** The worst first; `mostRows` of them. */
export function renderTuningIssues(issues: readonly TuningIssue[], title: string): string {
  if (issues.length === 0) return ''
  const rows = issues.slice(0, mostRows).map((issue) => {
    const { severity, location } = issue
    const { found, fix } = sayTuningIssue(issue)
    return `| ${marks[severity]} | ${patternIdOf(issue)} | \`${renderSkillCode(location.file)}:${location.line_start ?? 1}\` | ${renderSkillText(found)} ${renderSkillText(fix)} |`
  })
  const left = issues.length - mostRows
  const more = left > 0 ? `\n\n${t('{n} more are in `state.json`.', { n: left })}` : ''
  const head = `| | ${t('pattern')} | ${t('where')} | ${t('what, and what mends it')} |`
  return `**${title}**\n\n${head}\n|:--|:--|:--|:--|\n${rows.join('\n')}${more}`
}

function renderCauses(issues: readonly TuningIssue[]): string {
  const causes = [...new Map(issues.map(({ root_cause: cause, impact }) => [cause, impact]))].slice(0, 10)
  if (causes.length === 0) return ''
  return `**Causes**\n\n${causes.map(([cause, impact]) => `- ${renderSkillText(cause)} ${renderSkillText(impact)}`).join('\n')}`
}

function renderFixes({ state }: TuningRun): string {
  if (state.proposed_fixes.length === 0) return ''
  const results = new Map(state.applied_fixes.map((one) => [one.fix_id, one.verification_result]))
  const fixes = state.proposed_fixes.map(({ id, risk, description, changes }) => {
    const told = results.get(id)
    const outcome = told === undefined ? 'proposed' : told === 'pass' ? 'applied, verified' : 'rolled back'
    const diff = changes.map((change) => change.diff ?? '').join('\n')
    return `<details><summary><b>${outcome}</b> · ${renderSkillText(description)} · risk ${risk} · ${changes.map(({ file }) => renderSkillText(file)).join(', ')}</summary>\n\n${fenceText(diff, 'diff')}\n</details>`
  })
  return `**Fixes**\n\n${fixes.slice(0, 50).join('\n')}`
}

function renderLeft({ state, judgement }: TuningRun): string {
  const left = state.issues.filter(({ id }) => judgement.includes(id))
  if (left.length === 0) return ''
  const items = left.map(
    ({ location, description, suggested_fix: fix }) =>
      `- \`${renderSkillCode(location.file)}:${location.line_start ?? 1}\` ${renderSkillText(description)} ${renderSkillText(fix)}`,
  )
  return `**Takes judgement**, with the finding gone as the criterion:\n\n${items.join('\n')}`
}

/** What was complained of, as it was understood. */
export function renderRequirements({ requirement_analysis: analysis }: TuningState): string {
  if (analysis === null) return ''
  const rows = analysis.dimensions.map(({ id, description, inferred_category: category, confidence }) => {
    const match = analysis.spec_matches.find((one) => one.dimension_id === id)
    return `| ${renderSkillText(description)} | ${translate(describeReading(category))} | ${confidence.toFixed(2)} | ${match?.taxonomy_match?.pattern_ids.join(', ') ?? ''} |`
  })
  const asked = askAmbiguities(analysis).map(({ question, proposals }, index) => {
    const readings = proposals.map((one, at) => `**${index + 1}${'abcd'.charAt(at)}** ${one}`)
    return `${index + 1}. ${renderSkillText(question)} ${readings.join(', ')}`
  })
  const questions = asked.length === 0 ? '' : `\n\n**${t('Questions')}**\n\n${asked.join('\n')}`
  const { coverage_rate: rate, status } = analysis.coverage
  const lead = t('**What was asked for** · {rate} % covered ({status})', { rate, status: t(status) })
  const head = `| | ${t('category')} | ${t('sure')} | ${t('patterns')} |`
  return `${lead}\n\n${head}\n|:--|:--|--:|:--|\n${rows.join('\n')}${questions}`
}

/** What a run loads, step by step; a figure that a fix has changed with what it was. */
function renderSteps(run: TuningRun): string {
  const { before, after } = compareSteps(run)
  const rows = after.slice(0, 50).map(({ path, files, tokens, sum }) => {
    const old = before.find((one) => one.path === path)
    return `| \`${renderSkillCode(path)}\` | ${files} | ${besideBefore(tokens, old?.tokens)} | ${besideBefore(sum, old?.sum)} |`
  })
  return `<details><summary>Tokens that a run loads</summary>\n\n| step | files | tokens | in the context by then |\n|:--|--:|--:|--:|\n${rows.join('\n')}\n</details>`
}

function besideBefore(now: number, before: number | undefined): string {
  const shown = now.toLocaleString('en')
  return before === undefined || before === now ? shown : `${shown} (${before.toLocaleString('en')} before)`
}

/** What each respect takes from the health: critical 25, high 15, medium 5, low 1. */
function renderRespects({ findings }: TuningRun): string {
  const rows = dimensions.map((dimension) => {
    const own = findings.filter(({ pattern }) => getPattern(pattern).dimension === dimension)
    const counts = countBySeverity(own.map((finding) => ({ severity: severityOfFinding(finding) })))
    const told = faultSeverities.flatMap((severity) =>
      counts[severity] === 0 ? [] : `${counts[severity]} ${severity}`,
    )
    const patterns = tuningPatterns.filter((one) => one.dimension === dimension).length
    return `| ${dimension.replaceAll('_', ' ')} | ${patterns} | ${told.join(', ') || 'nothing'} | ${healthCost(counts)} |`
  })
  return `<details><summary>What each diagnosis found</summary>\n\n| | patterns | found | costs the health |\n|:--|--:|:--|--:|\n${rows.join('\n')}\n</details>`
}

function renderQuality({ score, state }: TuningRun): string {
  const parts = score.parts
    .map(({ name, points, most, why }) => `${name} ${points.toFixed(1)} of ${most} (${why})`)
    .join(', ')
  return `<sub>Health ${healthOf(state.issues_by_severity)}. Score ${score.score}: ${parts}. It passes from 80 with no critical and at most two high; below 60, with a critical or more than five high it fails. Iteration ${state.iteration_count} of ${state.max_iterations}.</sub>`
}

/** A fence longer than any in the text. */
function fenceText(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text.slice(0, 4_000).trimEnd()}\n${ticks}`
}
