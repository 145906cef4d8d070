import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import {
  isSkillText,
  isSkippedFolder,
  skillLimits,
  tellTooManyFiles,
  tellTooMuchText,
} from '../../../domain/tuning/read/skill-limits.ts'
import { placeInRepository } from '../../../domain/tuning/read/skill-path.ts'

/** A file of a skill as the repository has it; its path is from the skill's folder. */
export interface RawSkillFile {
  path: string
  raw: string
}

export type SkillFiles = { kind: 'read'; files: RawSkillFile[] } | { kind: 'refused'; why: string }

/** Text files of a skill. Links and submodules are none, so that nothing leads in a circle or outside. */
export async function readSkillFiles(reader: RepositoryReader, skill: string): Promise<SkillFiles> {
  const listed = await listSkillFiles(reader, skill)
  if (listed.kind === 'refused') return listed
  const files: RawSkillFile[] = []
  for (const path of listed.paths) {
    const found = await reader.read(placeInRepository(skill, path), skillLimits.bytes)
    if (found?.kind === 'text') files.push({ path, raw: found.text })
    if (found?.kind === 'binary' && path === 'SKILL.md')
      return { kind: 'refused', why: `\`${placeInRepository(skill, path)}\` is binary, not text` }
  }
  return { kind: 'read', files }
}

async function listSkillFiles(
  reader: RepositoryReader,
  skill: string,
): Promise<{ kind: 'listed'; paths: string[] } | Extract<SkillFiles, { kind: 'refused' }>> {
  const { files } = await reader.files()
  const start = skill === '.' ? '' : `${skill}/`
  const below = [...files].filter(([path]) => path.startsWith(start))
  const at = reader.commit.slice(0, 7)
  if (files.has(skill)) return { kind: 'refused', why: `\`${skill}\` is a file; name the folder that SKILL.md is in` }
  if (below.length === 0)
    return {
      kind: 'refused',
      why: `There is no folder \`${skill}\` in commit \`${at}\`${suggestSkills(files.keys())}`,
    }
  const kept = below
    .map(([path, bytes]) => ({ path: path.slice(start.length), bytes }))
    .filter(({ path }) => isSkillText(path) && !path.split('/').slice(0, -1).some(isSkippedFolder))
  if (kept.length > skillLimits.files) return { kind: 'refused', why: tellTooManyFiles(`\`${skill}\``) }
  if (kept.reduce((sum, { bytes }) => sum + bytes, 0) > skillLimits.bytes)
    return { kind: 'refused', why: tellTooMuchText(`\`${skill}\``) }
  return { kind: 'listed', paths: kept.map(({ path }) => path).toSorted() }
}

/** Where skills are, for who mistyped. */
function suggestSkills(paths: Iterable<string>): string {
  const found = [...paths].flatMap((path) => (path.endsWith('/SKILL.md') ? [path.slice(0, -'/SKILL.md'.length)] : []))
  if (found.length === 0) return '; no folder there has a SKILL.md'
  const more = found.length > 5 ? ', …' : ''
  return `; skills are in ${found
    .slice(0, 5)
    .map((one) => `\`${one}\``)
    .join(', ')}${more}`
}
