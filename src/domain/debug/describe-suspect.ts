import { recordText } from '../language/message.ts'
import { cleanLine } from '../text/clean-text.ts'
import type { AnalysisRequest } from './read/analysis-request.ts'
import type { Candidate } from './candidate.ts'
import type { Hunk } from './read/parse-change.ts'
import type { TestFailure } from './read/read-failures.ts'
import type { Suspect, Suspicion } from './suspicion.ts'

const maxText = 700

export type SuspicionText = Pick<
  Suspicion,
  'description' | 'testable_condition' | 'logging_point' | 'evidence_criteria'
>

interface SuspectText {
  request: AnalysisRequest
  failures: readonly TestFailure[]
}

/** The words of a hypothesis: which test, which lines, what changed there, and what would settle it. One line each. */
export function describeSuspect(candidate: Candidate, telling: SuspectText): SuspicionText {
  const text = write(candidate, telling)
  return {
    description: cleanLine(text.description, maxText),
    testable_condition: cleanLine(text.testable_condition, maxText),
    logging_point: cleanLine(text.logging_point, 300),
    evidence_criteria: {
      confirm: cleanLine(text.evidence_criteria.confirm, maxText),
      reject: cleanLine(text.evidence_criteria.reject, maxText),
    },
  }
}

function write(candidate: Candidate, telling: SuspectText): SuspicionText {
  const { suspect } = candidate
  const told: Told = {
    what: nameTests(telling.failures),
    command: `\`${cleanLine(telling.request.run.command, 150)}\``,
    because: candidate.reasons.length === 0 ? '' : `; ${candidate.reasons.slice(0, 3).join('; ')}`,
    at: nameFirstPlace(telling.failures),
  }
  switch (suspect.kind) {
    case 'hunk':
    case 'file':
    case 'input':
    case 'commit':
      return writeChange(candidate, suspect, telling.request, told)
    case 'flaky':
      return writeChance(told)
    case 'environment':
      return writeMachine(suspect.what, told)
    case 'timeout':
      return writeTimeout(told)
  }
}

interface Told {
  what: string
  command: string
  because: string
  at: string
}

type ChangeSuspect = Extract<Suspect, { patch: string }>

function writeChange(
  candidate: Candidate,
  suspect: ChangeSuspect,
  request: AnalysisRequest,
  told: Told,
): SuspicionText {
  const { what, command, because } = told
  const first = candidate.hunks[0]?.hunk
  const { cause, claim } = nameChange(candidate, suspect, request, what)
  const place = first === undefined ? told.at : `${first.path}:${first.from}`
  return {
    description: `${claim}${because}`,
    testable_condition: `Without the change of ${cause}, and with all else as it is, ${command} passes ${what}.`,
    logging_point: first === undefined && suspect.kind === 'file' ? `${suspect.path}:1` : place,
    evidence_criteria: {
      confirm: `With it undone, ${what} is there and passes; with it in place again, it fails.`,
      reject: `With it undone, ${what} still fails.`,
    },
  }
}

function nameChange(candidate: Candidate, suspect: ChangeSuspect, request: AnalysisRequest, what: string) {
  const first = candidate.hunks[0]?.hunk
  const edit = first === undefined ? undefined : showEdit(first)
  switch (suspect.kind) {
    case 'hunk': {
      const { path, from, to } = suspect
      const cause =
        from === to
          ? recordText('{path} line {n}', { path, n: from })
          : recordText('{path} lines {from}–{to}', { path, from, to })
      const claim =
        edit === undefined
          ? recordText('The change of {cause} makes {what} fail', { cause, what })
          : recordText('The change of {cause} makes {what} fail: {edit}', { cause, what, edit })
      return { cause, claim }
    }
    case 'file': {
      const { path } = suspect
      const claim =
        first === undefined || edit === undefined
          ? recordText('The changes of {path} together make {what} fail', { path, what })
          : recordText('The changes of {path} together make {what} fail, of which the likeliest is {lines}: {edit}', {
              path,
              what,
              lines: nameLines(first),
              edit,
            })
      return { cause: path, claim }
    }
    case 'input': {
      const { task, version } = suspect
      const files = request.inputs.find((one) => one.artifact_id === suspect.artifact_id)?.files
      const values = { version, task, what, paths: pathsOf(candidate, files) }
      const claim =
        edit === undefined
          ? recordText(
              'Version {version} of the input {task}, new since the last version that passed, makes {what} fail in {paths}',
              values,
            )
          : recordText(
              'Version {version} of the input {task}, new since the last version that passed, makes {what} fail in {paths}: {edit}',
              { ...values, edit },
            )
      return { cause: `the input ${task}, version ${version}`, claim }
    }
    case 'commit': {
      const commit = request.commits.find((one) => one.sha === suspect.sha)
      const sha = suspect.sha.slice(0, 7)
      const subject = cleanLine(commit?.subject ?? '', 100)
      const values = { sha, subject, what, paths: pathsOf(candidate, commit?.files) }
      const claim =
        edit === undefined
          ? recordText('Commit {sha} of the integration branch (“{subject}”) makes {what} fail in {paths}', values)
          : recordText('Commit {sha} of the integration branch (“{subject}”) makes {what} fail in {paths}: {edit}', {
              ...values,
              edit,
            })
      return { cause: `commit ${sha}`, claim }
    }
  }
}

