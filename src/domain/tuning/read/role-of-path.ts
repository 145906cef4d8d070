import type { FileRole } from './skill.ts'

const instructions =
  /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|\.(?:instructions|prompt|chatmode|agent)\.md$|(?:^|\/)copilot-instructions\.md$/

/** What the place of a file says of its role; `entry` only for the skill's own `SKILL.md`. */
export function roleOfPath(path: string): FileRole {
  const folders = path.split('/').slice(0, -1)
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (path === 'SKILL.md') return 'entry'
  if (instructions.test(path)) return 'instructions'
  if (/\.(?:[cm]?[jt]s|[jt]sx|py|sh)$/.test(file)) return 'script'
  if (!/\.(?:md|markdown|txt)$/i.test(file)) return 'other'
  if (folders.some((one) => /^(?:templates?|prompts?|agents?)$/.test(one))) return 'template'
  if (/(?:schema|spec|template|taxonomy|strateg|mapping|standards?|reference)/i.test(file)) return 'spec'
  if (folders.some((one) => /^(?:phases?|steps?|stages?|actions?)$/.test(one))) return 'phase'
  if (/^(?:phase|step|stage|action)[-_ ]?\w/i.test(file)) return 'phase'
  return 'spec'
}

/** `02-plan.md` before `10-end.md`; numbers in names count as numbers. */
export function comparePhases(a: string, b: string): number {
  const [one, other] = [a, b].map((path) => Number(/(?:^|\/|\D)(\d{1,4})(?!.*\/)/.exec(path)?.[1] ?? 0))
  return (one ?? 0) - (other ?? 0) || (a < b ? -1 : 1)
}
