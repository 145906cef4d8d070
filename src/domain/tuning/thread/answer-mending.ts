import { recordText } from '../../language/message.ts'
import { createDeniedMatcher, withoutFreed } from '../../paths/denied-path.ts'
import type { PlanAnswer } from '../../plan/plan-answer.ts'
import { askAmbiguities, settleAmbiguities } from '../ask/settle-ambiguities.ts'
import { scoreQuality } from '../judge/quality.ts'
import type { OpinedFinding } from '../opinion/skill-opinion.ts'
import type { TuningRun } from '../orchestrate/tuning-run.ts'
import { severityOfFinding } from '../patterns/catalogue.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { countBySeverity } from '../patterns/severity.ts'
import { keepsItsLineEnds } from '../read/line-ends.ts'
import { placeInRepository } from '../read/skill-path.ts'
import type { TuningState } from '../state/tuning-state.ts'
import { carryTuning } from './carry-tuning.ts'
import { draftMending } from './draft-mending.ts'
import { createLeftOut } from './left-out.ts'
import { type MendingPlan, planMending } from './plan-mending.ts'
import { tellClosed, tellDenied } from './tell-denied.ts'

/** What a plan that mends a skill is made of, beside its diagnosis. */
export interface MendingOrder {
  path: string
  /** Its files as the repository has them. */
  raw: ReadonlyMap<string, string>
  /** What people said in the thread since it was asked for. */
  guidance: string | null
  wasAsked: boolean
  /** Globs that no task may touch; after a `!`, what patches of a skill may. */
  denied: readonly string[]
  state: TuningState | null
  /** What a model said, and somebody wants mended. */
  taken: readonly OpinedFinding[]
}

/** Questions, a no, or a plan; and how the tuning stands then. */
export interface AnsweredMending {
  answer: PlanAnswer
  state: TuningState
}

/** Plans what mends a skill that was diagnosed, unless something has to be asked first (spec 004 §3, §5). */
export function answerMending(order: MendingOrder, run: TuningRun): AnsweredMending {
  const analysis = run.state.requirement_analysis
  const questions = analysis === null || order.wasAsked ? [] : askAmbiguities(analysis)
  if (questions.length > 0)
    return {
      answer: { kind: 'needs_input', lacks: [], questions },
      state: concludePlanning(order, run, new Set(), analysis),
    }
  const isLeftOut = createLeftOut(order.guidance ?? '')
  const isDenied = createDeniedMatcher(order.denied)
  const plan = planMending(run, {
    mend: (finding) => !isLeftOut(finding),
    rewrite: (path) => keepsItsLineEnds(order.raw.get(path) ?? '') && !isDenied(placeInRepository(order.path, path)),
  })
  const fixes = new Set(plan.steps.flatMap((step) => step.fixes.map(({ fixId }) => fixId)))
  const settled = analysis === null ? null : settleAmbiguities(analysis, order.guidance ?? '')
  return { answer: answerPlan(order, run, plan), state: concludePlanning(order, run, fixes, settled) }
}

function answerPlan({ path, raw, denied, taken: wanted }: MendingOrder, run: TuningRun, plan: MendingPlan): PlanAnswer {
  const { quality_gate: gate, quality_score: score } = run.state
  const isDenied = createDeniedMatcher(withoutFreed(denied))
  const taken = wanted.filter((one) => !isDenied(placeInRepository(path, one.path)))
  if (run.findings.length + taken.length === 0)
    return {
      kind: 'declined',
      why: recordText(
        'Nothing that is looked for is wrong with the skill `{path}`: its gate says {gate}, score {score}.',
        {
          path,
          gate,
          score,
        },
      ),
    }
  if (plan.steps.length + plan.left.length + taken.length === 0)
    return {
      kind: 'declined',
      why: recordText('Everything that is wrong with the skill `{path}` was left out.', { path }),
    }
  const isClosed = (finding: SkillFinding) => isDenied(placeInRepository(path, finding.path))
  const closed = plan.left.filter(isClosed)
  const left = plan.left.filter((finding) => !isClosed(finding))
  if (plan.steps.length + left.length + taken.length === 0)
    return { kind: 'needs_input', lacks: [tellDenied(path, run.state)] }
  const kept = plan.after.filter((finding) => !left.includes(finding))
  const skill = { path, name: run.skill.name, raw, passesThen: gateOfFindings(kept) === 'pass' }
  const draft = draftMending(skill, { ...plan, left }, taken)
  return { kind: 'draft', draft: closed.length === 0 ? draft : { ...draft, notes: [tellClosed(closed)] } }
}

/** The gate, once these are all that is left. */
function gateOfFindings(findings: readonly SkillFinding[]): TuningState['quality_gate'] {
  const counts = countBySeverity(findings.map((finding) => ({ severity: severityOfFinding(finding) })))
  return scoreQuality({ counts, applied: 0, verified: 0, diagnoses: 6, iterations: 0 }).gate
}

/** Once there is a plan, its fixes wait to be applied; without findings there is nothing to wait for. */
function concludePlanning(
  { state: before }: MendingOrder,
  run: TuningRun,
  fixes: ReadonlySet<string>,
  analysis: TuningState['requirement_analysis'],
): TuningState {
  const { completed_actions: done, action_history: history, proposed_fixes: proposed } = run.state
  return carryTuning(before, {
    ...run.state,
    status: run.findings.length === 0 ? 'completed' : 'running',
    // It is, once its fixes are in.
    completed_actions: done.filter((one) => one !== 'action-complete'),
    action_history: history.filter(({ action }) => action !== 'action-complete'),
    requirement_analysis: analysis,
    proposed_fixes: boundFixes(proposed),
    pending_fixes: proposed.flatMap(({ id }) => (fixes.has(id) ? [id] : [])),
  })
}

const mostDiffCharacters = 100_000

/** Their texts stand in the tasks of the plan: here there is room for so much of them. */
function boundFixes(fixes: TuningState['proposed_fixes']): TuningState['proposed_fixes'] {
  let room = mostDiffCharacters
  return fixes.map((fix) => ({
    ...fix,
    changes: fix.changes.map(({ file, action, ...texts }) => {
      room -= (texts.diff?.length ?? 0) + (texts.new_content?.length ?? 0)
      return { file, action, ...(room < 0 ? {} : texts) }
    }),
  }))
}
