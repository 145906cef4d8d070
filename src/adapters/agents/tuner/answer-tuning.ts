import type { PlanAnswer } from '../../../domain/plan/plan-answer.ts'
import { askAmbiguities, settleAmbiguities } from '../../../domain/tuning/ask/settle-ambiguities.ts'
import { issueIdOf } from '../../../domain/tuning/judge/issues.ts'
import { measureTuning } from '../../../domain/tuning/thread/measure-tuning.ts'
import { tuneSkill } from '../../../domain/tuning/orchestrate/tune-skill.ts'
import { fixIdOf, type TuningRun } from '../../../domain/tuning/orchestrate/tuning-run.ts'
import type { SkillFinding } from '../../../domain/tuning/patterns/pattern.ts'
import { keepsItsLineEnds } from '../../../domain/tuning/read/line-ends.ts'
import { toSkillSource } from '../../../domain/tuning/read/skill-limits.ts'
import type { TuningState } from '../../../domain/tuning/state/tuning-state.ts'
import { carryTuning, failTuning } from '../../../domain/tuning/thread/carry-tuning.ts'
import { concludeTuning } from '../../../domain/tuning/thread/conclude-tuning.ts'
import { draftMending } from '../../../domain/tuning/thread/draft-mending.ts'
import { type MendingPlan, planMending } from '../../../domain/tuning/thread/plan-mending.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import { renderTuningReport } from '../../../views/tuning/tuning-report.ts'
import { renderTuningSides } from '../../../views/tuning/tuning-sides.ts'
import type { AnswerConfined } from '../../process/confined-reader.ts'
import { loadTokenCounter } from './count-tokens.ts'
import type { CheckedSkill, MendingAnswer, SkillAtCommit, TuningQuestion } from './tuning-question.ts'

type QuestionOf<K extends TuningQuestion['kind']> = Extract<TuningQuestion, { kind: K }>

/** Reads a skill, and says what is wrong with it, how it is mended, or whether it is. */
export const answer: AnswerConfined<TuningQuestion, MendingAnswer | SkillDiagnosed | CheckedSkill> = async (
  question,
  note,
) => {
  note(`the skill \`${question.skill.path}\``)
  const tuned = await diagnose(question.skill, question.kind === 'plan' ? question : { complaint: '', workDir: '' })
  switch (question.kind) {
    case 'plan':
      return tuned.kind === 'faults' ? tellFaults(question, tuned.faults) : planTuning(question, tuned.run)
    case 'again':
      if (tuned.kind === 'faults') return { state: noteFaults(question, tuned.faults), measure: null }
      return diagnoseAfter(question, tuned.run)
    case 'check':
      if (tuned.kind === 'faults') return { holds: false, evidence: tuned.faults.join(' ') }
      return checkSkill(question, tuned.run)
  }
}

const now = () => new Date().toISOString()

async function diagnose(skill: SkillAtCommit, { complaint, workDir }: { complaint: string; workDir: string }) {
  return tuneSkill({
    folderName: skill.path.slice(skill.path.lastIndexOf('/') + 1),
    path: skill.path,
    sources: skill.files.map(({ path, raw }) => toSkillSource(path, raw)),
    complaint,
    focus: [],
    mostRisk: undefined,
    workDir,
    countTokens: await loadTokenCounter(),
    now,
  })
}

function tellFaults({ skill, complaint, state }: QuestionOf<'plan'>, faults: string[]): MendingAnswer {
  const failed = failTuning(state, { path: skill.path, about: complaint, message: faults.join(' '), at: now() })
  const again = `Mend it on the default branch, then \`/tune ${skill.path}\` looks again; \`/tune <folder>\` looks at another.`
  return {
    answer: { kind: 'needs_input', lacks: faults.map((fault, index) => (index === 0 ? `${fault} ${again}` : fault)) },
    tuning: { state: failed, measure: null },
  }
}

function noteFaults({ skill, state }: QuestionOf<'again'>, faults: string[]): TuningState {
  const about = state.user_issue_description
  return failTuning(state, { path: skill.path, about, message: faults.join(' '), at: now() })
}

function planTuning(question: QuestionOf<'plan'>, run: TuningRun): MendingAnswer {
  const { skill, guidance, wasAsked } = question
  const analysis = run.state.requirement_analysis
  const questions = analysis === null || wasAsked ? [] : askAmbiguities(analysis)
  if (questions.length > 0)
    return { answer: { kind: 'needs_input', lacks: [], questions }, tuning: conclude(question, run, [], analysis) }
  const settled = analysis === null ? null : settleAmbiguities(analysis, guidance ?? '')
  const raw = new Map(skill.files.map((file) => [file.path, file.raw]))
  const leftOut = findLeftOut(guidance ?? '')
  const plan = planMending(run, {
    mend: (finding) => !isLeftOut(finding, leftOut),
    rewrite: (path) => keepsItsLineEnds(raw.get(path) ?? ''),
  })
  const fixes = plan.steps.flatMap((step) => step.fixes.map(({ fixId }) => fixId))
  return {
    answer: answerPlan(question, run, plan, raw),
    tuning: conclude(question, run, fixes, settled),
  }
}

