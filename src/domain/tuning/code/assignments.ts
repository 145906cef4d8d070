import type { SyntaxNode } from '@lezer/common'
import { childrenOf, type SkillCode, findNodes, lineOfOffset, literalOf, codeText } from './code-block.ts'

/** `target` as `state.x` also where Python writes `state["x"]`; `declares` where the name begins here. */
export interface CodeAssignment {
  code: SkillCode
  node: SyntaxNode
  target: string
  operator: '=' | '+='
  value: SyntaxNode
  declares: boolean
  line: number
}

const assignmentNames = new Set(['AssignmentExpression', 'AssignStatement', 'UpdateStatement', 'VariableDeclaration'])
const operators = new Set(['Equals', 'AssignOp', 'UpdateOp'])

/** Assignments to one name or member each; patterns that take apart are left out. */
export function findAssignments(code: SkillCode): CodeAssignment[] {
  return findNodes(code.tree, assignmentNames).flatMap((node) => readAssignments(code, node))
}

function readAssignments(code: SkillCode, node: SyntaxNode): CodeAssignment[] {
  const found: CodeAssignment[] = []
  let target: SyntaxNode | undefined
  let operator: SyntaxNode | undefined
  for (const child of childrenOf(node)) {
    if (operators.has(child.name)) operator = child
    else if (child.name === ',' || child.name === 'TypeAnnotation' || child.name === 'TypeDef') continue
    else if (operator === undefined) target = child
    else if (target !== undefined) {
      const name = memberPath(codeText(code, target))
      const isUpdate = codeText(code, operator) === '+='
      if (name !== undefined)
        found.push({
          code,
          node,
          target: name,
          operator: isUpdate ? '+=' : '=',
          value: child,
          declares: node.name === 'VariableDeclaration',
          line: lineOfOffset(code, target.from),
        })
      operator = undefined
      target = undefined
    }
  }
  return found
}

/** `state.a.b` of `state["a"].b`, also with optional members; undefined for anything that is more than a path. */
export function memberPath(text: string): string | undefined {
  if (text.length > 200) return undefined
  const path = text
    .replace(/\[\s*["']([\w$-]+)["']\s*\]/g, '.$1')
    .replace(/\?\./g, '.')
    .replace(/!$/, '')
  return /^[\w$]+(?:\.[\w$-]+)*$/.test(path) ? path : undefined
}

/** An object or dictionary written out. `values` are literals without quotes where they are some, else as written. */
export interface ObjectLiteral {
  code: SkillCode
  node: SyntaxNode
  entries: { key: string; value: string; node: SyntaxNode; isLiteral: boolean }[]
  line: number
}

const objectNames = new Set(['ObjectExpression', 'DictionaryExpression'])

export function findObjects(code: SkillCode): ObjectLiteral[] {
  return findNodes(code.tree, objectNames).map((node) => readObject(code, node))
}

export function readObject(code: SkillCode, node: SyntaxNode): ObjectLiteral {
  const pairs: (readonly [SyntaxNode, SyntaxNode])[] = []
  if (node.name === 'DictionaryExpression') {
    const parts = childrenOf(node).filter(({ name }) => !['{', '}', ',', ':'].includes(name))
    for (let at = 0; at + 1 < parts.length; at += 2) pairs.push([parts[at], parts[at + 1]] as [SyntaxNode, SyntaxNode])
  } else {
    for (const property of node.getChildren('Property')) {
      const [key, colon, value] = childrenOf(property)
      if (key !== undefined && colon?.name === ':' && value !== undefined) pairs.push([key, value])
      else if (key !== undefined && colon === undefined) pairs.push([key, key])
    }
  }
  const entries = pairs.map(([key, value]) => {
    const literal = literalOf(code, value)
    const isLiteral = literal !== undefined || ['Number', 'BooleanLiteral', 'Boolean'].includes(value.name)
    return {
      key: literalOf(code, key) ?? codeText(code, key),
      value: literal ?? codeText(code, value),
      node: value,
      isLiteral,
    }
  })
  return { code, node, entries, line: lineOfOffset(code, node.from) }
}

/** An interface, a type alias of an object, or a Python class with annotated fields. */
export interface TypeDefinition {
  code: SkillCode
  name: string
  fields: { name: string; type: string; line: number; from: number; to: number }[]
  line: number
  node: SyntaxNode
}

const definitionNames = new Set(['InterfaceDeclaration', 'TypeAliasDeclaration', 'ClassDefinition'])

export function findTypeDefinitions(code: SkillCode): TypeDefinition[] {
  return findNodes(code.tree, definitionNames).flatMap((node) => {
    const name = node.getChild('TypeDefinition') ?? node.getChild('VariableName')
    const body = node.getChild('ObjectType') ?? node.getChild('Body')
    if (name === null || body === null) return []
    const fields = [...body.getChildren('PropertyType'), ...body.getChildren('AssignStatement')].flatMap((field) => {
      const key = field.getChild('PropertyDefinition') ?? field.getChild('VariableName')
      const type = field.getChild('TypeAnnotation') ?? field.getChild('TypeDef')
      if (key === null) return []
      const words = type === null ? '' : codeText(code, type).replace(/^:\s*/, '')
      return [
        { name: codeText(code, key), type: words, line: lineOfOffset(code, key.from), from: field.from, to: field.to },
      ]
    })
    return [{ code, name: codeText(code, name), fields, line: lineOfOffset(code, node.from), node }]
  })
}
