import {
  FILE_HEADERS_ONLY,
  formatPatch,
  parsePatch,
  reversePatch,
  type StructuredPatch,
  type StructuredPatchHunk,
} from 'diff'
import { cleanLine } from '../../text/clean-text.ts'

const maxFiles = 200
const maxHunks = 600
const maxLineLength = 400

export interface ChangedLine {
  /** From 1; in the old file for a removed line, in the new one for an added line. */
  line: number
  text: string
}

export interface Hunk {
  /** Where it is now; where it was, if the file is gone. */
  path: string
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  removed: ChangedLine[]
  added: ChangedLine[]
  /** First and last line of the new file that it touched; what was only removed stood beside them. */
  from: number
  to: number
  /** A patch that undoes this hunk alone. */
  undo: string
}

export interface ChangedFile {
  path: string
  previousPath: string | null
  status: 'added' | 'modified' | 'renamed' | 'deleted'
  hunks: Hunk[]
  /** A patch that undoes the whole file's change; null where a diff doesn't hold what was there before. */
  undo: string | null
}

/**
 * Files and hunks of a unified diff by git. What can't be read, as the last file of a diff that was cut, is left out;
 * so is all beyond 200 files or 600 hunks.
 */
export function parseChange(diff: string): ChangedFile[] {
  const files: ChangedFile[] = []
  let hunks = 0
  for (const section of diff.split(/^(?=diff --git )/m)) {
    if (files.length >= maxFiles || hunks >= maxHunks) break
    const file = section.startsWith('diff --git ') ? parseFile(section) : undefined
    if (file === undefined) continue
    hunks += file.hunks.length
    files.push(file)
  }
  return files
}

function parseFile(section: string): ChangedFile | undefined {
  const patch = readPatch(section)
  if (patch === undefined) return undefined
  const old = stripPrefix(patch.oldFileName)
  const now = stripPrefix(patch.newFileName)
  const path = patch.isDelete === true ? old : now
  if (path === null) return undefined
  const status =
    patch.isCreate === true
      ? 'added'
      : patch.isDelete === true
        ? 'deleted'
        : patch.isRename === true
          ? 'renamed'
          : 'modified'
  const isWhole = patch.isBinary !== true && !section.includes('\nGIT binary patch')
  const undo = isWhole ? formatPatch(reversePatch(patch)) : null
  const undoHunk = (hunk: StructuredPatchHunk) =>
    status === 'added' || status === 'deleted'
      ? (undo ?? '')
      : formatPatch(reversePatch({ ...sidesOf(path), hunks: [hunk] }), FILE_HEADERS_ONLY)
  return {
    path,
    previousPath: status === 'renamed' ? old : null,
    status,
    hunks: patch.hunks.slice(0, maxHunks).map((hunk) => ({ path, ...readLines(hunk), undo: undoHunk(hunk) })),
    undo,
  }
}

/** Sides of a patch that is to be reversed, so that it ends up as git names them. */
function sidesOf(path: string): Omit<StructuredPatch, 'hunks'> {
  return { oldFileName: `b/${path}`, newFileName: `a/${path}`, oldHeader: '', newHeader: '' }
}

function readPatch(section: string): StructuredPatch | undefined {
  try {
    const [patch] = parsePatch(section)
    return patch === undefined || patch.oldFileName === undefined || patch.newFileName === undefined ? undefined : patch
  } catch {
    return undefined
  }
}

/** The path without `a/` and `b/`; null for a side that isn't there, and for one that no hypothesis may carry on. */
function stripPrefix(name: string | undefined): string | null {
  if (name === undefined || name === '/dev/null') return null
  const path = name.replace(/^[ab]\//, '')
  return path === '' || path !== cleanLine(path, 1_000) ? null : path
}

function readLines(hunk: StructuredPatchHunk): Omit<Hunk, 'path' | 'undo'> {
  const removed: ChangedLine[] = []
  const added: ChangedLine[] = []
  let oldLine = hunk.oldStart
  let newLine = hunk.newStart
  let from = Infinity
  let to = 0
  for (const line of hunk.lines) {
    const text = line.slice(1, maxLineLength)
    const sign = line[0]
    if (sign === '+' || sign === '-') {
      from = Math.min(from, newLine)
      to = Math.max(to, newLine)
    }
    if (sign === '-') removed.push({ line: oldLine, text })
    if (sign === '+') added.push({ line: newLine, text })
    if (sign === '-' || sign === ' ') oldLine += 1
    if (sign === '+' || sign === ' ') newLine += 1
  }
  const { oldStart, oldLines, newStart, newLines } = hunk
  const first = Number.isFinite(from) ? Math.max(1, from) : Math.max(1, newStart)
  return { oldStart, oldLines, newStart, newLines, removed, added, from: first, to: Math.max(first, to) }
}