function answerPlan(
  { skill }: QuestionOf<'plan'>,
  run: TuningRun,
  plan: MendingPlan,
  raw: ReadonlyMap<string, string>,
): PlanAnswer {
  const { quality_gate: gate, quality_score: score } = run.state
  if (run.findings.length === 0)
    return {
      kind: 'declined',
      why: `Nothing that is looked for is wrong with the skill \`${skill.path}\`: its gate says ${gate}, score ${score}.`,
    }
  if (plan.steps.length + plan.left.length === 0)
    return { kind: 'declined', why: `Everything that is wrong with the skill \`${skill.path}\` was left out.` }
  return { kind: 'draft', draft: draftMending({ path: skill.path, name: run.skill.name, raw }, plan) }
}

/** How the tuning stands once there is a plan: its fixes wait to be applied. */
function conclude(
  { state: before, skill }: QuestionOf<'plan'>,
  run: TuningRun,
  fixes: readonly string[],
  analysis: TuningState['requirement_analysis'],
): SkillDiagnosed {
  const patched = run.tried.filter((one) => fixes.includes(fixIdOf(one)))
  const proposed = run.state.proposed_fixes.filter(({ id }) => patched.some((one) => fixIdOf(one) === id))
  const own: TuningState = {
    ...run.state,
    // It is completed once its fixes are in.
    status: run.findings.length === 0 ? 'completed' : 'running',
    completed_actions: run.state.completed_actions.filter((one) => one !== 'action-complete'),
    action_history: run.state.action_history.filter(({ action }) => action !== 'action-complete'),
    requirement_analysis: analysis,
    proposed_fixes: boundFixes(run.state.proposed_fixes),
    pending_fixes: proposed.map(({ id }) => id),
  }
  const state = carryTuning(before, own)
  const report = renderTuningReport({ ...run, state }, [])
  return { state: { ...state, final_report: report }, measure: measureTuning({ ...run, state }, skill.commit) }
}

const mostDiffCharacters = 100_000

/** Their texts stand in the tasks of the plan: here there is room for so much of them. */
function boundFixes(fixes: TuningState['proposed_fixes']): TuningState['proposed_fixes'] {
  let room = mostDiffCharacters
  return fixes.map((fix) => ({
    ...fix,
    changes: fix.changes.map(({ file, action, ...texts }) => {
      const size = (texts.diff?.length ?? 0) + (texts.new_content?.length ?? 0)
      room -= size
      return { file, action, ...(room < 0 ? {} : texts) }
    }),
  }))
}

/** `without DF-003`: patterns and ids that `/replan` leaves out. */
function findLeftOut(guidance: string): ReadonlySet<string> {
  const lines = guidance.slice(0, 20_000).split('\n')
  const said = lines.filter((line) => /\b(?:without|leave|skip|ignore|drop|not)\b|不要|忽略|去掉/i.test(line))
  const ids = said.flatMap(
    (line) => line.match(/\b(?:(?:ISS|FIX)-)?[A-Z]{2,3}(?:-[A-Z]{3})?-\d{3}(?:-[\da-f]{8})?/gi) ?? [],
  )
  return new Set(ids.map((id) => id.toUpperCase().replace(/^(?:ISS|FIX)-/, '')))
}

function isLeftOut(finding: SkillFinding, leftOut: ReadonlySet<string>): boolean {
  return leftOut.has(finding.pattern) || leftOut.has(issueIdOf(finding).replace(/^ISS-/, '').toUpperCase())
}

function diagnoseAfter(
  { skill, state: before, before: figures, base }: QuestionOf<'again'>,
  run: TuningRun,
): SkillDiagnosed {
  const state = concludeTuning(before, run, base, now())
  const measure = measureTuning({ ...run, state }, skill.commit)
  const report = renderTuningReport({ ...run, state, before: undefined }, [])
  return {
    state: { ...state, final_report: `${renderTuningSides(figures, measure)}\n\n${report}`.trimStart() },
    measure,
  }
}

function checkSkill({ issue }: QuestionOf<'check'>, run: TuningRun): CheckedSkill {
  const { quality_gate: gate, quality_score: score, issues_by_severity: counts } = run.state
  const told = `gate ${gate}, score ${score}, ${counts.critical} critical, ${counts.high} high, ${counts.medium} medium, ${counts.low} low`
  if (issue === undefined) return { holds: gate === 'pass', evidence: told }
  const finding = run.findings.find((one) => issueIdOf(one) === issue)
  if (finding === undefined) return { holds: true, evidence: `not found any more; ${told}` }
  return { holds: false, evidence: `still at ${finding.path}:${finding.line}: ${finding.message}` }
}
