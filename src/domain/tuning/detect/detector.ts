import { readWrite } from '../code/calls.ts'
import { type CodeFacts, readCodeFacts } from '../code/prompts.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { findStateSchemas, type StateSchema } from '../read/find-state.ts'
import type { Skill, SkillFile } from '../read/skill.ts'
import type { ShellCommand, ShellScript } from '../shell/shell-command.ts'
import { pathsWritten } from '../shell/shell-use.ts'
import { findStateReads, findStateWrites, type StateFieldWrite } from '../read/state-use.ts'

/** What all detectors are given: the skill, and what was followed over its files. */
export interface Examined {
  skill: Skill
  schemas: StateSchema[]
  writes: StateFieldWrite[]
  reads: ReadonlySet<string>
  countTokens: (text: string) => number
}

/** Follows a skill's state over its files, once for all detectors. */
export function examineSkill(skill: Skill, countTokens: Examined['countTokens']): Examined {
  return {
    skill,
    schemas: findStateSchemas(skill),
    writes: findStateWrites(skill),
    reads: findStateReads(skill),
    countTokens,
  }
}

export type Detector = (examined: Examined) => SkillFinding[]

/** Facts of each block of code, with the file that it stands in. */
export function examinedCode({ skill }: Examined): { file: SkillFile; facts: CodeFacts }[] {
  return skill.files.flatMap((file) => file.code.map((code) => ({ file, facts: readCodeFacts(code) })))
}

/** Commands of shell fences and scripts, each with the file that it stands in. */
export function examinedShell({ skill }: Examined): { file: SkillFile; script: ShellScript; command: ShellCommand }[] {
  return skill.files.flatMap((file) =>
    file.shell.flatMap((script) => script.commands.map((command) => ({ file, script, command }))),
  )
}

/** Files that code and shell write, in the order of the skill's files. */
export function examinedWrites(examined: Examined): { file: SkillFile; path: string; line: number }[] {
  const byCode = examinedCode(examined).flatMap(({ file, facts }) =>
    facts.calls.flatMap((call) => {
      const path = readWrite(call)?.path
      return path === undefined ? [] : [{ file, path, line: call.line }]
    }),
  )
  const byShell = examinedShell(examined).flatMap(({ file, command }) =>
    pathsWritten(command).map((path) => ({ file, path, line: command.line })),
  )
  return [...byCode, ...byShell]
}

/** A finding at a line of a file; what stands there is added at the end. */
export function findingAt(
  file: SkillFile,
  line: number,
  parts: Pick<SkillFinding, 'pattern' | 'subject' | 'message'> & Partial<SkillFinding>,
): SkillFinding {
  return { path: file.path, line, evidence: '', ...parts }
}

/** One of each subject of a file. */
export function onceEach(findings: readonly SkillFinding[]): SkillFinding[] {
  const seen = new Set<string>()
  return findings.filter(({ pattern, path, subject }) => {
    const key = `${pattern} ${path} ${subject}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
