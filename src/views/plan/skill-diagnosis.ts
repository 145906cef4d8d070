import type { MessageKey } from '../../domain/language/message.ts'
import type { IssRecord } from '../../domain/records/iss-record.ts'
import { tuningDir } from '../../domain/paths/solution-paths.ts'
import type { SkillOpinion } from '../../domain/tuning/opinion/skill-opinion.ts'
import type { TuningState } from '../../domain/tuning/state/tuning-state.ts'
import { renderCount, t } from '../language/t.ts'
import { renderDetails } from '../markdown/details.ts'
import { block, type Block } from '../markdown/fit.ts'
import { linkTo, type Links } from '../markdown/links.ts'
import { inlineCode } from '../markdown/neutralise.ts'
import { nameOpinion, renderSkillOpinion } from '../tuning/skill-opinion.ts'
import { renderRequirements, renderTuningIssues } from '../tuning/tuning-report.ts'

const gateWords = {
  pass: '**The skill {skill} passes** its quality gate at {commit}: score {score}',
  review: '**The skill {skill} needs a review** its quality gate at {commit}: score {score}',
  fail: '**The skill {skill} fails** its quality gate at {commit}: score {score}',
} as const satisfies Record<string, MessageKey>

const severityCounts = {
  critical: '{n} critical',
  high: '{n} high',
  medium: '{n} medium',
  low: '{n} low',
} as const satisfies Record<string, MessageKey>

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
  const counts = (['critical', 'high', 'medium', 'low'] as const)
    .map((one) => t(severityCounts[one], { n: before[one] }))
    .join(t(', '))
  const dir = tuningDir(record.session_id, record.id)
  const report = linkTo(t('report'), links.workflowFile(`${dir}/tuning-report.md`))
  const gate = t(gateWords[before.gate], {
    skill: inlineCode(tuning.path),
    commit: linkTo(inlineCode(before.commit.slice(0, 7)), links.commit(before.commit)),
    score: before.score,
  })
  const tokens = t('{tokens} tokens', { tokens: before.tokens.toLocaleString('en') })
  const figures = [gate, counts, tokens, report].join(' · ')
  const findings = renderDetails(
    renderCount(state.issues.length, 'finding'),
    renderTuningIssues(state.issues, t('Findings')),
  )
  const asked = renderRequirements(state)
  return [
    block(`\n${figures}`),
    block(`\n${findings}`, ''),
    block(asked === '' ? '' : `\n${renderDetails(t('What was complained of'), asked)}`, ''),
    block(opinion === undefined ? '' : `\n${renderDetails(nameOpinion(opinion), tellOpinion(opinion))}`, ''),
  ]
}

function tellOpinion(opinion: SkillOpinion): string {
  const [first] = opinion.kind === 'given' ? opinion.findings : []
  const takeUp =
    first === undefined
      ? ''
      : `\n\n${t('Who agrees: `/replan with {id}` makes a task of it, which a person judges.', { id: first.id })}`
  return `${renderSkillOpinion(opinion)}${takeUp}`
}
