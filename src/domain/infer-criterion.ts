import type { AcceptanceCriterion } from './acceptance-criterion.ts'

/** A criterion before it has its number. */
export type CriterionDraft = Omit<AcceptanceCriterion, 'id'>

type Inferred = Pick<CriterionDraft, 'type' | 'check_method'> & Partial<CriterionDraft>

const code = '`([^`]+)`'
const end = '[.!]?$'
const runs = new RegExp(`^${code}\\s+(?:passes|pass|succeeds|runs|works|exits(?: with)?(?: code)? 0)${end}`, 'i')
const runLine = /^run:?\s+`([^`]+)`[.!]?$|^run:\s+(.+)$/i
const exists = new RegExp(`^(?:the )?(?:file )?${code}\\s+(?:exists|is (?:there|present))${end}`, 'i')
const contains = new RegExp(`^${code}\\s+(?:contains|says|mentions|includes)\\s+${code}${end}`, 'i')
const matches = new RegExp(`^${code}\\s+matches\\s+\`/(.+)/\`${end}`, 'i')
const parses = new RegExp(`^${code}\\s+(?:parses|is valid (?:json|yaml|toml))(?: as (?:json|yaml|toml))?${end}`, 'i')
const size = new RegExp(
  `^${code}\\s+is\\s+(?:at most|no more than|smaller than|under|below)\\s+(\\d+(?:\\.\\d+)?)\\s*(bytes|kb|kib|mb|mib)${end}`,
  'i',
)
const ci =
  /^(?:the )?(?:ci )?checks?\s+(`[^`]+`(?:(?:,| and|, and)\s+`[^`]+`)*)\s+(?:pass|passes|is green|are green|succeeds|succeed)[.!]?$/i
const bytes = { bytes: 1, kb: 1000, kib: 1024, mb: 1_000_000, mib: 1_048_576 }

/**
 * How a statement is checked, where its words are clear: `` `path` exists `` (contains, matches, parses, is at most),
 * `` `command` passes `` or `Run: command`, `` CI check `name` passes ``. Anything else a person judges. A machine's
 * criterion is a blocker, a person's major, unless the statement ends in `(minor)`, `(major)` or `(blocker)`.
 */
export function inferCriterion(text: string): CriterionDraft {
  const trimmed = text.trim()
  const suffix = /\((minor|major|blocker)\)[.!]?$/i.exec(trimmed)
  const statement = suffix === null ? trimmed : trimmed.slice(0, suffix.index).trimEnd()
  const inferred = statement.length > 2000 ? manual : inferCheck(statement)
  const severity = (suffix?.[1]?.toLowerCase() ?? defaultSeverity(inferred)) as CriterionDraft['severity']
  return { statement, severity, ...inferred }
}

const manual: Inferred = { type: 'functional', check_method: 'manual_review' }

function inferCheck(statement: string): Inferred {
  return inferCommand(statement) ?? inferCi(statement) ?? inferStatic(statement) ?? manual
}

function inferCommand(statement: string): Inferred | undefined {
  const run = runLine.exec(statement)
  const command = run?.[1] ?? run?.[2] ?? runs.exec(statement)?.[1]
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
  if (match !== null) return { ...about(match[1]), check: 'contains', text: match[2] ?? '' }
  match = matches.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'matches', pattern: match[2] ?? '' }
  match = parses.exec(statement)
  if (match !== null) return { ...about(match[1]), check: 'parses' }
  match = size.exec(statement)
  if (match === null) return undefined
  const unit = (match[3] ?? 'bytes').toLowerCase() as keyof typeof bytes
  return { ...about(match[1]), check: 'max_bytes', max_bytes: Math.max(1, Math.round(Number(match[2]) * bytes[unit])) }
}

function defaultSeverity(inferred: Inferred): CriterionDraft['severity'] {
  return inferred.check_method === 'manual_review' ? 'major' : 'blocker'
}
