import type { SyntaxNode } from '@lezer/common'
import { type SkillCode, lineOfOffset } from '../code/code-block.ts'
import { type CodeFacts, readCodeFacts } from '../code/prompts.ts'
import type { Examined } from '../detect/detector.ts'
import type { SkillFinding, TuningStrategy } from '../patterns/pattern.ts'
import type { SkillFile } from '../read/skill.ts'
import type { TextEdit } from './edit.ts'

/** A patch for a finding, by one of its pattern's strategies. */
export interface SkillPatch {
  strategy: TuningStrategy
  risk: 'low' | 'medium' | 'high'
  edits: TextEdit[]
  /** What it does, and why that is right. */
  why: string
}

/** Undefined where it takes judgement: then it is a task for somebody. */
export type Mender = (finding: SkillFinding, examined: Examined, file: SkillFile) => SkillPatch | undefined

export function patchBy(
  strategy: TuningStrategy,
  risk: SkillPatch['risk'],
  edits: TextEdit[],
  why: string,
): SkillPatch | undefined {
  return edits.length === 0 ? undefined : { strategy, risk, edits, why }
}

/** The block of code that holds a line of its file. */
export function factsAt(file: SkillFile, line: number): CodeFacts | undefined {
  const code = file.code.find((one) => one.line <= line && line < one.line + one.lineStarts.length)
  return code === undefined ? undefined : readCodeFacts(code)
}

/** Whether a node begins on a line of its file. */
export function isOnLine(code: SkillCode, node: SyntaxNode, line: number): boolean {
  return lineOfOffset(code, node.from) === line
}
