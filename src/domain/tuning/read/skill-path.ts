import { recordText } from '../../language/message.ts'
import { isGitMetadata } from '../../paths/denied-path.ts'
import { findMalformation } from '../../paths/path-policy.ts'

export type SkillPath = { kind: 'path'; path: string } | { kind: 'problem'; why: string }

/** The folder of a skill as people write it, as a path of the repository; `.` is the top. Its `SKILL.md` means the folder. */
export function parseSkillPath(text: string): SkillPath {
  const said = text.trim()
  if (said === '')
    return { kind: 'problem', why: recordText('it must name the folder of a skill, such as `skills/writer`') }
  const parts = said.split('/').filter((part, index, all) => part !== '' || (index > 0 && index < all.length - 1))
  const bare = (parts[0] === '.' ? parts.slice(1) : parts).join('/').replace(/(?:^|\/)SKILL\.md$/, '')
  if (bare === '' || bare === '.') return { kind: 'path', path: '.' }
  const shown = bare.length > 60 ? `${bare.slice(0, 59)}…` : bare
  const fault = isGitMetadata(bare) ? "git's own files are no skill" : findMalformation(bare)
  if (fault === undefined) return { kind: 'path', path: bare }
  const named = shown.replaceAll('`', "'")
  return { kind: 'problem', why: `\`${named}\` is no folder of this repository: ${fault}` }
}

/** A file of the skill, as the repository has it. */
export function placeInRepository(skill: string, path: string): string {
  return skill === '.' ? path : `${skill}/${path}`
}
