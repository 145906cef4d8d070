import type { SkillCode } from '../code/code-block.ts'
import type { ShellScript } from '../shell/shell-command.ts'
import type { SkillPage } from './page.ts'

/** What a file is to an agent: read at each run, a step, a rule to look up, a text given to another agent, a program. */
export type FileRole = 'entry' | 'phase' | 'spec' | 'template' | 'script' | 'instructions' | 'other'

export interface SkillFile {
  path: string
  role: FileRole
  text: string
  page: SkillPage | undefined
  code: SkillCode[]
  shell: ShellScript[]
  /** Paths of files of the skill that this one names, each with the line and the sentence around. */
  names: { path: string; line: number; sentence: string }[]
}

/** A skill, or a folder of agent instructions. Files are in the order of their paths, phases in that of their work. */
export interface Skill {
  name: string
  mode: 'sequential' | 'autonomous'
  /** Undefined where the skill doesn't say, so that everything is allowed. */
  allowedTools: string[] | undefined
  /** The line that they stand on. */
  allowedToolsLine: number
  entry: SkillFile
  files: SkillFile[]
  phases: SkillFile[]
}

export interface SkillSource {
  path: string
  text: string
}

export type ReadSkillResult = { kind: 'skill'; skill: Skill } | { kind: 'faults'; faults: string[] }
