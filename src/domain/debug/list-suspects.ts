import type { AnalysisRequest } from './read/analysis-request.ts'
import { joinUndo } from './rank-suspicions.ts'
import type { Suspect } from './suspicion.ts'

/** A suspect under a short name, so that somebody can point at it without saying how it is undone. */
export interface NamedSuspect {
  name: string
  suspect: Suspect
  /** One line: what it is. */
  told: string
  /** What changed there, as a diff; '' for what is no change. */
  diff: string
}

const mostHunks = 60

/** All that may be to blame for a failure: `H1` a hunk, `F1` a file as a whole, `I1` an input, `C1` a commit, and what is no change. */
export function listSuspects({ change, inputs, commits, run }: AnalysisRequest): NamedSuspect[] {
  const hunks = change.flatMap(({ path, hunks: all }) =>
    all.filter(({ undo }) => undo !== '').map((hunk) => ({ path, hunk })),
  )
  const files = change.filter(
    ({ hunks: all, undo, status }) => undo !== null && (all.length > 1 || status === 'renamed'),
  )
  return [
    ...hunks.slice(0, mostHunks).map(({ path, hunk }, index): NamedSuspect => {
      const { from, to, undo: patch } = hunk
      return {
        name: `H${index + 1}`,
        suspect: { kind: 'hunk', path, from, to, patch },
        told: `${path}:${from}`,
        diff: diffOf([hunk]),
      }
    }),
    ...files.map(({ path, undo }, index): NamedSuspect => ({
      name: `F${index + 1}`,
      suspect: { kind: 'file', path, patch: undo ?? '' },
      told: `all of the change of ${path}`,
      diff: '',
    })),
    ...inputs.map(({ task, artifact_id, version, files: own }, index): NamedSuspect => ({
      name: `I${index + 1}`,
      suspect: { kind: 'input', task, artifact_id, version, patch: joinUndo(own) },
      told: `version ${version} of ${task}, an input that is new since the last version that passed`,
      diff: diffOf(own.flatMap(({ hunks: all }) => all)),
    })),
    ...commits.map(({ sha, subject, files: own }, index): NamedSuspect => ({
      name: `C${index + 1}`,
      suspect: { kind: 'commit', sha, patch: joinUndo(own) },
      told: `commit ${sha.slice(0, 7)} of the integration branch: ${subject}`,
      diff: diffOf(own.flatMap(({ hunks: all }) => all)),
    })),
    { name: 'chance', suspect: { kind: 'flaky' }, told: 'it passes and fails on the same files', diff: '' },
    {
      name: 'machine',
      suspect: { kind: 'environment', what: 'it fails without the change as well' },
      told: 'it fails without the change as well, for something that is lacking here',
      diff: '',
    },
    ...(run.timedOut
      ? [{ name: 'time', suspect: { kind: 'timeout' as const }, told: 'it needs more time than it is given', diff: '' }]
      : []),
  ]
}

function diffOf(hunks: AnalysisRequest['change'][number]['hunks']): string {
  return hunks
    .map(({ path, from, removed, added }) =>
      [`${path}:${from}`, ...removed.map(({ text }) => `-${text}`), ...added.map(({ text }) => `+${text}`)].join('\n'),
    )
    .join('\n')
}
