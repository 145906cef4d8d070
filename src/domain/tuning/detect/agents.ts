import { recordText } from '../../language/message.ts'
import type { SyntaxNode } from '@lezer/common'
import { isAgentCall, isGuarded } from '../code/calls.ts'
import { findNodes, parentNodes, codeText } from '../code/code-block.ts'
import { type CodeFacts, wordsOfPrompt } from '../code/prompts.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { splitIntoSentences } from '../read/page.ts'
import { examinedCode, type Detector, findingAt, onceEach } from './detector.ts'

/** AGT-001: calls of agents whose failure nobody meets, one finding a file; worse where there are more than two. */
export const detectUnguardedCalls: Detector = (examined) => {
  const calls = examinedCode(examined).flatMap(({ file, facts }) =>
    facts.agentCalls.filter((call) => !isGuarded(call)).map((call) => ({ file, call })),
  )
  return [...Map.groupBy(calls, ({ file }) => file)].flatMap(([file, found]): SkillFinding[] => {
    const [first, ...rest] = found
    if (first === undefined) return []
    const related = rest.map(({ call }) => ({ path: file.path, line: call.line }))
    const message =
      found.length === 1
        ? recordText('A call of an agent is not caught when they fail.')
        : recordText('{n} calls of agents are not caught when they fail.', { n: found.length })
    const weights = found.length > 2 ? (['blocks', 'easy fix'] as const) : undefined
    return [
      findingAt(file, first.call.line, {
        pattern: 'AGT-001',
        subject: 'agent calls',
        message,
        related,
        ...(weights === undefined ? {} : { weights }),
      }),
    ]
  })
}

/** AGT-002: a result whose fields are used, and that no condition and no check looks at. */
export const detectUncheckedResults: Detector = (examined) =>
  onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      facts.assignments.flatMap(({ target, value, line }): SkillFinding[] => {
        const call = facts.agentCalls.find(({ node }) => value.from <= node.from && node.to <= value.to)
        if (call === undefined || !isResultOf(facts, value, call.node) || /\W/.test(target)) return []
        const use = readUse(facts, target)
        if (!use.used || use.checked) return []
        return [
          findingAt(file, line, {
            pattern: 'AGT-002',
            subject: target,
            message: recordText('{code_lines} is used without a look at whether it is there and complete.', {
              code_lines: `\`${target}\``,
            }),
          }),
        ]
      }),
    ),
  )

/** Whether a value is what the call returns, waited for, or what is said in its place when it fails. */
function isResultOf({ code }: CodeFacts, value: SyntaxNode, call: SyntaxNode): boolean {
  const behind = codeText(code, { from: call.to, to: value.to })
  return (
    /^(?:await\s+)?$/.test(codeText(code, { from: value.from, to: call.from })) &&
    (behind === '' || behind.startsWith('.catch('))
  )
}

const checkCallee = /(?:parse|valid\w*|check\w*|assert\w*|ensure\w*|verify\w*|isinstance|is_?\w*)$/i
const conditionNames = new Set([
  'IfStatement',
  'ConditionalExpression',
  'AssertStatement',
  'WhileStatement',
  'SwitchStatement',
])

function readUse(facts: CodeFacts, name: string): { used: boolean; checked: boolean } {
  let used = false
  let checked = false
  for (const node of findNodes(facts.code.tree, new Set(['VariableName']))) {
    if (codeText(facts.code, node) !== name) continue
    const { parent } = node
    if (parent?.name === 'MemberExpression' && node.nextSibling !== null) {
      used = true
      if (node.nextSibling.name === '?.') checked = true
    }
    if (parent?.name === 'ForOfSpec' || parent?.name === 'ArgList') used = true
    for (const above of parentNodes(node)) {
      if (conditionNames.has(above.name) && isInHead(above, node.from)) checked = true
      const call = above.name === 'CallExpression' ? facts.callEndingAt.get(above.to) : undefined
      if (
        call !== undefined &&
        call.node.from < node.from &&
        checkCallee.test(call.callee) &&
        !/^json\b/i.test(call.callee) &&
        !isAgentCall(call)
      )
        checked = true
      if (above.name === 'BinaryExpression' && /^[^\n]{0,200}(?:\?\?|\|\|)/.test(codeText(facts.code, above)))
        checked = true
    }
  }
  return { used, checked }
}

/** Whether an offset is in the condition of a statement, not in what depends on it. */
function isInHead(
  statement: { name: string; firstChild: unknown; getChild: (name: string) => { from: number } | null; to: number },
  at: number,
): boolean {
  if (statement.name === 'ConditionalExpression' || statement.name === 'AssertStatement') return true
  const body =
    statement.getChild('Block') ??
    statement.getChild('Body') ??
    statement.getChild('ExpressionStatement') ??
    statement.getChild('ThrowStatement') ??
    statement.getChild('ReturnStatement')
  return at < (body?.from ?? statement.to)
}

