import { countTextLines } from '../../../domain/content/count-text-lines.ts'
import type { ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { allFindings, anyFinding, shortenEvidence } from './combine-findings.ts'
import type { LookAtContent } from './content-question.ts'
import { askPerson, fail, pass, type CriterionFinding } from './finding.ts'
import { type LookedAt, readTargets, type Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

type StaticCheck = NonNullable<AcceptanceCriterion['check']>

/** Looks at the files a criterion names without running anything. A missing file fails. */
export async function checkStatically(
  criterion: AcceptanceCriterion,
  request: LookedAt,
  look: LookAtContent,
): Promise<CriterionFinding> {
  const { files, missing } = await readTargets(criterion, request)
  if (missing.length > 0) return fail(missing.join('; '))
  const check = criterion.check ?? inferCheck(criterion)
  switch (check) {
    case 'exists':
      return pass(shortenEvidence(files.map(describeFile)))
    case 'parses':
      return look({ check, files }, request.signal)
    case 'contains':
      return withValue(criterion.text, (text) => anyFinding(files.map((file) => checkContains(file, text))))
    case 'matches':
      return withValue(criterion.pattern, (pattern) => look({ check, files, pattern }, request.signal))
    case 'schema':
      return withValue(criterion.schema, (schema) => look({ check, files, schema }, request.signal))
    case 'diagnosis':
      return askPerson(recordText('only a version as a whole is diagnosed'))
    case 'max_bytes':
      return withValue(criterion.max_bytes, (maxBytes) => allFindings(files.map((file) => checkSize(file, maxBytes))))
  }
}

/** What holds without the work says nothing of it: whoever reads the verdict is told. */
export async function noteHeldBefore(
  finding: CriterionFinding,
  criterion: AcceptanceCriterion,
  request: ReviewRequest,
  look: LookAtContent,
): Promise<CriterionFinding> {
  const { readBefore } = request
  if (readBefore === undefined || finding.kind !== 'judged' || finding.result !== 'pass') return finding
  // Files of the version alone are not looked for in what was there before.
  const before = await checkStatically(
    criterion,
    { ...request, workTree: { readFile: readBefore }, artifact: { ...request.artifact, files: [] } },
    look,
  )
  if (before.kind !== 'judged' || before.result !== 'pass') return finding
  return { ...finding, evidence: `${finding.evidence}; ${recordText('it held before this work, too')}` }
}

/** A criterion that doesn't say what to look for must not pass for that. */
function withValue<T>(
  value: T | undefined,
  check: (value: T) => CriterionFinding | Promise<CriterionFinding>,
): CriterionFinding | Promise<CriterionFinding> {
  return value === undefined || value === ''
    ? askPerson(recordText('the criterion does not say what to look for'))
    : check(value)
}

function inferCheck(criterion: AcceptanceCriterion): StaticCheck {
  if (criterion.schema !== undefined) return 'schema'
  if (criterion.pattern !== undefined) return 'matches'
  if (criterion.text !== undefined) return 'contains'
  return criterion.max_bytes === undefined ? 'exists' : 'max_bytes'
}

function checkContains({ path, bytes }: Target, text: string): CriterionFinding {
  const content = Buffer.from(bytes).toString('utf8')
  const at = content.indexOf(text)
  const size = { path, lines: countTextLines(content), bytes: bytes.length }
  if (at < 0) return fail(recordText('not found in {path} ({lines} lines, {bytes} bytes)', size))

  return pass(recordText('found at {place}', { place: `${path}:${content.slice(0, at).split('\n').length}` }))
}

function checkSize({ path, bytes }: Target, maxBytes: number): CriterionFinding {
  const says = recordText('{path} has {bytes} bytes, at most {most}', { path, bytes: bytes.length, most: maxBytes })
  return bytes.length <= maxBytes ? pass(says) : fail(says)
}

function describeFile({ path, bytes }: Target): string {
  return recordText('{path} exists, {bytes} bytes, sha256 {sha}', {
    path,
    bytes: bytes.length,
    sha: sha256Hex(bytes).slice(0, 12),
  })
}
