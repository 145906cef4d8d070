import { recordText } from '../../../domain/language/message.ts'
import { issueIdOf } from '../../../domain/tuning/judge/issues.ts'
import { tuneSkill } from '../../../domain/tuning/orchestrate/tune-skill.ts'
import type { TuningRun } from '../../../domain/tuning/orchestrate/tuning-run.ts'
import { getPattern, severityOfFinding } from '../../../domain/tuning/patterns/catalogue.ts'
import { placeInRepository } from '../../../domain/tuning/read/skill-path.ts'
import { toSkillSource } from '../../../domain/tuning/read/skill-limits.ts'
import { answerMending } from '../../../domain/tuning/thread/answer-mending.ts'
import { failTuning } from '../../../domain/tuning/thread/carry-tuning.ts'
import { concludeTuning } from '../../../domain/tuning/thread/conclude-tuning.ts'
import { measureTuning } from '../../../domain/tuning/thread/measure-tuning.ts'
import type { SkillDiagnosed } from '../../../domain/work/draft/work-event.ts'
import type { ShownSkill } from '../../../views/check/skills-check.ts'
import { renderTuningReport } from '../../../views/tuning/tuning-report.ts'
import { renderTuningSides } from '../../../views/tuning/tuning-sides.ts'
import type { AnswerConfined } from '../../process/confined-reader.ts'
import { loadTokenCounter } from './count-tokens.ts'
import type { CheckedSkill, MendingAnswer, SkillAtCommit, TuningQuestion } from './tuning-question.ts'

type QuestionOf<K extends TuningQuestion['kind']> = Extract<TuningQuestion, { kind: K }>

/** Reads a skill, and says what is wrong with it, how it is mended, or whether it is. */
export const answer: AnswerConfined<
  TuningQuestion,
  MendingAnswer | SkillDiagnosed | CheckedSkill | ShownSkill
> = async (question, note) => {
  note(`the skill \`${question.skill.path}\``)
  const tuned = await diagnose(question.skill, question.kind === 'plan' ? question : { complaint: '', workDir: '' })
  switch (question.kind) {
    case 'plan':
      return tuned.kind === 'faults' ? tellFaults(question, tuned.faults) : planTuning(question, tuned.run)
    case 'again':
      if (tuned.kind === 'faults') throw new Error(tuned.faults.join(' '))
      return diagnoseAfter(question, tuned.run)
    case 'check':
      if (tuned.kind === 'faults') return { holds: false, evidence: tuned.faults.join(' ') }
      return checkSkill(question, tuned.run)
    case 'look':
      if (tuned.kind === 'faults') return { kind: 'unreadable', path: question.skill.path, why: tuned.faults.join(' ') }
      return showSkill(question.skill.path, tuned.run)
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
  const again = recordText(
    'Mend it on the default branch, then `/tune {path}` looks again; `/tune <folder>` looks at another.',
    { path: skill.path },
  )
  return {
    answer: { kind: 'needs_input', lacks: faults.map((fault, index) => (index === 0 ? `${fault} ${again}` : fault)) },
    tuning: { state: failed, measure: null },
  }
}

function planTuning(
  { skill, guidance, wasAsked, denied, state: before, taken }: QuestionOf<'plan'>,
  run: TuningRun,
): MendingAnswer {
  const raw = new Map(skill.files.map((file) => [file.path, file.raw]))
  const order = { path: skill.path, raw, guidance, wasAsked, denied, state: before, taken }
  const { answer: found, state } = answerMending(order, run)
  const report = renderTuningReport({ ...run, state })
  return {
    answer: found,
    tuning: { state: { ...state, final_report: report }, measure: measureTuning({ ...run, state }, skill.commit) },
  }
}

function diagnoseAfter(
  { skill, state: before, before: figures, base }: QuestionOf<'again'>,
  run: TuningRun,
): SkillDiagnosed {
  const state = concludeTuning(before, run, base, now())
  const measure = measureTuning({ ...run, state }, skill.commit)
  const report = renderTuningReport({ ...run, state, before: undefined })
  return { state: { ...state, final_report: `${renderTuningSides(figures, measure)}\n\n${report}` }, measure }
}

function checkSkill({ issue }: QuestionOf<'check'>, run: TuningRun): CheckedSkill {
  const { quality_gate: gate, quality_score: score, issues_by_severity: counts } = run.state
  const told = recordText('gate {gate}, score {score}, {critical} critical, {high} high, {medium} medium, {low} low', {
    gate,
    score,
    critical: counts.critical,
    high: counts.high,
    medium: counts.medium,
    low: counts.low,
  })
  if (issue === undefined) return { holds: gate === 'pass', evidence: told }
  const finding = run.findings.find((one) => issueIdOf(one) === issue)
  if (finding === undefined) return { holds: true, evidence: recordText('not found any more; {told}', { told }) }
  return {
    holds: false,
    evidence: recordText('still at {place}: {message}', {
      place: `${finding.path}:${finding.line}`,
      message: finding.message,
    }),
  }
}

function showSkill(path: string, { state, findings }: TuningRun): ShownSkill {
  const shown = findings.map((finding) => ({
    path: placeInRepository(path, finding.path),
    line: finding.line,
    pattern: finding.pattern,
    severity: severityOfFinding(finding),
    message: `${finding.message} ${getPattern(finding.pattern).remedy}`,
  }))
  return { kind: 'seen', path, gate: state.quality_gate, score: state.quality_score, findings: shown }
}