/** AGT-003: more than three kinds of agents in an autonomous skill. */
export const detectManyAgents: Detector = (examined) => {
  if (examined.skill.mode !== 'autonomous') return []
  const calls = examinedCode(examined).flatMap(({ file, facts }) =>
    facts.agentCalls.map((call) => ({ file, call, kind: agentKind(facts, call.node) })),
  )
  const kinds = new Map(calls.flatMap((one) => (one.kind === undefined ? [] : [[one.kind, one] as const])))
  const [first] = kinds.values()
  if (first === undefined || kinds.size <= 3) return []
  const names = [...kinds.keys()].toSorted().join(', ')
  return [
    findingAt(first.file, first.call.line, {
      pattern: 'AGT-003',
      subject: 'kinds of agents',
      message: recordText('{n} kinds of agents are coordinated: {names}.', { n: kinds.size, names }),
    }),
  ]
}

function agentKind(facts: CodeFacts, call: Parameters<typeof codeText>[1]): string | undefined {
  const text = codeText(facts.code, { from: call.from, to: Math.min(call.to, call.from + 2_000) })
  return /\b(?:subagent_type|agent_type|agentType|subagentType)\s*[:=]\s*["'`]([\w.:-]{1,80})["'`]/.exec(text)?.[1]
}

const callsAgents =
  /\b(?:Task|Agent)\(|\b(?:spawn|start|launch|call|use|create|run|invoke|delegate to)\s+(?:\w+\s+){0,3}?(?:sub-?agents?|other agents?|another agent)\b|\bTask tool\b|启动(?:子)?代理|调用(?:子)?代理/i
const isDenied = /\b(?:never|not|don't|don’t|no)\b|不要|不得|禁止/i

/** AGT-004: a prompt that holds the call of an agent, or tells to call one. */
export const detectNestedCalls: Detector = (examined) =>
  onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      facts.prompts.flatMap((prompt): SkillFinding[] => {
        const inner = facts.agentCalls.find(({ node }) => node.from > prompt.node.from && node.to < prompt.node.to)
        const told = wordsOfPrompt(prompt)
          .flatMap(({ text }) => splitIntoSentences(text))
          .find((one) => callsAgents.test(one) && !isDenied.test(one))
        if (inner === undefined && told === undefined) return []
        const message =
          inner === undefined
            ? recordText('The prompt tells the agent to call agents.')
            : recordText('An agent is called inside the prompt of another.')
        return [
          findingAt(file, inner?.line ?? prompt.line, {
            pattern: 'AGT-004',
            subject: (told ?? 'nested call').slice(0, 80),
            message,
          }),
        ]
      }),
    ),
  )

const saidTool = /\b(?:the|a|via|using|use|with)\s+`?(Task|Agent)`?\s+tool\b/

/** AGT-005: agents are called, and the tools that front matter allows have none for it. */
export const detectForbiddenTool: Detector = (examined) => {
  const { allowedTools: allowed, entry, allowedToolsLine } = examined.skill
  if (allowed === undefined || allowed.some((one) => /^(?:\*|(?:Task|Agent)(?:\(.*\))?)$/i.test(one))) return []
  const called = examinedCode(examined).find(({ facts }) => facts.agentCalls.length > 0)
  const said = examined.skill.files.flatMap((file) =>
    (file.page?.blocks ?? []).filter(({ text }) => saidTool.test(text)).map(({ line }) => ({ path: file.path, line })),
  )[0]
  const place = called === undefined ? said : { path: called.file.path, line: called.facts.agentCalls[0]?.line ?? 1 }
  if (place === undefined) return []
  return [
    findingAt(entry, allowedToolsLine, {
      pattern: 'AGT-005',
      subject: 'allowed-tools',
      message: recordText('allowed-tools has no `Task`, which {place} needs.', {
        place: `${place.path}:${place.line}`,
      }),
      related: [place],
    }),
  ]
}

const format =
  /\b(?:return|output|respond|reply|answer|produce)\b[^.\n]{0,40}?\b(JSON|YAML|XML|CSV|Markdown|HTML|TOML|plain text)\b/gi

/** AGT-006: prompts that ask for more than two formats. */
export const detectManyFormats: Detector = (examined) => {
  const asked = examinedCode(examined).flatMap(({ file, facts }) =>
    facts.prompts
      .filter(({ call }) => call !== undefined)
      .flatMap((prompt) =>
        wordsOfPrompt(prompt).flatMap(({ text, line }) =>
          [...text.matchAll(format)].map(([, name = '']) => ({ name: name.toLowerCase(), file, line })),
        ),
      ),
  )
  const formats = new Map(asked.map((one) => [one.name, one]))
  const [first] = asked
  if (first === undefined || formats.size <= 2) return []
  const related = [...formats.values()].map(({ file, line }) => ({ path: file.path, line }))
  return [
    findingAt(first.file, first.line, {
      pattern: 'AGT-006',
      subject: 'formats',
      message: recordText('Agents are asked for {n} formats: {names}.', {
        n: formats.size,
        names: [...formats.keys()].join(', '),
      }),
      related,
    }),
  ]
}
