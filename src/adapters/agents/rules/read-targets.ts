import type { ReviewRequest } from '../../../application/ports/roles/reviewer.ts'
import type { AcceptanceCriterion } from '../../../domain/plan/acceptance-criterion.ts'
import { deliverablePath } from '../../../domain/plan/deliverable-spec.ts'
import { cleanPattern, createPathMatcher, isLiteralPattern } from '../../../domain/paths/path-pattern.ts'
import { errorCode } from '../error-code.ts'
import { recordText } from '../../../domain/language/message.ts'

export interface Target {
  path: string
  bytes: Uint8Array
}

/** Where files are looked at, and whose. */
export type LookedAt = Pick<ReviewRequest, 'task' | 'artifact' | 'signal'> & {
  workTree: Pick<ReviewRequest['workTree'], 'readFile'>
}

export interface Targets {
  files: Target[]
  /** Names that nothing was found for, each with its reason. */
  missing: string[]
}

/**
 * The files a criterion is about: its target, else the deliverable; of a set, every file that each of its globs names
 * in this version.
 */
export async function readTargets(criterion: AcceptanceCriterion, request: LookedAt): Promise<Targets> {
  const spec = request.task.deliverable_spec
  const expected = spec.single_file ? undefined : spec.files
  const names = criterion.target === undefined ? (expected ?? [deliverablePath(spec)]) : [criterion.target]
  const targets: Targets = { files: [], missing: [] }
  for (const name of names) {
    const found = await readNamed(name, request)
    if (typeof found === 'string') targets.missing.push(found)
    else targets.files.push(...found)
  }

  return targets
}

/** A file as it is in the checkout; of a folder or glob, the version's files. Or why there is none. */
async function readNamed(name: string, request: LookedAt): Promise<Target[] | string> {
  const path = cleanPattern(name)
  if (isLiteralPattern(path)) {
    const bytes = await readFile(path, request)
    if (typeof bytes === 'string') return bytes
    if (bytes !== undefined) return [{ path, bytes }]
  }
  const matches = createPathMatcher([path])
  const targets: Target[] = []
  for (const file of request.artifact.files) {
    if (file.status === 'deleted' || !matches(file.path)) continue
    const bytes = await readFile(file.path, request)
    if (bytes !== undefined && typeof bytes !== 'string') targets.push({ path: file.path, bytes })
  }
  if (targets.length > 0) return targets

  return isLiteralPattern(path)
    ? recordText('{path} is missing', { path })
    : recordText('no file of this version matches {pattern}', { pattern: path })
}

/** Bytes of a file of the checkout; undefined where there is none, a sentence where it may not be read. */
export async function readFile(path: string, request: LookedAt): Promise<Uint8Array | undefined | string> {
  try {
    return await request.workTree.readFile(path)
  } catch (error) {
    if (error instanceof Error && errorCode(error) === 'path_refused') return error.message
    throw error
  }
}
