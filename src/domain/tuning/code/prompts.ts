import type { SyntaxNode } from '@lezer/common'
import { type CodeAssignment, findAssignments } from './assignments.ts'
import { type CodeCall, findCalls, isAgentCall, isReadCall } from './calls.ts'
import { childrenOf, type SkillCode, findNodes, lineOfOffset, parentNodes, codeText } from './code-block.ts'

/** What is given to an agent: the arguments of a call, or what a variable named after a prompt is made of. */
export interface AgentPrompt {
  code: SkillCode
  node: SyntaxNode
  call: CodeCall | undefined
  line: number
}

/** One parse of what a block of code does, so that each detector need not. */
export interface CodeFacts {
  code: SkillCode
  calls: CodeCall[]
  /** By where they end, which no two share. */
  callEndingAt: ReadonlyMap<number, CodeCall>
  agentCalls: CodeCall[]
  assignments: CodeAssignment[]
  prompts: AgentPrompt[]
}

/** More than that in one block were written by a program, to be slow. */
const maxAgentCalls = 500

/** What is longer is no value that somebody passes on. */
const maxValueCharacters = 20_000

const known = new WeakMap<SkillCode, CodeFacts>()

export function readCodeFacts(code: SkillCode): CodeFacts {
  const before = known.get(code)
  if (before !== undefined) return before
  const calls = findCalls(code)
  const agentCalls = calls.filter(isAgentCall).slice(0, maxAgentCalls)
  const assignments = findAssignments(code)
  const given = agentCalls.flatMap((call): AgentPrompt[] => {
    const list = call.node.getChild('ArgList')
    return list === null ? [] : [{ code, node: list, call, line: call.line }]
  })
  const named = assignments
    .filter(
      ({ target, value }) => target.toLowerCase().endsWith('prompt') && !given.some((one) => contains(value, one.node)),
    )
    .map(({ value }): AgentPrompt => ({ code, node: value, call: undefined, line: lineOfOffset(code, value.from) }))
  const callEndingAt = new Map(calls.map((call) => [call.node.to, call]))
  const facts = { code, calls, callEndingAt, agentCalls, assignments, prompts: [...given, ...named] }
  known.set(code, facts)
  return facts
}

function contains(outer: SyntaxNode, inner: SyntaxNode): boolean {
  return outer.from <= inner.from && inner.to <= outer.to
}

/** How much of files a part of a prompt holds: none, one, or several. */
export type Carried = 0 | 1 | 2

const passing =
  /(?:^(?:Promise\.all|str|String|list|tuple)|\.(?:map|flatMap|join|concat|trim|toString|then|strip|format))$/
const names = new Set(['VariableName'])
const callNames = new Set(['CallExpression'])

/** Variables of the block that hold what files say. */
export function findReadVariables(facts: CodeFacts): Map<string, Carried> {
  const held = new Map<string, Carried>()
  for (const { target, value, operator } of facts.assignments) {
    const carried = countCarried(facts, value, held)
    const before = operator === '+=' ? (held.get(target) ?? 0) : 0
    if (carried > 0 || before > 0) held.set(target, Math.min(2, carried + before) as Carried)
  }
  return held
}

/** Whole contents of files in an expression: read there, or by a variable that holds them. */
export function countCarried(facts: CodeFacts, root: SyntaxNode, held: ReadonlyMap<string, Carried>): Carried {
  if (root.to - root.from > maxValueCharacters) return 0
  let sum = 0
  const { code } = facts
  for (const node of findNodes(root, callNames)) {
    const call = facts.callEndingAt.get(node.to)
    if (call !== undefined && isReadCall(call)) sum += reachOf(code, node, root)
  }
  for (const node of findNodes(root, names)) {
    const carried = held.get(codeText(code, node)) ?? 0
    if (carried > 0 && !isCalleeOrKey(node)) sum += carried * reachOf(code, node, root)
  }
  return Math.min(2, sum) as Carried
}

function isCalleeOrKey(node: SyntaxNode): boolean {
  return node.parent?.name === 'ArgList' && node.nextSibling?.name === 'AssignOp'
}

/** 0 where what is between takes something else of it (a length, a field, what a parser made of it), 2 where it is many. */
function reachOf(code: SkillCode, node: SyntaxNode, root: SyntaxNode): Carried {
  let many = false
  let inner = node
  for (const parent of parentNodes(node)) {
    if (parent.from < root.from || parent.to > root.to || (parent.name === 'ArgList' && sameNode(parent, root))) break
    if (parent.name === 'MemberExpression' && inner.name !== 'ArgList' && parent.parent?.name !== 'CallExpression')
      return 0
    if (parent.name === 'ConditionalExpression' && sameNode(parent.firstChild ?? parent, inner)) return 0
    if (parent.name.endsWith('ComprehensionExpression')) many = true
    if (parent.name === 'CallExpression' && !sameNode(parent, node)) {
      const head = codeText(code, { from: parent.from, to: parent.getChild('ArgList')?.from ?? parent.to }).replace(
        /\([^()]*\)/g,
        '()',
      )
      if (!passing.test(head.trim().slice(-200))) return 0
      if (/\.(?:map|flatMap)$/.test(head)) many = true
    }
    inner = parent
  }
  return many ? 2 : 1
}

function sameNode(a: SyntaxNode, b: SyntaxNode): boolean {
  return a.from === b.from && a.to === b.to && a.name === b.name
}

const serialisers = /^(?:JSON\.stringify|json\.dumps|yaml\.dump|YAML\.stringify|str)$/
const wholeState = /^(?:\w*[sS]tate|STATE|context|ctx|memory|session|\w*Context|\w*_context|\w*[sS]ession)$/

/** Calls in a prompt that write out the whole of a state, not a field of it. */
export function findSerialisedState(facts: CodeFacts, { node }: AgentPrompt): CodeCall[] {
  return facts.calls.filter((call) => {
    if (!contains(node, call.node) || !serialisers.test(call.callee) || call.args[0] === undefined) return false
    return wholeState.test(codeText(call.code, call.args[0]))
  })
}

const textNames = new Set(['String', 'TemplateString', 'FormatString', 'ContinuedString'])

/** The words of a prompt, with what is put in taken out. */
export function wordsOfPrompt({ code, node }: AgentPrompt): { text: string; line: number }[] {
  return findNodes(node, textNames).flatMap((one) => {
    const holes = childrenOf(one).filter(({ name }) => name === 'Interpolation' || name === 'FormatReplacement')
    let text = ''
    let at = one.from
    for (const hole of holes) {
      text += `${code.text.slice(at, hole.from)} … `
      at = hole.to
    }
    text += code.text.slice(at, one.to)
    return [
      {
        text: withoutQuotes(text).replaceAll(String.raw`\n`, '\n'),
        line: lineOfOffset(code, one.from),
      },
    ]
  })
}

/** A literal without what it begins and ends with: `f"""`, a quote, or a backtick. */
function withoutQuotes(text: string): string {
  const head = /^[a-z]{0,2}(?:"""|'''|["'`])/i.exec(text)?.[0] ?? ''
  const mark = head.replace(/^[a-z]*/i, '')
  return text.slice(head.length, mark !== '' && text.endsWith(mark) ? -mark.length : undefined)
}
