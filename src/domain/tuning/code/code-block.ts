import type { SyntaxNode, Tree } from '@lezer/common'
import { parser as javascript } from '@lezer/javascript'
import { parser as python } from '@lezer/python'

/** A fence or a script. `tree` holds offsets into `text`; parsers mend what they don't understand, and take linear time. */
export interface SkillCode {
  path: string
  /** Line of the file that the first line of `text` stands on, from 1. */
  line: number
  language: 'javascript' | 'python'
  text: string
  tree: Tree
  /** Offsets that lines begin at. */
  lineStarts: readonly number[]
}

const typescript = javascript.configure({ dialect: 'ts' })

const languages: Record<string, SkillCode['language']> = {
  js: 'javascript',
  javascript: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'javascript',
  typescript: 'javascript',
  tsx: 'javascript',
  jsx: 'javascript',
  py: 'python',
  python: 'python',
}

/**
 * Nobody nests that deep. The parser tries readings side by side and compares all that is open in them, which takes time in
 * the square of the depth, as does walking up from each node.
 */
const maxNesting = 150

/** Operators and words in front of others, one behind the other: they nest without brackets, or (`*`) are read in ever more ways. */
const prefixChain = /(?:(?:[-+!~*]|\b(?:yield|await|typeof|void|delete|new|async|not|lambda)\b)\s{0,20}){200}/

/** Template after template, as where Markdown stands in a fence that nothing closes: the parser looks from each to the end. */
const templateChain = /(?<!`)(?:`{2,}[^`]{1,100}){50}/

function findBracketDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const character of text) {
    if ('([{'.includes(character)) deepest = Math.max(deepest, (depth += 1))
    else if (')]}'.includes(character) && depth > 0) depth -= 1
  }
  return deepest
}

function isDeep(tree: Tree): boolean {
  const cursor = tree.cursor()
  let depth = 0
  for (;;) {
    if (cursor.firstChild()) {
      depth += 1
      if (depth > maxNesting) return true
      continue
    }
    while (!cursor.nextSibling()) {
      if (!cursor.parent()) return false
      depth -= 1
    }
  }
}

/** More than that in one piece is data, not instructions. */
const maxCodeCharacters = 200_000

/** Undefined for languages that aren't read, and for what is too long or too deep to be written by hand. */
export function parseCodeBlock(path: string, line: number, name: string, text: string): SkillCode | undefined {
  const language = Object.hasOwn(languages, name) ? languages[name] : undefined
  if (
    language === undefined ||
    text.length > maxCodeCharacters ||
    findBracketDepth(text) > maxNesting ||
    prefixChain.test(text) ||
    templateChain.test(text)
  )
    return undefined
  const tree = (language === 'python' ? python : typescript).parse(text)
  if (isDeep(tree)) return undefined
  return { path, line, language, text, tree, lineStarts: findLineStarts(text) }
}

/** All nodes of these names, in the order of the text. */
export function findNodes(within: Tree | SyntaxNode, names: ReadonlySet<string>): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const tree = 'topNode' in within ? within.topNode : within
  const cursor = tree.cursor()
  do {
    if (cursor.from > tree.to) break
    if (names.has(cursor.name) && cursor.to <= tree.to) found.push(cursor.node)
  } while (cursor.next())
  return found
}

export function codeText(code: SkillCode, node: { from: number; to: number }): string {
  return code.text.slice(node.from, node.to)
}

/** Offsets that lines begin at, of the first too. */
export function findLineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The line of the file, from 1. */
export function lineOfOffset(code: SkillCode, offset: number): number {
  let [low, high] = [0, code.lineStarts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((code.lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return code.line + low
}

/** How far up a parent is looked for: code that nests deeper was written to be slow. */
const maxDepth = 80

/** From the node's parent upward. */
export function parentNodes(node: SyntaxNode): SyntaxNode[] {
  const parents: SyntaxNode[] = []
  for (let at = node.parent; at !== null && parents.length < maxDepth; at = at.parent) parents.push(at)
  return parents
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let at = node.firstChild; at !== null; at = at.nextSibling) children.push(at)
  return children
}

/** The value of a string literal, without its quotes; undefined for everything else, also where something is put in. */
export function literalOf(code: SkillCode, node: SyntaxNode | undefined): string | undefined {
  if (node === undefined) return undefined
  const text = codeText(code, node)
  if (node.name === 'String') return text.replace(/^[a-z]{0,2}("""|'''|["'])/i, '').replace(/("""|'''|["'])$/, '')
  if (node.name === 'TemplateString' && node.getChild('Interpolation') === null) return text.slice(1, -1)
  return undefined
}
