import type { ReviewRequest } from '../../../application/ports/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/acceptance-criterion.ts'
import { sha256Hex } from '../../../domain/sha256.ts'
import { askPerson, fail, pass, type Finding } from './finding.ts'
import { findPattern } from './find-pattern.ts'
import { parseContent } from './parse-content.ts'
import { readTargets, type Target } from './read-targets.ts'

type StaticCheck = NonNullable<AcceptanceCriterion['check']>

/** Looks at the files a criterion names without running anything. A missing file fails. */
export async function checkStatically(criterion: AcceptanceCriterion, request: ReviewRequest): Promise<Finding> {
  const { files, missing } = await readTargets(criterion, request)
  if (missing.length > 0) return fail(missing.join('; '))
  const check = criterion.check ?? inferCheck(criterion)
  switch (check) {
    case 'exists':
      return pass(shorten(files.map(describeFile)))
    case 'parses':
      return allOf(files.map(checkParses))
    case 'contains':
      return withValue(criterion.text, (text) => anyOf(files.map((file) => checkContains(file, text))))
    case 'matches':
      return withValue(criterion.pattern, (pattern) => anyOf(files.map((file) => findPattern(file, pattern))))
    case 'schema': {
      // Few criteria need it, and every start of a server would load what validates.
      const { checkSchema } = await import('./check-schema.ts')
      return withValue(criterion.schema, (schema) => allOf(files.map((file) => checkSchema(file, schema))))
    }
    case 'max_bytes':
      return withValue(criterion.max_bytes, (maxBytes) => allOf(files.map((file) => checkSize(file, maxBytes))))
  }
}

/** A criterion that doesn't say what to look for must not pass for that. */
function withValue<T>(value: T | undefined, check: (value: T) => Finding): Finding {
  return value === undefined || value === '' ? askPerson('the criterion does not say what to look for') : check(value)
}

function inferCheck(criterion: AcceptanceCriterion): StaticCheck {
  if (criterion.schema !== undefined) return 'schema'
  if (criterion.pattern !== undefined) return 'matches'
  if (criterion.text !== undefined) return 'contains'
  return criterion.max_bytes === undefined ? 'exists' : 'max_bytes'
}

function checkParses(file: Target): Finding {
  const parsed = parseContent(file)
  switch (parsed.kind) {
    case 'parsed':
      return pass(`${file.path} is valid ${parsed.format}, ${file.bytes.length} bytes`)
    case 'broken':
      return fail(parsed.reason)
    case 'unknown':
      return askPerson(parsed.reason)
  }
}

function checkContains({ path, bytes }: Target, text: string): Finding {
  const content = Buffer.from(bytes).toString('utf8')
  const at = content.indexOf(text)
  if (at < 0) return fail(`not found in ${path} (${content.split('\n').length} lines, ${bytes.length} bytes)`)

  return pass(`found at ${path}:${content.slice(0, at).split('\n').length}`)
}

function checkSize({ path, bytes }: Target, maxBytes: number): Finding {
  const says = `${path} has ${bytes.length} bytes, at most ${maxBytes}`
  return bytes.length <= maxBytes ? pass(says) : fail(says)
}

function describeFile({ path, bytes }: Target): string {
  return `${path} exists, ${bytes.length} bytes, sha256 ${sha256Hex(bytes).slice(0, 12)}`
}

function allOf(findings: readonly Finding[]): Finding {
  const waiting = findings.find((finding) => finding.kind === 'waits')
  const failed = findings.flatMap(evidenceOf('fail'))
  if (failed.length > 0) return fail(shorten(failed))

  return waiting ?? pass(shorten(findings.flatMap(evidenceOf('pass'))))
}

function anyOf(findings: readonly Finding[]): Finding {
  const passed = findings.flatMap(evidenceOf('pass'))
  if (passed.length > 0) return pass(shorten(passed))
  const waiting = findings.find((finding) => finding.kind === 'waits')

  return waiting ?? fail(shorten(findings.flatMap(evidenceOf('fail'))))
}

function evidenceOf(result: 'pass' | 'fail'): (finding: Finding) => string[] {
  return (finding) => (finding.kind === 'judged' && finding.result === result ? [finding.evidence] : [])
}

function shorten(evidence: readonly string[]): string {
  const rest = evidence.length - 5
  return [...evidence.slice(0, 5), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}
