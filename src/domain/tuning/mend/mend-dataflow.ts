import { recordText } from '../../language/message.ts'
import { findAssignments, memberPath } from '../code/assignments.ts'
import { findNodes, parentNodes, codeText } from '../code/code-block.ts'
import { examinedCode } from '../detect/detector.ts'
import { editCode, indentAt, isAmongOthers, removeStatement, statementOf, type TextEdit } from './edit.ts'
import { factsAt, type Mender, patchBy } from './mender.ts'

/** The name that was found first, everywhere. */
export const mendMixedNames: Mender = (finding, examined) => {
  const [owner, pair = ''] = finding.subject.split('.')
  const [one, other] = pair.split('/')
  if (owner === undefined || one === undefined || other === undefined) return undefined
  const edits = examinedCode(examined).flatMap(({ file, facts }) =>
    findNodes(facts.code.tree, new Set(['MemberExpression'])).flatMap((node): TextEdit[] => {
      const path = memberPath(codeText(facts.code, node))
      const end = node.lastChild
      if (path === undefined || end === null || !(path === `${owner}.${other}` || path.endsWith(`.${owner}.${other}`)))
        return []
      if (end.name === 'PropertyName') return editCode(file, facts.code, end.from, end.to, one)
      const literal = node.getChild('String')
      if (literal === null) return []
      const quote = codeText(facts.code, literal).slice(0, 1)
      return editCode(file, facts.code, literal.from, literal.to, `${quote}${one}${quote}`)
    }),
  )
  return patchBy(
    'field_normalization',
    'medium',
    edits,
    recordText('`{owner}` has one name for it, `{one}`.', { owner, one }),
  )
}

/** A way out where JSON can't be parsed. */
export const mendUncheckedJson: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  const call = facts?.calls.find(
    ({ callee, line, node }) =>
      line === finding.line &&
      /^(?:JSON\.parse|json\.loads?)$/.test(callee) &&
      codeText(facts.code, node).startsWith(finding.subject.slice(0, 20)),
  )
  if (facts === undefined || call === undefined) return undefined
  const text = codeText(facts.code, call.node)
  if (facts.code.language === 'python') {
    const statement = statementOf(call.node)
    return patchBy(
      'schema_enforcement',
      'low',
      wrapPython(file, facts.code, statement, 'ValueError', 'raise SystemExit(f"not valid JSON: {error}")'),
      'What can’t be parsed is told, with where it was.',
    )
  }
  const isAsync = /\bawait\b/.test(text)
  const wrapped = `(${isAsync ? 'async ' : ''}() => { try { return ${text} } catch (error) { throw new Error(\`not valid JSON: \${error}\`) } })()`
  return patchBy(
    'schema_enforcement',
    'low',
    editCode(file, facts.code, call.node.from, call.node.to, isAsync ? `(await ${wrapped})` : wrapped),
    'What can’t be parsed is told, with where it was.',
  )
}

/** A statement of Python in `try`. */
export function wrapPython(
  file: Parameters<typeof editCode>[0],
  code: Parameters<typeof editCode>[1],
  statement: Parameters<typeof statementOf>[0],
  error: string,
  handler: string,
): TextEdit[] {
  if (!isAmongOthers(statement)) return []
  const indent = indentAt(code, statement.from)
  const body = codeText(code, statement).trimEnd()
  const isWhole = code.text.slice(code.text.lastIndexOf('\n', statement.from - 1) + 1, statement.from).trim() === ''
  if (!isWhole) return []
  const inner = body
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
  return editCode(
    file,
    code,
    statement.from,
    statement.from + body.length,
    `try:\n${indent}${inner}\n${indent}except ${error} as error:\n${indent}    ${handler}`,
  )
}

/** The write goes; a call that made the value stays. */
export const mendUnreadField: Mender = (finding, examined) => {
  const edits = examinedCode(examined).flatMap(({ file, facts }) =>
    findAssignments(facts.code)
      .filter(
        ({ target, operator }) =>
          operator === '=' &&
          new RegExp(
            String.raw`^(?:this\.)?(?:\w*[sS]tate|STATE)\.${finding.subject.replaceAll('$', String.raw`\$`)}$`,
          ).test(target),
      )
      .flatMap(({ node, value }) => {
        const statement = statementOf(node)
        const text = codeText(facts.code, value)
        if (!isAmongOthers(statement)) return []
        return /[(`]|\bawait\b/.test(text)
          ? editCode(file, facts.code, node.from, value.from, '')
          : removeStatement(file, facts.code, statement)
      }),
  )
  const updates = examinedCode(examined).flatMap(({ file, facts }) =>
    findNodes(facts.code.tree, new Set(['Property'])).flatMap((node): TextEdit[] => {
      const isUpdate = parentNodes(node)
        .slice(0, 3)
        .some((parent) => /state$/i.test(facts.callEndingAt.get(parent.to)?.callee ?? ''))
      const key = node.firstChild === null ? '' : codeText(facts.code, node.firstChild)
      if (!isUpdate || key !== finding.subject || /[(`]/.test(codeText(facts.code, node))) return []
      const after = /^\s*,\s*/.exec(facts.code.text.slice(node.to))?.[0] ?? ''
      return editCode(file, facts.code, node.from, node.to + after.length, '')
    }),
  )
  return patchBy('state_field_reduction', 'medium', [...edits, ...updates], 'What nobody reads isn’t written.')
}
