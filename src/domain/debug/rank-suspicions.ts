import { recordText } from '../language/message.ts'
import type { AnalysisRequest } from './read/analysis-request.ts'
import type { Candidate } from './candidate.ts'
import { describeSuspect } from './describe-suspect.ts'
import { findEnvironmentFault } from './find-environment-fault.ts'
import { type TestFailure, readFailures } from './read/read-failures.ts'
import type { Suspect, Suspicion } from './suspicion.ts'
import { type ScoredHunk, scoreHunks } from './score/score-hunks.ts'

const most = 5
const least = 3

/**
 * 3 to 5 suspicions, likelihood 1 to n, by rules alone (spec 002 §4). Fewer only where less can be told apart:
 * no change, no input and no commit is known, or the only change is one place and the test failed again unchanged.
 */
export function rankSuspicions(request: AnalysisRequest): Suspicion[] {
  const failures = readFailures(request)
  const ranked = gather(request, failures).toSorted((one, other) => other.score - one.score)
  const chosen = ranked.filter(({ score }, index) => index < least || (index < most && score > 1))
  return chosen.map((candidate, index) => ({
    ...describeSuspect(candidate, { request, failures }),
    likelihood: index + 1,
    suspect: candidate.suspect,
  }))
}

function gather(request: AnalysisRequest, failures: readonly TestFailure[]): Candidate[] {
  const { change, inputs, commits, run, reruns } = request
  const groups = [change, ...inputs.map(({ files }) => files), ...commits.map(({ files }) => files)]
  const all = groups.flat().flatMap(({ hunks }) => hunks)
  const scored = new Map(scoreHunks(all, failures, request).map((one) => [one.hunk, one]))
  const scoredOf = (files: AnalysisRequest['change']) =>
    files
      .flatMap(({ hunks }) => hunks.flatMap((hunk) => scored.get(hunk) ?? []))
      .toSorted((one, other) => other.score - one.score)
  return [
    ...change.flatMap((file) => fromFile(file, scoredOf([file]))),
    ...inputs.map((input) => {
      const { task, artifact_id, version, files } = input
      const patch = joinUndo(files)
      return fromGroup({ kind: 'input', task, artifact_id, version, patch }, scoredOf(files), 1.1)
    }),
    ...commits.map(({ sha, files }) =>
      fromGroup({ kind: 'commit', sha, patch: joinUndo(files) }, scoredOf(files), 0.8),
    ),
    ...fromRun(run, reruns),
  ]
}

/** Its hunks one by one; as a whole where they may belong together, or where it has none, as a file that was moved. */
function fromFile(file: AnalysisRequest['change'][number], scored: ScoredHunk[]): Candidate[] {
  const { path, undo } = file
  const single = scored.map(({ hunk, score, reasons }, index): Candidate => {
    const suspect: Suspect = { kind: 'hunk', path, from: hunk.from, to: hunk.to, patch: hunk.undo }
    return { suspect, score, reasons, hunks: scored.slice(index, index + 1) }
  })
  const isMoved = file.status === 'renamed'
  if (undo === null || (scored.length < 2 && !isMoved && scored.length !== 0)) return single
  const [first, second, third] = scored
  const score = isMoved ? (first?.score ?? 1.5) : first === undefined ? 0.4 : 0.9 * (third ?? second ?? first).score
  const whole: Candidate = {
    suspect: { kind: 'file', path, patch: undo },
    score,
    reasons: first?.reasons ?? [],
    hunks: scored,
  }
  return isMoved
    ? [whole, ...single.filter(({ hunks }) => hunks.some(({ hunk }) => hunk.undo !== ''))]
    : [...single, whole]
}

function fromGroup(suspect: Suspect, hunks: ScoredHunk[], share: number): Candidate {
  const [first] = hunks
  return { suspect, score: (first?.score ?? 0.5) * share, reasons: first?.reasons ?? [], hunks }
}

/** What isn't in the change: chance, the machine, the time limit. */
function fromRun(run: AnalysisRequest['run'], reruns: AnalysisRequest['reruns']): Candidate[] {
  const passed = reruns.filter((rerun) => rerun.passed).length
  const failedAgain = reruns.length - passed
  const lacks = findEnvironmentFault(run)
  const bare = { hunks: [], reasons: [] }
  const chance: Candidate = {
    ...bare,
    suspect: { kind: 'flaky' },
    score: passed > 0 ? 1_000 : 0.3 / (1 + failedAgain),
    reasons:
      passed > 0
        ? [
            recordText(
              reruns.length === 1
                ? '{n} of {all} run of the same version passed'
                : '{n} of {all} runs of the same version passed',
              { n: passed, all: reruns.length },
            ),
          ]
        : [],
  }
  const machine: Candidate =
    lacks === undefined
      ? {
          ...bare,
          suspect: { kind: 'environment', what: recordText('it fails without the change as well') },
          score: 0.2,
        }
      : { ...bare, suspect: { kind: 'environment', what: lacks.what }, score: 9 * lacks.weight }
  const time: Candidate[] = run.timedOut ? [{ ...bare, suspect: { kind: 'timeout' }, score: 2.5 }] : []
  return [chance, machine, ...time]
}

/** A patch that undoes all of these files; '' where one of them can't be, since a part of it would show nothing. */
export function joinUndo(files: AnalysisRequest['change']): string {
  return files.some(({ undo }) => undo === null) ? '' : files.map(({ undo }) => undo ?? '').join('')
}
