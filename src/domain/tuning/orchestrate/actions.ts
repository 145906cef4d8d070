import { analyseRequirements } from '../ask/analyse-requirements.ts'
import { diagnosisOf, docsDiagnosisOf } from '../judge/diagnoses.ts'
import { issueIdOf } from '../judge/issues.ts'
import type { TuningDimension } from '../patterns/pattern.ts'
import type { DocsDiagnosis, SkillDiagnosis, TuningState } from '../state/tuning-state.ts'
import { diagnoseAgain, type FixRisk, fixIdOf, proposeFixes, tryPatching, type TuningRun } from './tuning-run.ts'

/** An action of spec 004 §8, tried in the order of the list: the first that may run does. */
export interface TuningAction {
  name: string
  mayRun: (run: TuningRun) => boolean
  run: (run: TuningRun) => TuningRun
  /** What is kept where it throws, beside the error. */
  fail?: (run: TuningRun) => TuningRun
  /** Files of the work folder that hold what it found. */
  outputs: readonly string[]
}

type DiagnosisKey = keyof TuningState['diagnosis']

const diagnoses: readonly { key: DiagnosisKey; dimensions: readonly TuningDimension[] }[] = [
  { key: 'context', dimensions: ['context'] },
  { key: 'memory', dimensions: ['memory'] },
  { key: 'dataflow', dimensions: ['dataflow'] },
  { key: 'agent', dimensions: ['agent'] },
  { key: 'docs', dimensions: ['docs'] },
  { key: 'token_consumption', dimensions: ['token_consumption', 'authoring'] },
]

const isRunning = ({ state }: TuningRun) => state.status === 'running'
const isDiagnosed = ({ state }: TuningRun) => Object.values(state.diagnosis).every((one) => one !== null)
const roundsUntilStop = 2

const init: TuningAction = {
  name: 'action-init',
  mayRun: ({ state }) => state.status === 'pending',
  run: (run) => {
    const { order, skill } = run
    const at = order.now()
    return {
      ...run,
      state: {
        ...run.state,
        status: 'running',
        started_at: at,
        target_skill: {
          name: skill.name,
          path: order.path,
          execution_mode: skill.mode,
          phases: skill.phases.map(({ path }) => path),
          specs: skill.files.filter(({ role }) => role === 'spec').map(({ path }) => path),
        },
        user_issue_description: order.complaint,
        focus_areas: [...order.focus],
        work_dir: order.workDir,
        backup_dir: `${order.workDir}/backups`,
      },
    }
  },
  outputs: ['state.json'],
}

const analyse: TuningAction = {
  name: 'action-analyze-requirements',
  mayRun: (run) => isRunning(run) && run.order.complaint !== '' && run.state.requirement_analysis === null,
  run: (run) => ({
    ...run,
    state: { ...run.state, requirement_analysis: analyseRequirements(run.order.complaint, run.order.now()) },
  }),
  outputs: ['requirement-analysis.json'],
}

const diagnosing = diagnoses.map(({ key, dimensions }): TuningAction => ({
  name: `action-diagnose-${key.replaceAll('_', '-')}`,
  mayRun: (run) => isRunning(run) && run.state.diagnosis[key] === null,
  run: (run) => {
    const isSkipped = run.order.focus.length > 0 && !dimensions.some((one) => run.order.focus.includes(one))
    const start = timeOfDayMs(run.order.now())
    const seen = run.before === undefined ? diagnoseAgain(run, run.sources) : run
    const elapsed = Math.max(0, timeOfDayMs(run.order.now()) - start)
    const result =
      key === 'docs' ? docsDiagnosisOf(seen.findings, elapsed) : diagnosisOf(dimensions, seen.findings, elapsed)
    const details = { ...result.details, patterns_checked: [] }
    return withDiagnosis(seen, key, isSkipped ? { ...result, status: 'skipped', details } : result)
  },
  fail: (run) =>
    withDiagnosis(run, key, { ...diagnosisOf([], [], 0), status: 'failed', redundancies: [], conflicts: [] }),
  outputs: [`diagnosis/${key.replaceAll('_', '-')}-diagnosis.json`],
}))

function withDiagnosis(run: TuningRun, key: DiagnosisKey, found: SkillDiagnosis | DocsDiagnosis): TuningRun {
  return { ...run, state: { ...run.state, diagnosis: { ...run.state.diagnosis, [key]: found } } }
}

