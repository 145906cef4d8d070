import type { SourceFile } from './analysis-request.ts'

/** Something with a name in a source, and its first and last line. */
export interface SourceBlock {
  path: string
  name: string
  kind: 'symbol' | 'test'
  from: number
  to: number
}

const maxLines = 5_000
const maxBlocks = 2_000

const declared =
  /^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:public\s+|private\s+|static\s+)?(?:function\*?|def|func|fn|class|interface|type|struct|enum)\s+(?:\([^)]{0,200}\)\s*)?([A-Za-z_$][\w$]*)/
const constant = /^(?:export\s+)?(?:const|let|var)\s+([A-Za-z_$][\w$]*)/
const method =
  /^\s+(?:async\s+|static\s+|get\s+|set\s+|#)*([A-Za-z_$][\w$]*)\s*\([^;]{0,300}\)\s*(?::[^{]{0,200})?\{\s*$/
const shellFunction = /^(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)\s*\{?/
const key = /^\s*(?:export\s+)?(?:- )?["']?([A-Za-z_][\w-]*)["']?\s*[:=]/
const testCall = /^\s*(?:test|it)(?:\.\w+)?\(\s*(['"`])(.{1,300}?)\1/
const keywords = new Set(['if', 'for', 'while', 'switch', 'catch', 'function', 'return', 'with', 'else', 'do', 'then'])
const dataFile = /\.(?:json|ya?ml|toml|ini|env|cfg|conf|properties)$/

/**
 * Names that a source declares, with their extent: as far as lines are indented deeper, since that holds for
 * formatted text of any language. Tests are blocks of their own.
 */
export function outlineSource({ path, text }: SourceFile): SourceBlock[] {
  const lines = text.split('\n').slice(0, maxLines)
  const ends = findEnds(lines)
  const isData = dataFile.test(path)
  const blocks: SourceBlock[] = []
  for (const [index, line] of lines.entries()) {
    if (blocks.length >= maxBlocks) break
    const found = findName(line, isData)
    if (found !== undefined) blocks.push({ path, ...found, from: index + 1, to: ends[index] ?? index + 1 })
  }
  return blocks
}

function findName(line: string, isData: boolean): Pick<SourceBlock, 'name' | 'kind'> | undefined {
  if (line.length > 1_000) return undefined
  const test = testCall.exec(line)?.[2]
  if (test !== undefined) return { name: test, kind: 'test' }
  const name =
    declared.exec(line)?.[1] ?? constant.exec(line)?.[1] ?? method.exec(line)?.[1] ?? shellFunction.exec(line)?.[1]
  if (name !== undefined && !keywords.has(name))
    return { name, kind: /^test_?[A-Z_]|^Test[A-Z]/.test(name) ? 'test' : 'symbol' }
  const word = key.exec(line)?.[1]
  const isKey = word !== undefined && !keywords.has(word) && (isData || /^\S/.test(line) || /,\s*$/.test(line))
  return isKey ? { name: word, kind: 'symbol' } : undefined
}

/** For each line the last one that belongs to it, with what closes it. */
function findEnds(lines: readonly string[]): number[] {
  const ends: number[] = []
  const open: { index: number; indent: number }[] = []
  let last = 0
  const close = (indent: number, line: string, number: number) => {
    while (open.length > 0) {
      const top = open.at(-1)
      if (top === undefined || top.indent < indent) break
      const closes = top.indent === indent && /^\s*[)\]}]|^(?:fi|done|esac|end)\b/.test(line)
      ends[top.index] = closes ? number : last
      open.pop()
    }
  }
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const indent = line.search(/\S/)
    const goesOn = /^\s*[)\]}].*[{([:]\s*$|^\s*(?:else|elif|except|finally)\b/.test(line)
    close(goesOn ? indent + 1 : indent, line, index + 1)
    if (!goesOn) open.push({ index, indent })
    last = index + 1
  }
  close(-1, '', lines.length)
  return ends
}
