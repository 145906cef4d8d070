import type { SyntaxNode } from '@lezer/common'
import { childrenOf, type SkillCode, findNodes, lineOfOffset, literalOf, parentNodes, codeText } from './code-block.ts'

export interface CodeCall {
  code: SkillCode
  node: SyntaxNode
  /** As it is written, arguments of calls in it left out: `open().read`. */
  callee: string
  args: SyntaxNode[]
  line: number
}

const callNames = new Set(['CallExpression'])
const noArguments = new Set(['(', ')', ',', 'AssignOp'])
const maxCalleeCharacters = 200

export function findCalls(code: SkillCode): CodeCall[] {
  return findNodes(code.tree, callNames).map((node) => readCodeCall(code, node))
}

function readCodeCall(code: SkillCode, node: SyntaxNode): CodeCall {
  const list = node.getChild('ArgList')
  const callee = codeText(code, {
    from: node.from,
    to: Math.min(list?.from ?? node.to, node.from + maxCalleeCharacters),
  })
  const args = list === null ? [] : childrenOf(list).filter(({ name }) => !noArguments.has(name))
  return { code, node, callee: callee.replace(/\([^()]*\)/g, '()').trim(), args, line: lineOfOffset(code, node.from) }
}

const agentCallee =
  /^(?:Task|Agent|(?:run|spawn|call|invoke|dispatch|launch|start|create|delegate)(?:_?to)?_?(?:sub_?)?agents?)$/
const agentCalleeOfAnyCase =
  /^(?:run|spawn|call|invoke|dispatch|launch|start|create|delegate)(?:_?to)?_?(?:sub_?)?agents?$/i

/** Whether the call hands work to another agent. */
export function isAgentCall({ callee }: CodeCall): boolean {
  const name = callee.slice(callee.lastIndexOf('.') + 1)
  return agentCallee.test(name) || agentCalleeOfAnyCase.test(name)
}

const readCallee =
  /^(?:Read|(?:fs\.|fsp\.|fs\.promises\.)?readFile(?:Sync)?|read_file|(?:open|Path)\(\)\.(?:read|read_text|readlines))$/

export function isReadCall({ callee }: CodeCall): boolean {
  return readCallee.test(callee)
}

export interface WrittenFile {
  call: CodeCall
  /** As it is written, without quotes; what is put in stays: `${dir}/state.json`. */
  path: string
  /** What is written; undefined where it can't be told. */
  value: string | undefined
}

const writeCallee = /^(?:Write|(?:fs\.|fsp\.|fs\.promises\.)?(?:write|append)File(?:Sync)?|write_file)$/

/** A call that writes a file, be it of JavaScript or Python. */
export function readWrite(call: CodeCall): WrittenFile | undefined {
  const [first, second] = call.args
  if (writeCallee.test(call.callee) && first !== undefined) {
    return {
      call,
      path: pathText(call.code, first),
      value: second === undefined ? undefined : codeText(call.code, second),
    }
  }
  if (/^(?:open|Path)\(\)\.write(?:_text)?$/.test(call.callee)) {
    const path = pathOfOpen(call.code, call.node)
    return path === undefined
      ? undefined
      : { call, path, value: first === undefined ? undefined : codeText(call.code, first) }
  }
  if (call.callee === 'json.dump' && second !== undefined) {
    const path = pathOfOpen(call.code, second)
    return path === undefined
      ? undefined
      : { call, path, value: first === undefined ? undefined : codeText(call.code, first) }
  }
  return undefined
}

/** The path that a call reads; undefined where it reads none. */
export function readPathOf(call: CodeCall): string | undefined {
  if (!isReadCall(call)) return undefined
  if (/^(?:open|Path)\(\)/.test(call.callee)) return pathOfOpen(call.code, call.node)
  return call.args[0] === undefined ? undefined : pathText(call.code, call.args[0])
}

function pathOfOpen(code: SkillCode, node: SyntaxNode): string | undefined {
  const open = findNodes(node, callNames)
    .map((one) => readCodeCall(code, one))
    .find(({ callee }) => callee === 'open' || callee === 'Path')
  return open?.args[0] === undefined ? undefined : pathText(code, open.args[0])
}

function pathText(code: SkillCode, node: SyntaxNode): string {
  return literalOf(code, node) ?? codeText(code, node).replace(/^f?["'`]|["'`]$/g, '')
}

/** Whether a failure of the call is met: by `try` around it, or `.catch` and `allSettled` behind it. */
export function isGuarded({ code, node }: CodeCall): boolean {
  return parentNodes(node).some((parent) => {
    if (parent.name === 'TryStatement') return isInTried(parent, node)
    if (parent.name !== 'CallExpression') return false
    const head = codeText(code, {
      from: parent.from,
      to: Math.min(parent.to, parent.getChild('ArgList')?.from ?? parent.to),
    })
    return /(?:\.catch|allSettled)\s*$/.test(head)
  })
}

function isInTried(statement: SyntaxNode, node: SyntaxNode): boolean {
  const body = statement.getChild('Block') ?? statement.getChild('Body')
  return body !== null && node.from >= body.from && node.to <= body.to
}

/** `open`: nothing in its head says how often it goes round. `list`: once for each of something that is there. */
export function loopAround(node: SyntaxNode): 'none' | 'list' | 'open' {
  for (const parent of parentNodes(node)) {
    if (parent.name === 'WhileStatement' || parent.name === 'DoStatement') return 'open'
    if (parent.name === 'FunctionDeclaration' || parent.name === 'FunctionDefinition') return 'none'
    if (parent.name !== 'ForStatement') continue
    const spec = parent.getChild('ForSpec')
    return spec === null || spec.getChild('BinaryExpression') !== null ? 'list' : 'open'
  }
  return 'none'
}
