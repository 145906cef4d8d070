import { createTwoFilesPatch } from 'diff'
import { diagnoseSkill } from '../detect/diagnose.ts'
import { issuesOfFindings, issueIdOf } from '../judge/issues.ts'
import { type QualityScore, scoreQuality } from '../judge/quality.ts'
import { type CountTokens, type TriedMending, tryMending } from '../mend/propose.ts'
import { getPattern } from '../patterns/catalogue.ts'
import { type SkillFinding, namedStrategies, type TuningDimension } from '../patterns/pattern.ts'
import { countBySeverity } from '../patterns/severity.ts'
import { readSkill } from '../read/read-skill.ts'
import type { Skill, SkillSource } from '../read/skill.ts'
import type { TuningFix, TuningState } from '../state/tuning-state.ts'

export type FixRisk = 'low' | 'medium' | 'high'

/** What is to be tuned, and how far it may go. `mostRisk` undefined: nothing is applied. */
export interface TuningOrder {
  folderName: string
  path: string
  sources: readonly SkillSource[]
  complaint: string
  /** What is looked at; all where it is empty. */
  focus: readonly TuningDimension[]
  mostRisk: FixRisk | undefined
  workDir: string
  /** Whether a file can be written so that only what a fix changes differs; absent: each can. */
  rewrite?: (path: string) => boolean
  countTokens: CountTokens
  /** ISO 8601; called for each time that is written down. */
  now: () => string
}

/** A run as it stands between two actions: the state, and what it was made of. Each action makes another. */
export interface TuningRun {
  order: TuningOrder
  state: TuningState
  skill: Skill
  sources: readonly SkillSource[]
  findings: readonly SkillFinding[]
  /** Outside of the focus: not told, and not new to a fix either. */
  aside: readonly SkillFinding[]
  /** Of the first diagnosis. */
  before: { sources: readonly SkillSource[]; score: QualityScore; findings: readonly SkillFinding[] } | undefined
  tried: readonly TriedMending[]
  /** Issues that somebody must judge, by their id. */
  judgement: readonly string[]
  score: QualityScore
  /** Rounds in a row that left as much as there was. */
  roundsInVain: number
}

export function readPatched(order: TuningOrder, sources: readonly SkillSource[]): Skill {
  const read = readSkill(order.folderName, sources)
  if (read.kind === 'faults') throw new Error(read.faults.join(' '))
  return read.skill
}

/** Issues and score of what was found by now. */
export function judgeRun(run: TuningRun): TuningRun {
  const issues = issuesOfFindings(run.skill, run.findings)
  const counts = countBySeverity(issues)
  const { applied_fixes: applied, diagnosis, iteration_count: iterations } = run.state
  const score = scoreQuality({
    counts,
    applied: applied.length,
    verified: applied.filter(({ verification_result: result }) => result === 'pass').length,
    diagnoses: Object.values(diagnosis).filter((one) => one !== null && one.status === 'completed').length,
    iterations,
  })
  return {
    ...run,
    score,
    state: { ...run.state, issues, issues_by_severity: counts, quality_score: score.score, quality_gate: score.gate },
  }
}

export function diagnoseAgain(run: TuningRun, sources: readonly SkillSource[]): TuningRun {
  const skill = readPatched(run.order, sources)
  const { focus, countTokens } = run.order
  const found = diagnoseSkill(skill, countTokens)
  const isTold = ({ pattern }: SkillFinding) => focus.length === 0 || focus.includes(getPattern(pattern).dimension)
  const aside = found.filter((finding) => !isTold(finding))
  return judgeRun({ ...run, sources, skill, findings: found.filter(isTold), aside })
}

/** The patch of a finding, tried; it fails where it touches a file that can't be written as it is. */
export function tryPatching(run: TuningRun, finding: SkillFinding): TriedMending | undefined {
  const { folderName, countTokens, rewrite } = run.order
  const tried = tryMending(folderName, { ...run, findings: [...run.findings, ...run.aside] }, finding, countTokens)
  const closed =
    tried === undefined ? undefined : listChangedSources(run, tried).find(({ path }) => rewrite?.(path) === false)
  if (tried === undefined || closed === undefined) return tried
  return { ...tried, verdict: 'fail', why: `${closed.path} can't be written again as it is.` }
}

/** Files that it changes or makes, as they are then. */
function listChangedSources({ sources: before }: TuningRun, { sources }: TriedMending): SkillSource[] {
  const texts = new Map(before.map(({ path, text }) => [path, text]))
  return sources.filter(({ path, text }) => texts.get(path) !== text)
}

/** Patches for what was found, each tried by itself; what has none, or fails, takes judgement. */
export function proposeFixes(run: TuningRun): TuningRun {
  const byId = new Map(run.findings.map((finding) => [issueIdOf(finding), finding]))
  const tried: TriedMending[] = []
  const judgement: string[] = []
  for (const { id } of run.state.issues) {
    const finding = byId.get(id)
    const one = finding === undefined ? undefined : tryPatching(run, finding)
    if (one === undefined || one.verdict === 'fail') judgement.push(id)
    else tried.push(one)
  }
  const fixes = tried.map((one) => describeFix(run, one))
  const known = run.state.proposed_fixes.filter(({ id }) => !fixes.some((fix) => fix.id === id))
  return {
    ...run,
    tried,
    judgement,
    state: { ...run.state, proposed_fixes: [...known, ...fixes], pending_fixes: fixes.map(({ id }) => id) },
  }
}

export function fixIdOf({ finding }: TriedMending): string {
  return issueIdOf(finding).replace(/^ISS/, 'FIX')
}

const named: readonly string[] = namedStrategies

function describeFix(run: TuningRun, one: TriedMending): TuningFix {
  const { finding, mending } = one
  const texts = new Map(run.sources.map(({ path, text }) => [path, text]))
  return {
    id: fixIdOf(one),
    issue_ids: [issueIdOf(finding)],
    strategy: named.includes(mending.strategy) ? (mending.strategy as TuningFix['strategy']) : 'custom',
    description: `${mending.strategy}: ${mending.why}`,
    rationale: getPattern(finding.pattern).cause,
    changes: listChangedSources(run, one).map(({ path, text }) => {
      const old = texts.get(path)
      return {
        file: path,
        action: old === undefined ? 'create' : 'modify',
        ...(old === undefined ? { new_content: text } : {}),
        diff:
          createTwoFilesPatch(`a/${path}`, `b/${path}`, old ?? '', text, '', '', {
            context: 2,
            timeout: 2_000,
          })?.replace(/^=+\n/, '') ?? '',
      }
    }),
    risk: mending.risk,
    estimated_impact: getPattern(finding.pattern).impact,
    verification_steps: [
      `The finding ${finding.pattern} at ${finding.path}:${finding.line} is gone.`,
      'No finding is new.',
      'Only the files of this fix differ.',
    ],
  }
}
