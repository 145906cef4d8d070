import { readPlainText } from './line-ends.ts'
import type { SkillSource } from './skill.ts'

/** What a skill may be made of: an agent reads it. */
export const skillLimits = { files: 2_000, bytes: 16 * 1024 * 1024 } as const

const looksLikeText = /\.(?:md|markdown|txt|[cm]?[jt]s|[jt]sx|py|sh|json|ya?ml|toml|prompt)$/i
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.tuning', '.countersign'])

/** Whether a file of a skill is read at all. */
export function isSkillText(path: string): boolean {
  return looksLikeText.test(path)
}

/** Whether files of a folder belong to whoever made the skill. */
export function isSkippedFolder(name: string): boolean {
  return skippedFolders.has(name)
}

/** What is said of a folder that is no skill any more. */
export function tellTooManyFiles(folder: string): string {
  return `${folder} holds more than ${skillLimits.files.toLocaleString('en')} files; name the folder of one skill`
}

export function tellTooMuchText(folder: string): string {
  return `${folder} holds more than 16 MB of text; a skill is what an agent can read`
}

export function toSkillSource(path: string, raw: string): SkillSource {
  return { path, text: readPlainText(raw) }
}
