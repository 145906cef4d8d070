import { issueIdOf, mendingOrder } from '../judge/issues.ts'
import { tryMending } from '../mend/propose.ts'
import { diagnoseAgain, fixIdOf, type FixRisk, type TuningRun } from '../orchestrate/tuning-run.ts'
import { getPattern } from '../patterns/catalogue.ts'
import type { SkillFinding, TuningDimension } from '../patterns/pattern.ts'

/** A finding with the patch that mends it. */
export interface MendedFinding {
  finding: SkillFinding
  issueId: string
  fixId: string
  strategy: string
  risk: FixRisk
  why: string
}

/** Fixes of one kind that go together: each was tried on what the ones before have left. */
export interface MendingStep {
  dimension: TuningDimension
  fixes: MendedFinding[]
  /** Undefined: the file is new. */
  changes: { path: string; before: string | undefined; after: string }[]
}

export interface MendingPlan {
  steps: MendingStep[]
  /** What no patch mends: it takes somebody's judgement. */
  left: SkillFinding[]
  /** All that is there once the patches are in. */
  after: readonly SkillFinding[]
}

/**
 * Patches one after the other: data flow, agents, context, memory, then the rest; again while any is left that holds. `may`
 * says of a finding whether it is to be mended, and of a file whether it can be rewritten.
 */
export function planMending(
  run: TuningRun,
  may: { mend: (finding: SkillFinding) => boolean; rewrite: (path: string) => boolean },
): MendingPlan {
  const steps: MendingStep[] = []
  let now = run
  for (let round = 0; round < run.state.max_iterations; round += 1) {
    const begun = steps.length
    for (const dimension of mendingOrder) {
      const { next, step } = mendDimension(now, dimension, may)
      now = next
      if (step !== undefined) steps.push(step)
    }
    if (steps.length === begun) break
  }
  return { steps, left: now.findings.filter((finding) => may.mend(finding)), after: now.findings }
}

function mendDimension(
  run: TuningRun,
  dimension: TuningDimension,
  may: Parameters<typeof planMending>[1],
): { next: TuningRun; step?: MendingStep } {
  const fixes: MendedFinding[] = []
  let now = run
  for (const wanted of run.findings.filter(({ pattern }) => getPattern(pattern).dimension === dimension)) {
    // Another patch may have mended it, or moved its line.
    const finding = now.findings.find((one) => issueIdOf(one) === issueIdOf(wanted))
    if (finding === undefined || !may.mend(finding)) continue
    const tried = tryMending(run.order.folderName, now, finding, run.order.countTokens)
    if (tried?.verdict !== 'pass') continue
    const texts = new Map(now.sources.map(({ path, text }) => [path, text]))
    if (tried.sources.some(({ path, text }) => texts.get(path) !== text && !may.rewrite(path))) continue
    now = diagnoseAgain(now, tried.sources)
    const { strategy, risk, why } = tried.mending
    fixes.push({ finding, issueId: issueIdOf(finding), fixId: fixIdOf(tried), strategy, risk, why })
  }
  if (fixes.length === 0) return { next: now }
  const before = new Map(run.sources.map(({ path, text }) => [path, text]))
  const changes = now.sources
    .filter(({ path, text }) => before.get(path) !== text)
    .map(({ path, text }) => ({ path, before: before.get(path), after: text }))
  return { next: now, step: { dimension, fixes, changes } }
}
