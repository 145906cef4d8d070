import type { Skill, SkillFile } from '../read/skill.ts'

/** What a step of a run brings into the context: the entry, then each phase, with the rules and templates that it names first. */
export interface StepLoad {
  path: string
  /** Files that nothing before it has loaded. */
  files: number
  tokens: number
  /** Of all that is in the context by then. */
  sum: number
}

/** By the order of the skill; files that no step names are loaded by none. */
export function measureSteps(skill: Skill, countTokens: (text: string) => number): StepLoad[] {
  const byPath = new Map(skill.files.map((file) => [file.path, file]))
  const steps = [skill.entry, ...skill.phases]
  const loaded = new Set(steps)
  let sum = 0
  return steps.map((step) => {
    const named = findLoaded(step, byPath).filter((file) => !loaded.has(file))
    for (const file of named) loaded.add(file)
    const tokens = [step, ...named].reduce((all, { text }) => all + countTokens(text), 0)
    sum += tokens
    return { path: step.path, files: 1 + named.length, tokens, sum }
  })
}

/** Scripts are run, and not read. */
function findLoaded({ names }: SkillFile, files: ReadonlyMap<string, SkillFile>): SkillFile[] {
  const named = new Set(names.flatMap(({ path }) => files.get(path) ?? []))
  return [...named].filter(({ role }) => role !== 'script' && role !== 'other')
}
