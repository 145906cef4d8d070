import { isUtf8 } from 'node:buffer'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keepsItsLineEnds } from '../../../domain/tuning/read/line-ends.ts'
import type { SkillSource } from '../../../domain/tuning/read/skill.ts'
import {
  isSkillText,
  isSkippedFolder,
  skillLimits,
  tellTooManyFiles,
  tellTooMuchText,
  toSkillSource,
} from '../../../domain/tuning/read/skill-limits.ts'

export type SkillFolder =
  | {
      kind: 'read'
      sources: SkillSource[]
      /** As they are on disk. */
      raw: ReadonlyMap<string, string>
      /** Whether a file can be written again so that only what was changed differs. */
      rewrite: (path: string) => boolean
      notes: string[]
    }
  | { kind: 'refused'; why: string }

/** Files of a skill that are text. Links aren't followed, so that none leads in a circle or outside; what is left out is told. */
export async function readSkillFolder(dir: string): Promise<SkillFolder> {
  const stat = await lstat(dir).catch(() => undefined)
  if (stat === undefined) return { kind: 'refused', why: `${dir} is not there` }
  if (!stat.isDirectory()) return { kind: 'refused', why: `${dir} is no folder; name the folder that SKILL.md is in` }
  const found = await listFiles(dir)
  if (found.kind === 'refused') return found
  const raw = new Map<string, string>()
  const closed = new Set<string>()
  const notes = [...found.notes]
  let bytes = 0
  for (const path of found.paths) {
    const content = await readFile(join(dir, path))
    bytes += content.length
    if (bytes > skillLimits.bytes) return { kind: 'refused', why: tellTooMuchText(dir) }
    if (!content.includes(0)) {
      const text = content.toString('utf8')
      raw.set(path, text)
      if (!isUtf8(content) || !keepsItsLineEnds(text)) closed.add(path)
    } else if (path === 'SKILL.md') return { kind: 'refused', why: `${path} is binary, not text` }
    else notes.push(`${path} is binary, and was not looked at.`)
  }
  const sources = [...raw].map(([path, text]) => toSkillSource(path, text))
  return { kind: 'read', sources, raw, rewrite: (path) => !closed.has(path), notes }
}

type Listed = { kind: 'listed'; paths: string[]; notes: string[] } | { kind: 'refused'; why: string }

async function listFiles(dir: string): Promise<Listed> {
  const paths: string[] = []
  const notes: string[] = []
  const open = ['']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await readdir(join(dir, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isSymbolicLink()) notes.push(`${path} is a link, and was not followed.`)
      else if (entry.isDirectory() && !isSkippedFolder(entry.name)) open.push(path)
      else if (entry.isFile() && isSkillText(entry.name)) paths.push(path)
      if (paths.length > skillLimits.files || open.length > skillLimits.files)
        return { kind: 'refused', why: tellTooManyFiles(dir) }
    }
  }
  return { kind: 'listed', paths: paths.toSorted(), notes }
}
