import { cleanLine } from '../../../domain/text/clean-text.ts'
import { judgeUndone, nameFailedTests, passedWhole, type TriedRun } from '../../../domain/debug/judge-undone.ts'
import type { Suspect, Suspicion } from '../../../domain/debug/suspicion.ts'
import type { Hypothesis } from '../../../domain/records/loop/loop-state.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { type Attempt, type Laboratory, tryUndone } from './try-undone.ts'
import { recordText } from '../../../domain/language/message.ts'

export interface Investigation {
  lab: Laboratory
  /** The version that failed, and the commit that it is compared with. */
  commit: string
  base: string
  /** How it failed. */
  failed: TriedRun
  /** How it ended unchanged a second time, where that was tried already; else it is tried first. */
  again?: TriedRun
  suspicions: readonly Suspicion[]
  /** Milliseconds for all of it: no run starts after, and none outlasts it. */
  deadlineMs: number
  /** Milliseconds of any clock that only goes forward. */
  now: () => number
  /** Called with all hypotheses whenever one has a verdict. */
  onVerdict?: (hypothesis: Hypothesis, all: readonly Hypothesis[]) => Promise<void> | void
}

export interface InvestigationFindings {
  hypotheses: Hypothesis[]
  /** Of the confirmed one; null where none is. */
  confirmed: { id: string; suspect: Suspect } | null
  /** `flaky`: it passed unchanged, so that undoing shows nothing. */
  ended: 'confirmed' | 'exhausted' | 'flaky' | 'aborted' | 'out_of_time'
}

type TriedVerdict = Pick<Hypothesis, 'status' | 'evidence' | 'verdict_reason'>
type Step =
  | { kind: 'verdict'; verdict: TriedVerdict }
  /** `run` passed unchanged, so that no other suspect can be looked into. */
  | { kind: 'flaky'; verdict: TriedVerdict; run: TriedRun }
  | { kind: 'aborted' }
  | { kind: 'out_of_time' }

/**
 * Looks into suspicions one by one, the likeliest first (spec 002 §4). The command runs unchanged once more; then
 * each suspect is undone in a work tree of its own. One is confirmed only if the tests that failed pass without it, and
 * fail again with it. Stops at the first confirmed one; the rest stays pending.
 */
export async function investigate(investigation: Investigation): Promise<InvestigationFindings> {
  const { suspicions, onVerdict } = investigation
  const endsAt = investigation.now() + investigation.deadlineMs
  const inOrder = suspicions.toSorted((one, other) => one.likelihood - other.likelihood)
  const hypotheses = inOrder.map(toHypothesis)
  const settle = async (index: number, verdict: TriedVerdict) => {
    const hypothesis = hypotheses[index]
    if (hypothesis === undefined) return
    Object.assign(hypothesis, verdict)
    await onVerdict?.(structuredClone(hypothesis), structuredClone(hypotheses))
  }
  const finish = (
    ended: InvestigationFindings['ended'],
    confirmed: InvestigationFindings['confirmed'] = null,
  ): InvestigationFindings => ({
    hypotheses,
    confirmed,
    ended,
  })

  const again: Attempt | { kind: 'out_of_time' } =
    investigation.again === undefined
      ? await tryPatch(investigation, endsAt, investigation.commit, null)
      : { kind: 'ran', run: investigation.again }
  if (again.kind !== 'ran') return finish(again.kind === 'not_undone' ? 'exhausted' : again.kind)
  const endFlaky = async (from: number, run: TriedRun) => {
    for (const [index, { suspect }] of inOrder.entries())
      if (index >= from)
        await settle(index, {
          status: 'inconclusive',
          evidence: { ...evidenceOf(investigation, suspect, run), flaky: true },
          verdict_reason: recordText(
            'the same files passed in another run: it is flaky, and undoing anything would show nothing',
          ),
        })
    return finish('flaky')
  }
  if (passedWhole(again.run)) return endFlaky(0, again.run)
  for (const [index, { suspect }] of inOrder.entries()) {
    const step = await look(investigation, endsAt, suspect, again.run)
    if (step.kind === 'aborted' || step.kind === 'out_of_time') return finish(step.kind)
    await settle(index, step.verdict)
    if (step.kind === 'flaky') return endFlaky(index + 1, step.run)
    const id = hypotheses[index]?.id ?? ''
    if (step.verdict.status === 'confirmed') return finish('confirmed', { id, suspect })
  }
  return finish('exhausted')
}

async function look(investigation: Investigation, endsAt: number, suspect: Suspect, again: TriedRun): Promise<Step> {
  switch (suspect.kind) {
    case 'hunk':
    case 'file':
    case 'input':
    case 'commit':
      return lookWithout(investigation, endsAt, suspect)
    case 'flaky': {
      const reason = recordText('it failed again on the same files')
      return verdict('rejected', reason, evidenceOf(investigation, suspect, again))
    }
    case 'environment':
      return lookAtBase(investigation, endsAt, suspect)
    case 'timeout':
      return lookLonger(investigation, endsAt, suspect)
  }
}

