import { isGuarded } from '../code/calls.ts'
import { codeText } from '../code/code-block.ts'
import { cutFrontMatter } from '../read/read-skill.ts'
import { editCode, insertAfter, isAmongOthers, offsetOfLine, replaceFrom, statementOf, type TextEdit } from './edit.ts'
import { factsAt, type Mender, patchBy } from './mender.ts'
import { readCodeFacts } from '../code/prompts.ts'
import { wrapPython } from './mend-dataflow.ts'

const caught = ".catch((error) => ({ status: 'failed', error: String(error) }))"

/** Each call of an agent in a file gets its way out. */
export const mendUnguardedCalls: Mender = (_finding, _examined, file) => {
  const edits = file.code.flatMap((code) => {
    const calls = readCodeFacts(code).agentCalls.filter((call) => !isGuarded(call))
    const statements = new Set<number>()
    return calls.flatMap((call): TextEdit[] => {
      if (code.language === 'javascript') return editCode(file, code, call.node.to, call.node.to, caught)
      const statement = statementOf(call.node)
      if (statements.has(statement.from)) return []
      statements.add(statement.from)
      return wrapPython(file, code, statement, 'Exception', 'raise SystemExit(f"the agent failed: {error}")')
    })
  })
  return patchBy('error_wrapping', 'low', edits, 'A failure of the agent comes back as a result that says so.')
}

/** A look at the result before it is used. */
export const mendUncheckedResult: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  const made = facts?.assignments.find(({ target, line }) => target === finding.subject && line === finding.line)
  if (facts === undefined || made === undefined) return undefined
  const statement = statementOf(made.node)
  if (!isAmongOthers(statement)) return undefined
  const name = finding.subject
  if (facts.code.language === 'python') {
    return patchBy(
      'result_validation',
      'low',
      insertAfter(file, facts.code, statement, `if not ${name}: raise RuntimeError("the agent returned nothing")`),
      'Nothing goes on with an empty result.',
    )
  }
  const line = `if (!${name} || ${name}.status === 'failed') throw new Error('the agent returned no result')`
  return patchBy(
    'result_validation',
    'low',
    insertAfter(file, facts.code, statement, line),
    'Nothing goes on with an empty result.',
  )
}

/** An agent that was called inside a prompt is called before it. */
export const mendNestedCall: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  if (facts === undefined) return undefined
  if (finding.subject !== 'nested call') {
    if (finding.subject.length >= 80) return undefined
    return patchBy(
      'flatten_nesting',
      'medium',
      replaceFrom(file, finding.line, finding.subject, 'Do the work yourself; do not call other agents.'),
      'The orchestrator calls agents, nobody else.',
    )
  }
  const inner = facts.agentCalls.find(
    ({ node, line }) =>
      line === finding.line && facts.prompts.some((one) => node.from > one.node.from && node.to < one.node.to),
  )
  if (inner === undefined) return undefined
  const statement = statementOf(inner.node)
  if (!isAmongOthers(statement)) return undefined
  const isPython = facts.code.language === 'python'
  const awaited = inner.node.parent?.name === 'AwaitExpression' ? inner.node.parent : inner.node
  const text = codeText(facts.code, awaited)
  const name = isPython ? 'draft' : 'innerResult'
  const edits = [
    ...editCode(
      file,
      facts.code,
      statement.from,
      statement.from,
      isPython ? `${name} = ${text}\n` : `const ${name} = ${text}\n`,
    ),
    ...editCode(file, facts.code, awaited.from, awaited.to, name),
  ]
  return patchBy('flatten_nesting', 'medium', edits, 'The inner agent is called first, and its result passed on.')
}

/** The tool that is called, among those that are allowed. */
export const mendForbiddenTool: Mender = (finding, _examined, file) => {
  const { front } = cutFrontMatter(file.text)
  const start = offsetOfLine(file.text, finding.line)
  const end = file.text.indexOf('\n', start)
  const line = file.text.slice(start, end)
  if (front === undefined || !/^(?:allowed-)?tools\s*:/.test(line)) return undefined
  const isBlock = /:\s*$/.test(line)
  if (isBlock)
    return patchBy(
      'orchestrator_refactor',
      'low',
      [{ path: file.path, from: end, to: end, text: '\n  - Task' }],
      'The tool that the skill calls is allowed.',
    )
  const close = line.trimEnd().endsWith(']') ? start + line.lastIndexOf(']') : start + line.trimEnd().length
  const isSpaced =
    !line.includes(',') &&
    line
      .slice(line.indexOf(':') + 1)
      .trim()
      .includes(' ')
  return patchBy(
    'orchestrator_refactor',
    'low',
    [{ path: file.path, from: close, to: close, text: isSpaced ? ' Task' : ', Task' }],
    'The tool that the skill calls is allowed.',
  )
}

/** JSON from all agents. */
export const mendManyFormats: Mender = (_finding, { skill }) => {
  const asked =
    /\b((?:return|output|respond|reply|answer|produce)\b[^.\n]{0,40}?\b)(YAML|XML|CSV|Markdown|HTML|TOML|plain text)\b/gi
  const edits = skill.files.flatMap((file) =>
    file.code.flatMap((code) =>
      readCodeFacts(code).agentCalls.flatMap(({ node }) => {
        const text = codeText(code, node)
        return [...text.matchAll(asked)].flatMap((match) => {
          const from = node.from + match.index + (match[1]?.length ?? 0)
          return editCode(file, code, from, from + (match[2]?.length ?? 0), 'JSON')
        })
      }),
    ),
  )
  return patchBy('schema_enforcement', 'medium', edits, 'All agents are asked for JSON.')
}
