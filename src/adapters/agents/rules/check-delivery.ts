import { isUtf8 } from 'node:buffer'
import type { ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import { deliveryExtension, expectDelivery, type PlannedDelivery } from '../../../domain/plan/assemble/delivery.ts'
import { findConflictMarks } from '../../../domain/content/find-conflict-marks.ts'
import { sha256Hex } from '../../../domain/text/sha256.ts'
import { cleanPattern, createPathMatcher, isLiteralPattern } from '../../../domain/paths/path-pattern.ts'
import { shortenEvidence } from './combine-findings.ts'
import { fail, pass, type CriterionFinding } from './finding.ts'
import type { LookAtContent } from './content-question.ts'
import { maxParsedBytes } from './max-parsed-bytes.ts'
import { readFile, type Target } from './read-targets.ts'
import { recordText } from '../../../domain/language/message.ts'

const mostNamed = 5

/**
 * Whether a version delivers what its task promised (spec 003 §1.1): the file is in it, the set is matched, it is one
 * file where one was promised, and it is of the format. What an approved earlier version of the task brought counts.
 */
export async function checkDelivery(request: ReviewRequest, look: LookAtContent): Promise<CriterionFinding> {
  const unsettled = await findUnsettled(request)
  if (unsettled !== undefined) return unsettled
  const delivery = expectDelivery(request.task)
  switch (delivery.kind) {
    case 'file':
      return checkFile(delivery, request, look)
    case 'set':
      return checkSet(delivery, request, look)
    case 'removal':
      return checkRemoval(delivery.paths, request)
    case 'anything':
      return pass(listHeld(request))
  }
}

/** A file in which this work left a merge as git had put it: nobody delivers that. One that stood there is another's. */
async function findUnsettled(request: ReviewRequest): Promise<CriterionFinding | undefined> {
  for (const path of versionPaths(request)) {
    const bytes = await readFile(path, request)
    if (bytes === undefined || typeof bytes === 'string' || bytes.length > maxParsedBytes) continue
    const line = findConflictMarks(path, decodeMarks(bytes))
    if (line === undefined) continue
    const before = await request.readBefore?.(path)
    if (before === undefined || findConflictMarks(path, decodeMarks(before)) === undefined)
      return fail(
        recordText('{path} has a conflict that nobody settled, from line {line} on (`<<<<<<<`)', {
          path: `\`${path}\``,
          line,
        }),
      )
  }
  return undefined
}

/** Whatever else the bytes say, the marks are ASCII. */
function decodeMarks(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

async function checkFile(
  delivery: PlannedDelivery & { kind: 'file' },
  request: ReviewRequest,
  look: LookAtContent,
): Promise<CriterionFinding> {
  const matches = createPathMatcher([delivery.path])
  const found = heldPaths(request).filter((one) => matches(one))
  const [path, second] = found
  if (path === undefined) return missing(delivery.path, request)
  if (second !== undefined)
    return fail(
      recordText('one file was promised, and several match {path}: {paths}', {
        path: `\`${delivery.path}\``,
        paths: list(found),
      }),
    )
  const beside = new Set([path, ...delivery.beside])
  const extra = versionPaths(request).filter((one) => !beside.has(one))
  if (extra.length > 0)
    return fail(
      recordText('one file was promised, {path}; this version also holds {paths}', {
        path: `\`${path}\``,
        paths: list(extra),
      }),
    )
  return checkFormats([path], request, look)
}

async function checkSet(
  { entries, some }: PlannedDelivery & { kind: 'set' },
  request: ReviewRequest,
  look: LookAtContent,
): Promise<CriterionFinding> {
  const held = heldPaths(request)
  const inSet = createPathMatcher(entries)
  const found = held.filter((path) => inSet(path))
  if (found.length === 0) return missing(entries.slice(0, mostNamed).join('`, `'), request)
  const lacking: string[] = []
  for (const entry of some ? [] : entries) {
    const matches = createPathMatcher([entry])
    // A named file may stand there as it was; a pattern is matched by what the version brings.
    const isThere = held.some((path) => matches(path)) || (await isInCheckout(entry, request))
    if (!isThere) lacking.push(entry)
  }
  if (lacking.length > 0)
    return fail(`${recordText('nothing is there for {paths}', { paths: list(lacking) })}; ${listHeld(request)}`)
  return checkFormats(found, request, look)
}

/** A path is removed, or what was to go is taken out of it. */
async function checkRemoval(paths: readonly string[], request: ReviewRequest): Promise<CriterionFinding> {
  const touched = request.artifact.files.flatMap((file) => [file.path, file.previous_path ?? file.path])
  const known = [...touched, ...request.deliveredBefore]
  const untouched = paths.filter((entry) => !known.some(createPathMatcher([entry])))
  const enough = request.task.delivery_check === 'some' ? untouched.length < paths.length : untouched.length === 0
  return enough
    ? pass(listHeld(request))
    : fail(`${recordText('{paths} is neither changed nor removed', { paths: list(untouched) })}; ${listHeld(request)}`)
}

async function missing(path: string, request: ReviewRequest): Promise<CriterionFinding> {
  const asBefore = await isInCheckout(path, request)
  const named = { path: `\`${path}\`` }
  const what = asBefore
    ? recordText('{path} is as it was before: this version does not change it', named)
    : recordText('{path} is missing', named)
  return fail(`${what}; ${listHeld(request)}`)
}

async function isInCheckout(path: string, request: ReviewRequest): Promise<boolean> {
  const file = cleanPattern(path)
  if (!isLiteralPattern(file) || file === '') return false
  const bytes = await readFile(file, request)
  return bytes !== undefined && typeof bytes !== 'string'
}

/** Each file read as the format that was promised, where a machine knows it; what is too large for that isn't. */
async function checkFormats(
  paths: readonly string[],
  request: ReviewRequest,
  look: LookAtContent,
): Promise<CriterionFinding> {
  const extension = deliveryExtension(request.task.deliverable_spec.format)
  const files: Target[] = []
  for (const path of paths) {
    const bytes = await readFile(path, request)
    if (bytes === undefined || typeof bytes === 'string')
      return fail(bytes ?? recordText('{path} is missing', { path: `\`${path}\`` }))
    files.push({ path, bytes })
  }
  if (extension === '.txt') return checkText(files)
  const read = extension === undefined ? [] : files.filter(({ bytes }) => bytes.length <= maxParsedBytes)
  if (read.length > 0 && extension !== undefined) {
    const found = await look({ check: 'parses', files: read, extension }, request.signal)
    if (found.kind !== 'judged' || found.result === 'fail') return found
  }
  return pass(shortenEvidence(files.map(describe)))
}

/** Linear and here: it takes no parser that could be led astray. */
function checkText(files: readonly Target[]): CriterionFinding {
  const broken = files.find(({ bytes }) => !isUtf8(bytes))
  return broken === undefined
    ? pass(shortenEvidence(files.map(describe)))
    : fail(recordText('{path} is not UTF-8 text', { path: broken.path }))
}

function describe({ path, bytes }: Target): string {
  return recordText('{path}, {bytes} bytes, sha256 {sha}', {
    path,
    bytes: bytes.length,
    sha: sha256Hex(bytes).slice(0, 12),
  })
}

/** Files of this version, and of approved ones before it. */
function heldPaths(request: ReviewRequest): string[] {
  const gone = new Set(request.artifact.files.flatMap((file) => (file.status === 'deleted' ? [file.path] : [])))
  return [...new Set([...versionPaths(request), ...request.deliveredBefore])].filter((path) => !gone.has(path))
}

function versionPaths({ artifact }: ReviewRequest): string[] {
  return artifact.files.flatMap((file) => (file.status === 'deleted' ? [] : [file.path]))
}

function listHeld({ artifact }: ReviewRequest): string {
  if (artifact.files.length === 0) return recordText('this version holds nothing')
  const paths = artifact.files.map(({ path, status }) => (status === 'deleted' ? `${path} (deleted)` : path))
  return recordText('this version holds {paths}', { paths: list(paths) })
}

function list(paths: readonly string[]): string {
  const more = paths.length - mostNamed
  return [...paths.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
