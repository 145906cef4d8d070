import { recordText } from '../../language/message.ts'
import type { SyntaxNode } from '@lezer/common'
import { isReadCall } from '../code/calls.ts'
import { type SkillCode, findNodes, literalOf, parentNodes, codeText } from '../code/code-block.ts'
import { type CodeFacts, findSerialisedState, type AgentPrompt } from '../code/prompts.ts'
import { examinedCode, type Examined } from '../detect/detector.ts'
import { readWrite } from '../code/calls.ts'
import type { SkillFile } from '../read/skill.ts'
import { editCode, insertAfter, isAmongOthers, offsetOfLine, replaceFrom, statementOf, type TextEdit } from './edit.ts'
import { factsAt, isOnLine, type Mender, patchBy } from './mender.ts'

const kept = 20

/** A bound behind the statement that lets a list grow. */
export const mendGrowth: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  const grown =
    facts?.calls.find(({ callee, line }) => line === finding.line && callee.startsWith(`${finding.subject}.`))?.node ??
    facts?.assignments.find(({ target, line }) => line === finding.line && target === finding.subject)?.node
  if (facts === undefined || grown === undefined) return undefined
  const statement = statementOf(grown)
  if (!isAmongOthers(statement)) return undefined
  const name = finding.subject
  const bound =
    facts.code.language === 'python'
      ? `${name} = ${name}[-${kept}:]`
      : `if (${name}.length > ${kept}) ${name}.splice(0, ${name}.length - ${kept})`
  const isText =
    /\+=\s*(?:await\s|["'`\w])/.test(codeText(facts.code, statement)) &&
    !/\+=\s*\[/.test(codeText(facts.code, statement))
  if (isText) return undefined
  return patchBy(
    'sliding_window',
    'low',
    insertAfter(file, facts.code, statement, bound),
    recordText('Keeps the last {n} of `{name}`.', { n: kept, name }),
  )
}

/** The path of the state instead of the state. */
export const mendSerialisedState: Mender = (finding, examined, file) => {
  const facts = factsAt(file, finding.line)
  const prompt = facts?.prompts.find((one) => findSerialisedState(facts, one).some(({ line }) => line === finding.line))
  const [call] = facts === undefined || prompt === undefined ? [] : findSerialisedState(facts, prompt)
  if (facts === undefined || call === undefined) return undefined
  const path = findStatePath(examined) ?? 'state.json'
  const note = `${path} (read the fields that you need)`
  const edits = replaceInPrompt(file, facts.code, call.node, note, undefined)
  const isKept = findStatePath(examined) !== undefined
  const statement = statementOf(call.node)
  const name = finding.subject
  const indentLine = `Write('${path}', JSON.stringify(${name}))`
  const written =
    isKept || !isAmongOthers(statement) || facts.code.language === 'python'
      ? []
      : insertBefore(file, facts.code, statement, indentLine)
  if (!isKept && written.length === 0) return undefined
  return patchBy(
    'path_reference',
    'medium',
    [...edits, ...written],
    recordText('The prompt names {path}, which holds the state.', { path }),
  )
}

function findStatePath(examined: Examined): string | undefined {
  return examinedCode(examined)
    .flatMap(({ facts }) => facts.calls.flatMap((call) => readWrite(call)?.path ?? []))
    .find((path) => /(?:^|\/)[\w-]*state\.json$/.test(path) && !path.includes('${'))
}

function insertBefore(file: SkillFile, code: SkillCode, statement: SyntaxNode, line: string): TextEdit[] {
  const start = code.text.lastIndexOf('\n', statement.from - 1) + 1
  const indent = /^[ \t]*/.exec(code.text.slice(start, statement.from))?.[0] ?? ''
  return editCode(file, code, statement.from, statement.from, `${line}\n${indent}`)
}

/** Puts words, or an expression with words behind it, where a node stands in a template or among texts that are added up. */
function replaceInPrompt(
  file: SkillFile,
  code: SkillCode,
  node: SyntaxNode,
  words: string,
  expression: string | undefined,
): TextEdit[] {
  const hole = parentNodes(node).find(({ name }) => name === 'Interpolation' || name === 'FormatReplacement')
  const isWhole =
    hole !== undefined &&
    codeText(code, hole)
      .slice(hole.name === 'Interpolation' ? 2 : 1, -1)
      .replace('await ', '')
      .trim() === codeText(code, node)
  if (isWhole) {
    const open = code.language === 'python' ? '{' : '${'
    return editCode(file, code, hole.from, hole.to, expression === undefined ? words : `${open}${expression}}${words}`)
  }
  const quote = code.language === 'python' ? '"' : "'"
  const put = expression === undefined ? `${quote}${words}${quote}` : `${expression} + ${quote}${words}${quote}`
  const from = node.parent?.name === 'AwaitExpression' ? node.parent.from : node.from
  return editCode(file, code, from, node.to, put)
}

const toRead = ' (read this file)'

/** Paths in a prompt, where it held what files say. */
export const mendPastedFiles: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  const prompt = facts?.prompts.find((one) => isOnLine(one.code, one.node, finding.line) || one.line === finding.line)
  if (facts === undefined || prompt === undefined) return undefined
  const edits = facts.prompts
    .filter((one) => one.line === prompt.line)
    .flatMap((one) => [...readsIn(file, facts, one), ...variablesIn(file, facts, one)])
  const strategy = finding.pattern === 'CTX-003' ? 'path_reference' : 'lazy_loading'
  return patchBy(strategy, 'low', edits, 'The prompt names the path; the agent reads what it needs.')
}

function readsIn(file: SkillFile, facts: CodeFacts, prompt: AgentPrompt): TextEdit[] {
  const { code } = facts
  return facts.calls
    .filter((call) => isReadCall(call) && call.node.from >= prompt.node.from && call.node.to <= prompt.node.to)
    .flatMap((call) => replaceRead(file, code, call.node))
}

function variablesIn(file: SkillFile, facts: CodeFacts, prompt: AgentPrompt): TextEdit[] {
  const { code } = facts
  // A variable that is put together of several files is none that a path can stand for.
  const seen = new Map(
    [...Map.groupBy(facts.assignments, ({ target }) => target)].flatMap(([name, all]) =>
      all.length === 1 && all[0] !== undefined ? [[name, all[0]] as const] : [],
    ),
  )
  return findNodes(prompt.node, new Set(['VariableName'])).flatMap((node) => {
    const made = seen.get(codeText(code, node))
    const read =
      made === undefined
        ? undefined
        : facts.calls.find(
            (call) => isReadCall(call) && call.node.from >= made.value.from && call.node.to <= made.value.to,
          )
    if (made === undefined || read === undefined || node.parent?.name === 'MemberExpression') return []
    if (!/^(?:await\s+)?$/.test(code.text.slice(made.value.from, read.node.from)) || read.node.to !== made.value.to)
      return []
    const path = pathOf(code, read.node)
    return path === undefined ? [] : replaceInPrompt(file, code, node, path.words ?? toRead, path.expression)
  })
}

function replaceRead(file: SkillFile, code: SkillCode, node: SyntaxNode): TextEdit[] {
  const path = pathOf(code, node)
  if (path === undefined) return []
  const arrow = parentNodes(node).find(
    ({ name }) => name === 'ArrowFunction' || name.endsWith('ComprehensionExpression'),
  )
  if (arrow !== undefined)
    return path.expression === undefined ? [] : editCode(file, code, node.from, node.to, path.expression)
  return replaceInPrompt(file, code, node, path.words ?? toRead, path.expression)
}

/** A path as words where it is a literal, else the expression that makes it. */
function pathOf(code: SkillCode, node: SyntaxNode): { words?: string; expression?: string } | undefined {
  const calls = findNodes(node, new Set(['CallExpression'])).filter(
    (one) => /^(?:open|Path)\(/.test(codeText(code, one)) || one === node || one.from === node.from,
  )
  const inner = calls.at(-1) ?? node
  const argument = inner.getChild('ArgList')?.firstChild?.nextSibling ?? undefined
  if (argument === undefined || argument.name === ')') return undefined
  const literal = literalOf(code, argument)
  return literal === undefined ? { expression: codeText(code, argument) } : { words: literal + toRead }
}

const brief = 'Write it to a file, and return only its path and a summary of at most five lines.'

/** What an agent is to return: a path and a summary. */
export const mendContentReturned: Mender = (finding, _examined, file) => {
  const at = offsetOfLine(file.text, finding.line)
  const sentence = finding.subject
  const found = file.text.indexOf(sentence, at)
  const facts = factsAt(file, finding.line)
  const result = facts?.assignments.find(({ target }) => target === sentence)
  if (facts !== undefined && result !== undefined) return undefined
  if (found === -1 || sentence.length >= 80) return undefined
  return patchBy(
    'output_minimization',
    'low',
    replaceFrom(file, finding.line, sentence, brief),
    'The agent hands back where its work is, not the work.',
  )
}

/** Words that say which part of a file to read, wherever it is named. */
export const mendRereadFiles: Mender = (finding, examined) => {
  const edits = (finding.related ?? []).slice(1).flatMap(({ path, line }): TextEdit[] => {
    const from = examined.skill.files.find((one) => one.path === path)
    if (from === undefined) return []
    const named = from.names.filter((one) => one.path === finding.path && one.sentence !== '')
    const end = named.flatMap(({ sentence, line: at }) => {
      const start = from.text.indexOf(sentence, offsetOfLine(from.text, at))
      return start === -1 ? [] : [start + sentence.replace(/[.。]$/, '').length]
    })
    const isTable = /^\s*\|/.test(from.text.slice(offsetOfLine(from.text, line)))
    return isTable
      ? []
      : end.map((offset) => ({ path, from: offset, to: offset, text: ' (only the sections that this phase needs)' }))
  })
  return patchBy('lazy_loading', 'low', edits, 'Later phases read the sections that they need.')
}