/** Undoes it; where that helps, runs it unchanged once more, so that chance isn't taken for a cause. */
async function lookWithout(
  investigation: Investigation,
  endsAt: number,
  suspect: Extract<Suspect, { patch: string }>,
): Promise<Step> {
  const { commit, failed } = investigation
  if (suspect.patch === '')
    return verdict('inconclusive', recordText("it can't be undone: its former content is not in the diff"), null)
  const without = await tryPatch(investigation, endsAt, commit, suspect.patch)
  if (without.kind === 'not_undone')
    return verdict('inconclusive', recordText("it can't be undone by itself: {why}", { why: without.reason }), null)
  if (without.kind !== 'ran') return without
  const { status, reason, ...told } = judgeUndone(failed, without.run)
  const evidence = { ...evidenceOf(investigation, suspect, without.run), ...told }
  if (status !== 'confirmed') return verdict(status, reason, evidence)
  const control = await tryPatch(investigation, endsAt, commit, null)
  if (control.kind === 'aborted' || control.kind === 'out_of_time') return control
  if (control.kind === 'not_undone') return verdict('inconclusive', control.reason, evidence)
  if (passedWhole(control.run)) {
    const chance = recordText('{reason}, but so it does with it in place: it is flaky', { reason })
    return {
      kind: 'flaky',
      verdict: { status: 'inconclusive', evidence: { ...evidence, flaky: true }, verdict_reason: chance },
      run: control.run,
    }
  }
  return verdict('confirmed', `${reason}; ${recordText('with it in place it failed again')}`, evidence)
}

/** A machine can't be undone from here: the base tells whether the change has to do with it. */
async function lookAtBase(investigation: Investigation, endsAt: number, suspect: Suspect): Promise<Step> {
  const { base, failed } = investigation
  const there = await tryPatch(investigation, endsAt, base, null)
  if (there.kind === 'not_undone') return verdict('inconclusive', there.reason, null)
  if (there.kind !== 'ran') return there
  const { status, reason, ...told } = judgeUndone(failed, there.run)
  const evidence = { ...evidenceOf(investigation, suspect, there.run), ...told }
  if (passedWhole(there.run) || status === 'confirmed')
    return verdict('rejected', recordText('without the change it passes here'), evidence)
  const same = there.run.exitCode === failed.exitCode && there.run.timedOut === failed.timedOut
  const isGone = status === 'inconclusive' && told.missing.length > 0
  if (isGone || !same) return verdict('inconclusive', `on the base: ${reason.replace('with it undone ', '')}`, evidence)
  return verdict(
    'inconclusive',
    recordText('it fails in the same way without any of the change: a person has to look at where it runs'),
    evidence,
  )
}

async function lookLonger(investigation: Investigation, endsAt: number, suspect: Suspect): Promise<Step> {
  const { commit, lab, now } = investigation
  const timeoutMs = lab.limits.timeoutMs * 2
  if (endsAt - now() < timeoutMs)
    return verdict('inconclusive', recordText('there is no time left to give it twice as much'), null)
  const longer = await tryPatch(investigation, endsAt, commit, null, timeoutMs)
  if (longer.kind === 'not_undone') return verdict('inconclusive', longer.reason, null)
  if (longer.kind !== 'ran') return longer
  const evidence = evidenceOf(investigation, suspect, longer.run)
  if (passedWhole(longer.run))
    return verdict(
      'confirmed',
      recordText('it passes within {seconds} s, twice its limit', { seconds: timeoutMs / 1_000 }),
      evidence,
    )
  const how = longer.run.timedOut
    ? recordText('it runs out of twice the time as well')
    : recordText('it ends with exit code {code}', { code: String(longer.run.exitCode) })
  return verdict('rejected', how, evidence)
}

async function tryPatch(
  { lab, now }: Investigation,
  endsAt: number,
  commit: string,
  patch: string | null,
  timeoutMs = lab.limits.timeoutMs,
): Promise<Attempt | { kind: 'out_of_time' }> {
  if (lab.limits.signal.aborted) return { kind: 'aborted' }
  const left = endsAt - now()
  if (left <= 0) return { kind: 'out_of_time' }
  const tried = await tryUndone(lab, commit, patch, { ...lab.limits, timeoutMs: Math.min(timeoutMs, left) })
  // A run that was cut short by the deadline would look like one that never ends.
  return tried.kind === 'ran' && tried.run.timedOut && left < timeoutMs ? { kind: 'out_of_time' } : tried
}

function verdict(status: Hypothesis['status'], reason: string, evidence: Hypothesis['evidence']): Step {
  return { kind: 'verdict', verdict: { status, evidence, verdict_reason: cleanLine(reason, 700) } }
}

function evidenceOf({ lab }: Investigation, suspect: Suspect, run: TriedRun): Record<string, unknown> {
  const { patch, ...bare } = 'patch' in suspect ? suspect : { ...suspect, patch: null }
  return {
    command: cleanLine(lab.command, 300),
    exit_code: run.exitCode,
    timed_out: run.timedOut,
    totals: run.report?.totals ?? null,
    failed: nameFailedTests(run),
    suspect: bare,
    undo_sha256: patch === null ? null : sha256Hex(patch),
  }
}

function toHypothesis({ suspect: _suspect, ...told }: Suspicion, index: number): Hypothesis {
  return { id: `H${index + 1}`, ...told, status: 'pending', evidence: null, verdict_reason: null }
}