function writeChance({ what, command, because, at }: Told): SuspicionText {
  return {
    description: `${recordText('{what} fails by chance: it passes and fails on the same files', { what: capitalise(what) })}${because}`,
    testable_condition: `On the same version, unchanged, ${command} passes in another run.`,
    logging_point: at,
    evidence_criteria: {
      confirm: 'The same command on the same files passes in one run and fails in another.',
      reject: 'It fails in the same way each time.',
    },
  }
}

function writeMachine(lacks: string, { what, command, at }: Told): SuspicionText {
  return {
    description: recordText('Not the change but where it runs makes {what} fail: {lacks}', { what, lacks }),
    testable_condition: `On the base, without any of the change, ${command} fails in the same way.`,
    logging_point: at,
    evidence_criteria: {
      confirm: 'The base fails in the same way here, and passes where this is put right.',
      reject: 'The base passes here.',
    },
  }
}

function writeTimeout({ command, because, at }: Told): SuspicionText {
  return {
    description: `${recordText('{command} needs more time than it is given', { command })}; ${recordText('it was ended at its limit')}${because}`,
    testable_condition: `With twice the time, and all else as it is, ${command} passes.`,
    logging_point: at,
    evidence_criteria: {
      confirm: 'With twice the time it passes.',
      reject: 'It runs out of twice the time as well, or fails.',
    },
  }
}

function nameTests(failures: readonly TestFailure[]): string {
  const [first] = failures
  if (first === undefined || first.name === null) return recordText('the test command')
  const more = failures.length > 1 ? ` and ${failures.length - 1} more` : ''
  const at = first.place === null ? '' : ` (${first.place.path}:${first.place.line})`
  return `“${cleanLine(first.name, 120)}”${at}${more}`
}

function nameFirstPlace(failures: readonly TestFailure[]): string {
  const place = failures.find(({ place }) => place !== null)?.place
  return place === undefined || place === null ? 'the test command' : `${place.path}:${place.line}`
}

function nameLines({ from, to }: { from: number; to: number }): string {
  return from === to ? recordText('line {n}', { n: from }) : recordText('lines {from}–{to}', { from, to })
}

function showEdit({ removed, added }: Hunk): string {
  const [old, now] = [pick(removed, added), pick(added, removed)]
  if (old === undefined) return recordText('`{line}` is new', { line: now ?? '' })
  return now === undefined
    ? recordText('`{line}` is gone', { line: old })
    : recordText('`{old}` became `{now}`', { old, now })
}

/** The first line that the other side doesn't have. */
function pick(lines: Hunk['removed'], others: Hunk['removed']): string | undefined {
  const left = lines.filter(({ text }) => text.trim() !== '' && !others.some((other) => other.text === text))
  const line = left[0]
  return line === undefined ? undefined : cleanLine(line.text, 100).replaceAll('`', "'")
}

function pathsOf({ hunks }: Candidate, files: AnalysisRequest['change'] | undefined): string {
  const paths = new Set([...hunks.map(({ hunk }) => hunk.path), ...(files ?? []).map(({ path }) => path)])
  const [first = 'no known file', ...more] = paths
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
