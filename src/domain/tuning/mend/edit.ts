import type { SyntaxNode } from '@lezer/common'
import { type SkillCode, codeText } from '../code/code-block.ts'
import type { SkillFile } from '../read/skill.ts'

/** A change of a file: what stands from one offset to another becomes something else. A file that isn't there is made. */
export interface TextEdit {
  path: string
  from: number
  to: number
  text: string
}

/** Applies the edits of one fix; undefined where two of them touch the same characters. */
export function applyEdits(
  texts: ReadonlyMap<string, string>,
  edits: readonly TextEdit[],
): Map<string, string> | undefined {
  const changed = new Map(texts)
  for (const [path, own] of Map.groupBy(edits, (edit) => edit.path)) {
    const sorted = own.toSorted((a, b) => b.from - a.from || b.to - a.to)
    let text = changed.get(path) ?? ''
    let limit = text.length
    for (const { from, to, text: put } of sorted) {
      if (to > limit || from > to) return undefined
      text = text.slice(0, from) + put + text.slice(to)
      limit = from
    }
    changed.set(path, text)
  }
  return changed
}

/** Where a line of a file begins; lines count from 1. */
export function offsetOfLine(text: string, line: number): number {
  let at = 0
  for (let count = 1; count < line; count += 1) {
    const next = text.indexOf('\n', at)
    if (next === -1) return text.length
    at = next + 1
  }
  return at
}

/**
 * The offset in the file of one in its code; undefined where the code stands indented, in a list, so that its columns
 * aren't those of the file.
 */
export function offsetInFile(file: SkillFile, code: SkillCode, offset: number): number | undefined {
  const start = offsetOfLine(file.text, code.line)
  return file.text.startsWith(code.text, start) ? start + offset : undefined
}

/** An edit of code that replaces what stands from one offset to another. */
export function editCode(file: SkillFile, code: SkillCode, from: number, to: number, text: string): TextEdit[] {
  const start = offsetInFile(file, code, from)
  return start === undefined ? [] : [{ path: file.path, from: start, to: start + to - from, text }]
}

/** The statement that a node stands in. */
export function statementOf(node: SyntaxNode): SyntaxNode {
  let at = node
  while (at.parent !== null && !/^(?:Script|Block|Body)$/.test(at.parent.name)) at = at.parent
  return at
}

/** Whether a statement stands among others, so that one may be put behind it. */
export function isAmongOthers(statement: SyntaxNode): boolean {
  return statement.parent !== null && /^(?:Script|Block|Body)$/.test(statement.parent.name)
}

/** White space that the line of an offset begins with. */
export function indentAt(code: SkillCode, offset: number): string {
  const start = code.text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(code.text.slice(start, offset))?.[0] ?? ''
}

/** A line of code behind a statement. */
export function insertAfter(file: SkillFile, code: SkillCode, statement: SyntaxNode, line: string): TextEdit[] {
  const indent = indentAt(code, statement.from)
  const isAlone = /^[ \t]*$/.test(code.text.slice(code.text.lastIndexOf('\n', statement.from - 1) + 1, statement.from))
  const text = codeText(code, statement)
  const end = statement.to - (text.length - text.trimEnd().length)
  return editCode(file, code, end, end, isAlone ? `\n${indent}${line}` : `; ${line}`)
}

/** Removes a statement, with its line where it is alone on it. */
export function removeStatement(file: SkillFile, code: SkillCode, statement: SyntaxNode): TextEdit[] {
  const before = code.text.lastIndexOf('\n', statement.from - 1) + 1
  const after = code.text.indexOf('\n', statement.to)
  const isAlone =
    code.text.slice(before, statement.from).trim() === '' &&
    code.text.slice(statement.to, after === -1 ? undefined : after).trim() === ''
  if (isAlone) return editCode(file, code, before, after === -1 ? code.text.length : after + 1, '')
  return editCode(file, code, statement.from, statement.to, '')
}

/** Text at the end of a file, after an empty line. */
export function appendText(file: SkillFile, text: string): TextEdit[] {
  const gap = file.text.endsWith('\n') ? '\n' : '\n\n'
  return [{ path: file.path, from: file.text.length, to: file.text.length, text: `${gap}${text}\n` }]
}

/** Text behind a line, between empty ones. */
export function insertBelow(file: SkillFile, line: number, text: string): TextEdit[] {
  const at = offsetOfLine(file.text, line + 1)
  const gap = at > 0 && file.text[at - 1] !== '\n' ? '\n\n' : '\n'
  return [{ path: file.path, from: at, to: at, text: `${gap}${text}\n` }]
}

/** Replaces the first place of a text at or below a line. */
export function replaceFrom(file: SkillFile, line: number, what: string, text: string): TextEdit[] {
  const from = file.text.indexOf(what, offsetOfLine(file.text, line))
  return from === -1 || what === '' ? [] : [{ path: file.path, from, to: from + what.length, text }]
}
