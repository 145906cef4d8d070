import { withoutTestPaths } from '../../paths/test-paths.ts'
import type { DeliverableSpec } from '../deliverable-spec.ts'
import type { TaskDraft } from '../plan-draft.ts'
import { workPaths } from '../work-paths.ts'

/**
 * What a drafted task delivers. What the draft leaves out comes from the files its work spells out, else from its
 * modification points, else from its scope; where all are silent, any files (`**`) that its change will hold.
 * A file set is declared as such only where the draft didn't speak of it: `single_file: false` alone is a fault (spec 003 §3.1).
 */
export function assembleDeliverable(task: TaskDraft, title: string): DeliverableSpec {
  const given = task.deliverable_spec ?? {}
  const named = given.filename === undefined ? undefined : [(given.output_dir ?? '') + given.filename]
  const paths = named ?? findPaths(task)
  const [only] = paths
  const single = given.single_file ?? (paths.length === 1 && only !== undefined && !isSet(only))
  const place = single || named !== undefined ? splitPath(only ?? '') : splitPath(commonOutputDir(paths))
  const declared = given.single_file !== undefined
  const files = given.files ?? (single || declared ? undefined : setGlobs(paths))
  return {
    format: given.format ?? (single ? formatOf(place.outputDir + place.filename) : 'files'),
    filename: given.filename ?? place.filename,
    output_dir: given.output_dir ?? (given.filename === undefined ? place.outputDir : ''),
    single_file: single,
    bundle_mode: given.bundle_mode ?? (single || declared ? 'NONE' : 'MANIFEST'),
    ...(files === undefined ? {} : { files }),
    description: given.description ?? title,
  }
}

function findPaths(task: TaskDraft): string[] {
  const written = workPaths(task.work ?? [])
  if (written.length > 0) return written
  const changed = [...new Set((task.modification_points ?? []).map((point) => point.file))]
  if (changed.length > 0) return changed
  const scope = scopePaths(task.scope ?? '')
  const named = withoutTestPaths(scope)
  return named.length > 0 ? named : scope
}

/** The files, folders and globs of a task's `scope`; a comma within braces is part of a glob. */
export function scopePaths(scope: string): string[] {
  return (scope.match(/(?:\{[^{}]*\}|[^,])+/g) ?? []).map((path) => path.trim()).filter((path) => path !== '')
}

function isSet(path: string): boolean {
  return path.endsWith('/') || path.includes('*')
}

function setGlobs(paths: readonly string[]): string[] {
  if (paths.length === 0) return ['**']
  return paths.map((path) => (path.endsWith('/') ? `${path}**` : path))
}

function commonOutputDir(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  const [first = []] = folders
  let depth = first.findIndex((part, index) => part.includes('*') || folders.some((folder) => folder[index] !== part))
  if (depth === -1) depth = first.length
  return first.slice(0, depth).join('/')
}

function splitPath(path: string): { outputDir: string; filename: string } {
  const slash = path.lastIndexOf('/')
  return { outputDir: path.slice(0, slash + 1), filename: path.slice(slash + 1) || '.' }
}

/** JSON that its tools read with comments, and templates of data that are none yet. */
const onlyLikeData =
  /(?:^|\/)(?:[tj]sconfig[^/]*|\.eslintrc|devcontainer|\.swcrc)\.json$|(?:^|\/)\.vscode\/|(?:^|\/)templates\//

export function formatOf(path: string): string {
  const filename = path.slice(path.lastIndexOf('/') + 1)
  const dot = filename.lastIndexOf('.')
  return dot > 0 && !onlyLikeData.test(path) ? filename.slice(dot + 1).toLowerCase() : 'text'
}
