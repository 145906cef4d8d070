import type { AcceptanceCriterion } from '../acceptance-criterion.ts'
import { byteUnits, checkWords, severityWords } from './check-words.ts'

/** A criterion before it has its number. */
export type CriterionDraft = Omit<AcceptanceCriterion, 'id'>

type Inferred = Pick<CriterionDraft, 'type' | 'check_method'> & Partial<CriterionDraft>

const codeSpan = '`([^`]+)`'
const end = '[.!。！]?$'
const words = checkWords
const runs = new RegExp(`^${codeSpan}\\s*(?:(?:still|also) )?${words.passes}${end}`, 'i')
/** A test command that nobody quoted: `npm test passes`. */
const runner =
  'npm|pnpm|yarn|bun|deno|npx|cargo|go|make|pytest|tox|nox|mvn|gradle|\\./gradlew|dotnet|bundle exec|rake|mix|composer|phpunit|sbt|swift|bazel|ctest'
const notArgument = '(?!(?:still|also|all|now|and|or|should|must|always|with|without|on|in|the|is|are|that|it)\\b)'
const bareRun = new RegExp(
  `^((?:${runner})(?: ${notArgument}[\\w./:@=*-]{1,60}){0,8}) (?:pass(?:es)?|succeeds?|is green|exits(?: with)?(?: code)? 0)${end}`,
)
/** Of a check the same words are said: `build` is green. */
const greenRun = new RegExp(`^\`((?:${runner}|node)(?: [^\`]*)?)\` is (?:still )?green${end}`)
const runLine = new RegExp(`^${words.run}[:：]?\\s*${codeSpan}${end}|^${words.run}[:：]\\s*(\\S.*)$`, 'i')
const exists = new RegExp(`^(?:${words.file}\\s*)?${codeSpan}\\s*${words.exists}${end}`, 'i')
const quoted = '(?:`([^`]+)`|"([^"`]+)"|“([^”`]+)”)'
const contains = new RegExp(`^${codeSpan}\\s*${words.contains}\\s*${quoted}${end}`, 'i')
const matches = new RegExp(`^${codeSpan}\\s*${words.matches}\\s*\`/(.+)/\`${end}`, 'i')
const parses = new RegExp(`^${codeSpan}\\s*${words.parses}${end}`, 'i')
const size = new RegExp(
  `^${codeSpan}\\s*${words.atMost}\\s*(\\d+(?:\\.\\d+)?)\\s*(${Object.keys(byteUnits).join('|')})${end}`,
  'i',
)
const ci = new RegExp(
  `^${words.check}\\s*(\`[^\`]+\`(?:(?:,| and|, and|、|，|和|与)\\s*\`[^\`]+\`)*)\\s*${words.isGreen}${end}`,
  'i',
)
const severity = new RegExp(`[(（](${Object.keys(severityWords).join('|')})[)）][.!。！]?$`, 'i')

/**
 * How a statement is checked, where its words are clear: `` `path` exists `` (contains `x` or "x", matches, parses, is at most),
 * `` `command` passes `` or `Run: command`, `` CI check `name` passes ``. Anything else a person judges. A machine's
 * criterion is a blocker, a person's major, unless the statement ends in `(minor)`, `(major)` or `(blocker)`.
 */
export function inferCriterion(text: string): CriterionDraft {
  const trimmed = text.trim()
  const suffix = severity.exec(trimmed)
  const statement = suffix === null ? trimmed : trimmed.slice(0, suffix.index).trimEnd()
  const inferred = statement.length > 2000 ? manual : inferCheck(statement)
  const said = severityWords[suffix?.[1]?.toLowerCase() ?? '']
  return { statement, severity: said ?? defaultSeverity(inferred), ...inferred }
}

const manual: Inferred = { type: 'functional', check_method: 'manual_review' }

function inferCheck(statement: string): Inferred {
  return inferCommand(statement) ?? inferCi(statement) ?? inferStatic(statement) ?? manual
}

function inferCommand(statement: string): Inferred | undefined {
  const run = runLine.exec(statement)
  const command =
    run?.[1] ?? run?.[2] ?? runs.exec(statement)?.[1] ?? bareRun.exec(statement)?.[1] ?? greenRun.exec(statement)?.[1]
  if (command === undefined) return undefined
  return { type: 'test', check_method: 'run_smoke_test', command: command.trim() }
}

function inferCi(statement: string): Inferred | undefined {
  const named = ci.exec(statement)?.[1]
  if (named === undefined) return undefined
  const checks = [...named.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
  return { type: 'test', check_method: 'ci_check', checks }
}

function inferStatic(statement: string): Inferred | undefined {
  const about = (target: string | undefined): Inferred & { target: string } => ({
    type: 'structure',
    check_method: 'static_check',
    target: target ?? '',
  })
  let match = exists.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'exists' }
  match = contains.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'contains', text: match[2] ?? match[3] ?? match[4] ?? '' }
  match = matches.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'matches', pattern: match[2] ?? '' }
  match = parses.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'parses' }
  match = size.exec(statement)
  if (match === null) return undefined
  const bytes = Number(match[2]) * (byteUnits[(match[3] ?? '').toLowerCase()] ?? 1)
  return { ...about(match[1]), check: 'max_bytes', max_bytes: Math.max(1, Math.round(bytes)) }
}

function defaultSeverity(inferred: Inferred): CriterionDraft['severity'] {
  return inferred.check_method === 'manual_review' ? 'major' : 'blocker'
}