const proposing: TuningAction = {
  name: 'action-propose-fixes',
  mayRun: (run) => isRunning(run) && isDiagnosed(run) && !hasProposed(run),
  run: (run) => {
    const judged = diagnoseAgain(run, run.sources)
    const first = judged.before ?? { sources: run.sources, score: judged.score, findings: judged.findings }
    return proposeFixes({ ...judged, before: first })
  },
  outputs: ['proposed-fixes.json'],
}

/** Since the last verification. */
function hasProposed({ state }: TuningRun): boolean {
  const done = state.completed_actions
  return done.lastIndexOf('action-propose-fixes') > done.lastIndexOf('action-verify')
}

const risks: readonly FixRisk[] = ['low', 'medium', 'high']

function applicable({ order, tried }: TuningRun): TuningRun['tried'] {
  const most = order.mostRisk
  return most === undefined ? [] : tried.filter(({ mending }) => risks.indexOf(mending.risk) <= risks.indexOf(most))
}

const apply: TuningAction = {
  name: 'action-apply-fix',
  mayRun: (run) =>
    isRunning(run) &&
    hasProposed(run) &&
    applicable(run).some((one) => run.state.pending_fixes.includes(fixIdOf(one))) &&
    run.state.iteration_count < run.state.max_iterations,
  run: (run) => {
    const wanted = applicable(run).filter((one) => run.state.pending_fixes.includes(fixIdOf(one)))
    return wanted.reduce(applyOne, run)
  },
  outputs: ['backups/'],
}

/** Tried anew on what the fixes before have left; rolled back where it does not hold there. */
function applyOne(run: TuningRun, wanted: TuningRun['tried'][number]): TuningRun {
  const id = fixIdOf(wanted)
  const pending = run.state.pending_fixes.filter((one) => one !== id)
  const finding = run.findings.find((one) => issueIdOf(one) === issueIdOf(wanted.finding))
  if (finding === undefined) return { ...run, state: { ...run.state, pending_fixes: pending } }
  const again = tryPatching(run, finding)
  const isGood = again?.verdict === 'pass'
  const applied = {
    fix_id: id,
    applied_at: run.order.now(),
    success: isGood,
    backup_path: `${run.order.workDir}/backups`,
    verification_result: isGood ? ('pass' as const) : ('fail' as const),
    rollback_available: isGood,
  }
  const state = { ...run.state, pending_fixes: pending, applied_fixes: [...run.state.applied_fixes, applied] }
  if (!isGood) return { ...run, state, judgement: [...run.judgement, issueIdOf(finding)] }
  const next = diagnoseAgain({ ...run, state }, again.sources)
  return next
}

const verify: TuningAction = {
  name: 'action-verify',
  mayRun: (run) => isRunning(run) && run.state.completed_actions.at(-1) === 'action-apply-fix',
  run: (run) => {
    const before = run.tried.length + run.judgement.length
    const next = diagnoseAgain(
      { ...run, state: { ...run.state, iteration_count: run.state.iteration_count + 1 } },
      run.sources,
    )
    return { ...next, roundsInVain: next.findings.length < before ? 0 : run.roundsInVain + 1 }
  },
  outputs: [],
}

const complete: TuningAction = {
  name: 'action-complete',
  mayRun: (run) => isRunning(run) && isDiagnosed(run) && hasProposed(run),
  run: (run) => ({ ...run, state: { ...run.state, status: 'completed' } }),
  outputs: ['tuning-report.md'],
}

/** The actions by precedence. Aborting is none of them: it follows of errors. */
export const tuningActions: readonly TuningAction[] = [init, analyse, ...diagnosing, proposing, apply, verify, complete]

/** Spec 004 §4: the gate passes with nothing left to apply, no iteration is left, or two in a row changed nothing. */
export function mustStop({ state, roundsInVain }: TuningRun): boolean {
  return state.iteration_count >= state.max_iterations || roundsInVain >= roundsUntilStop
}

/** Milliseconds since midnight of an ISO time: `Date` is not for the domain. */
function timeOfDayMs(iso: string): number {
  const [, hours = '0', minutes = '0', seconds = '0'] = /T(\d\d):(\d\d):([\d.]+)/.exec(iso) ?? []
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
}
