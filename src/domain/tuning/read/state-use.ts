import { memberPath, readObject } from '../code/assignments.ts'
import { childrenOf, type SkillCode, findNodes, codeText } from '../code/code-block.ts'
import { readCodeFacts } from '../code/prompts.ts'
import { fieldsReadByJq } from '../shell/shell-use.ts'
import type { Skill } from './skill.ts'

/** A place where a field of the state is written. */
export interface StateFieldWrite {
  field: string
  path: string
  line: number
  value: string
  code: SkillCode
}

const members = new Set(['MemberExpression'])
const updateCallee = /(?:^|\.)(?:update|set|patch|merge|save|write)_?(?:skill_?)?state$/i
const stateBase = /^(?:this\.)?(?:\w*[sS]tate|STATE)\.([\w$-]+)/

/** Fields of the state that code writes, over all files: by assignment, or by a call that updates it. */
export function findStateWrites(skill: Skill): StateFieldWrite[] {
  return skill.files.flatMap(({ path, code: blocks }) =>
    blocks.flatMap((code) => {
      const { assignments, calls } = readCodeFacts(code)
      const direct = assignments.flatMap(({ target, line, value }): StateFieldWrite[] => {
        const field = stateBase.exec(target)?.[1]
        return field === undefined ? [] : [{ field, path, line, value: codeText(code, value), code }]
      })
      const updates = calls
        .filter(({ callee }) => updateCallee.test(callee))
        .flatMap(({ args, line }) =>
          args
            .filter(({ name }) => name === 'ObjectExpression' || name === 'DictionaryExpression')
            .flatMap((node) => readObject(code, node).entries)
            .map(({ key, value }): StateFieldWrite => ({ field: key, path, line, value, code })),
        )
      return [...direct, ...updates]
    }),
  )
}

/** Fields of the state that are read somewhere: by code, or by a sentence that names them. */
export function findStateReads(skill: Skill): Set<string> {
  const read = new Set<string>()
  for (const { code: blocks, shell, page } of skill.files) {
    for (const command of shell.flatMap(({ commands }) => commands))
      for (const field of fieldsReadByJq(command)) read.add(field)
    for (const code of blocks) for (const field of readsOfCode(code)) read.add(field)
    const words = [...(page?.blocks ?? [])].map(({ text }) => text)
    for (const text of words) {
      for (const [, name] of text.matchAll(/`(?:\w*[sS]tate\.)?([\w$]{1,80})`/g)) read.add(name ?? '')
      for (const [, name] of text.matchAll(/\b\w{0,40}[sS]tate\.(\w{1,80})/g)) read.add(name ?? '')
    }
  }
  return read
}

function readsOfCode(code: SkillCode): string[] {
  const written = new Set(
    readCodeFacts(code).assignments.flatMap(({ node, operator }) => (operator === '=' ? targetEnds(node) : [])),
  )
  const reads = findNodes(code.tree, members).flatMap((node) => {
    if (written.has(node.to)) return []
    const path = memberPath(codeText(code, node))
    return (path === undefined ? undefined : stateBase.exec(path)?.[1]) ?? []
  })
  const taken = findNodes(code.tree, new Set(['ObjectPattern'])).flatMap((pattern) =>
    /[sS]tate\b/.test(
      codeText(code, { from: pattern.to, to: Math.min(code.text.length, pattern.to + 60) }).split('\n')[0] ?? '',
    )
      ? pattern.getChildren('PatternProperty').map((one) => codeText(code, one).split(':')[0]?.trim() ?? '')
      : [],
  )
  return [...reads, ...taken]
}

/** Where the left sides of an assignment end. */
function targetEnds(node: Parameters<typeof childrenOf>[0]): number[] {
  const [first] = childrenOf(node)
  return first === undefined ? [] : [first.to]
}
