import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SkillSource } from '../../../domain/tuning/read/skill.ts'

export type SkillFolder = { kind: 'read'; sources: SkillSource[]; notes: string[] } | { kind: 'refused'; why: string }

const mostFiles = 2_000
const mostBytes = 16 * 1024 * 1024
const skipped = new Set(['.git', 'node_modules', '.tuning'])
const looksLikeText = /\.(?:md|markdown|txt|[cm]?[jt]s|[jt]sx|py|sh|json|ya?ml|toml|prompt)$/i

/** Files of a skill that are text. Links aren't followed, so that none leads in a circle or outside; what is left out is told. */
export async function readSkillFolder(dir: string): Promise<SkillFolder> {
  const stat = await lstat(dir).catch(() => undefined)
  if (stat === undefined) return { kind: 'refused', why: `${dir} is not there` }
  if (!stat.isDirectory()) return { kind: 'refused', why: `${dir} is no folder; name the folder that SKILL.md is in` }
  const found = await listFiles(dir)
  if (found.kind === 'refused') return found
  const sources: SkillSource[] = []
  const notes = [...found.notes]
  let bytes = 0
  for (const path of found.paths) {
    const content = await readFile(join(dir, path))
    bytes += content.length
    if (bytes > mostBytes)
      return { kind: 'refused', why: `${dir} holds more than 16 MB of text; a skill is what an agent can read` }
    if (!content.includes(0))
      sources.push({
        path,
        text: content
          .toString('utf8')
          .replace(/^\uFEFF/, '')
          .replaceAll('\r\n', '\n'),
      })
    else if (path === 'SKILL.md') return { kind: 'refused', why: `${path} is binary, not text` }
    else notes.push(`${path} is binary, and was not looked at.`)
  }
  return { kind: 'read', sources, notes }
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
      else if (entry.isDirectory() && !skipped.has(entry.name)) open.push(path)
      else if (entry.isFile() && looksLikeText.test(entry.name)) paths.push(path)
      if (paths.length > mostFiles || open.length > mostFiles)
        return {
          kind: 'refused',
          why: `${dir} holds more than ${mostFiles.toLocaleString('en')} files; name the folder of one skill`,
        }
    }
  }
  return { kind: 'listed', paths: paths.toSorted(), notes }
}
