import type { PlannerAnswer, PlanRequest } from '../../../application/ports/roles/planner.ts'
import type { SkillAdviser, SkillReading } from '../../../application/ports/roles/skill-adviser.ts'
import type { ModelReceipt } from '../../../domain/models/model-receipt.ts'
import type { SkillOpinion } from '../../../domain/tuning/opinion/skill-opinion.ts'
import { renderSkillOpinion } from '../../../views/tuning/skill-opinion.ts'
import { renderSkillCode } from '../../../views/tuning/skill-text.ts'
import type { MendingAnswer } from './tuning-question.ts'

interface SkillAdvice {
  opinion: SkillOpinion
  receipt: ModelReceipt | null
}

/** What a model adds, where the configuration wants one asked; once for a commit, however often it is planned. */
export async function askSkillAdviser(
  adviser: SkillAdviser | undefined,
  { configuration, tuning, commit, draft, repository, runId, issue, signal }: PlanRequest,
  skill: Pick<SkillReading, 'files' | 'complaint' | 'known'>,
): Promise<SkillAdvice | undefined> {
  const { agents, run } = configuration
  if (agents.skill_adviser === 'rules' || draft !== null) return undefined
  if (adviser === undefined) {
    const why = '`agents.skill_adviser: model` wants a model asked, and this server has none'
    return { opinion: { kind: 'none', why }, receipt: null }
  }
  const before = tuning?.record
  if (before?.opinion?.kind === 'given' && before.before?.commit === commit)
    return { opinion: before.opinion, receipt: null }
  return await adviser.read({
    ...skill,
    commit,
    owner: { runId, repository: repository.key, issue: issue.number },
    model: agents.model ?? null,
    contextTokens: agents.context_tokens,
    maxTurns: agents.max_turns,
    timeoutMs: Math.min(run.timeout_minutes * 60_000, 2 ** 31 - 1),
    signal,
  })
}

const mostTold = 5

/** The plan stays what it was; the opinion stands in the report, and in a no, which is all that is told then. */
export function addOpinion({ answer, tuning }: MendingAnswer, advice: SkillAdvice | undefined): PlannerAnswer {
  if (advice === undefined) return { ...answer, tuning }
  const { opinion, receipt } = advice
  const { state } = tuning
  const report = `${state.final_report ?? ''}\n${renderSkillOpinion(opinion)}\n`
  const told = answer.kind === 'declined' ? { ...answer, why: `${answer.why}${tellShortly(opinion)}` } : answer
  return {
    ...told,
    ...(receipt === null ? {} : { receipts: [receipt] }),
    tuning: { ...tuning, state: { ...state, final_report: report }, opinion },
  }
}

function tellShortly(opinion: SkillOpinion): string {
  if (opinion.kind === 'none' || opinion.findings.length === 0) return ''
  const told = opinion.findings
    .slice(0, mostTold)
    .map(({ path, line, message }) => `\`${renderSkillCode(path)}:${line}\` ${message}`)
  return ` \`${renderSkillCode(opinion.by)}\` adds, by its own word: ${told.join(' ')}`
}
