import type { IssRecord } from '../../domain/records/iss-record.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import type { SkillOpinion } from '../../domain/tuning/opinion/skill-opinion.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'
import { renderCount } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { nameOpinion, renderSkillOpinion } from '../tuning/skill-opinion.ts'
import { renderRequirements, renderTuningIssues } from '../tuning/tuning-report.ts'

const gateWords = { pass: 'passes', review: 'needs a review', fail: 'fails' } as const

interface Diagnosed {
  record: IssRecord
  tuning?: TuningState | null | undefined
  links: Links
}

/** What was found of the skill that a plan mends: the figures, then the findings, folded; nothing for other plans. */
export function renderDiagnosis({ record, tuning: state, links }: Diagnosed): Block[] {
  const { tuning } = record
  if (tuning?.before == null || state == null) return []
  const { before, opinion } = tuning
  const counts = (['critical', 'high', 'medium', 'low'] as const).map((one) => `${before[one]} ${one}`).join(', ')
  const dir = tuningDir(record.session_id, record.id)
  const report = linkTo('report', links.workflowFile(`${dir}/tuning-report.md`))
  const figures = `**The skill ${inlineCode(tuning.path)} ${gateWords[before.gate]}** its quality gate at ${linkTo(inlineCode(before.commit.slice(0, 7)), links.commit(before.commit))}: score ${before.score} · ${counts} · ${before.tokens.toLocaleString('en')} tokens · ${report}`
  const findings = renderDetails(
    renderCount(state.issues.length, 'finding'),
    renderTuningIssues(state.issues, 'Findings'),
  )
  const asked = renderRequirements(state)
  return [
    block(`\n${figures}`),
    block(`\n${findings}`, ''),
    block(asked === '' ? '' : `\n${renderDetails('What was complained of', asked)}`, ''),
    block(opinion === undefined ? '' : `\n${renderDetails(nameOpinion(opinion), tellOpinion(opinion))}`, ''),
  ]
}

function tellOpinion(opinion: SkillOpinion): string {
  const [first] = opinion.kind === 'given' ? opinion.findings : []
  const takeUp =
    first === undefined ? '' : `\n\nWho agrees: \`/replan with ${first.id}\` makes a task of it, which a person judges.`
  return `${renderSkillOpinion(opinion)}${takeUp}`
}
