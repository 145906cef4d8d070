import type { ShellWord } from './shell-command.ts'
import type { ShellCursor } from './shell-cursor.ts'

const metacharacters: ReadonlySet<string> = new Set(' \t\n;&|()<>')

export function readShellWord(cursor: ShellCursor): ShellWord {
  const { text } = cursor
  const word: ShellWord = { text: '', variables: [], inner: [], from: cursor.at, to: cursor.at }
  const parts: string[] = []
  while (cursor.at < text.length) {
    const character = text.charAt(cursor.at)
    if (metacharacters.has(character)) break
    if (character === "'") {
      const close = text.indexOf("'", cursor.at + 1)
      parts.push(text.slice(cursor.at + 1, close === -1 ? undefined : close))
      cursor.at = close === -1 ? text.length : close + 1
    } else if (character === '"') {
      cursor.at += 1
      while (cursor.at < text.length && text.charAt(cursor.at) !== '"') parts.push(readPart(cursor, word))
      cursor.at += 1
    } else if (character === '`' && cursor.end === '`') {
      break
    } else parts.push(readPart(cursor, word))
  }
  // What begins with what can't begin a word is passed over, so that reading goes on.
  if (cursor.at === word.from) cursor.at += 1
  return { ...word, text: parts.join(''), to: cursor.at }
}

/** One character, escape, variable or substitution; the same within double quotes and without. */
function readPart(cursor: ShellCursor, word: ShellWord): string {
  const { text, at } = cursor
  const character = text.charAt(at)
  if (character === '\\') {
    cursor.at += 2
    return text.charAt(at + 1) === '\n' ? '' : text.charAt(at + 1)
  }
  if (character === '`') return substitute(cursor, word, 1, '`')
  if (character !== '$') {
    cursor.at += 1
    return character
  }
  if (text.startsWith('$((', at)) return skipBalanced(cursor, '(', ')')
  if (text.startsWith('$(', at)) return substitute(cursor, word, 2, ')')
  if (text.startsWith('${', at)) {
    const whole = skipBalanced(cursor, '{', '}')
    word.variables.push(/^\$\{[#!]?(\w{0,100})/.exec(whole.slice(0, 110))?.[1] ?? '')
    return whole
  }
  const name = /^\w{0,100}/.exec(text.slice(at + 1, at + 101))?.[0] ?? ''
  cursor.at += 1 + name.length
  if (name !== '') word.variables.push(name)
  return `$${name}`
}

function substitute(cursor: ShellCursor, word: ShellWord, opening: number, end: string): string {
  const start = cursor.at
  cursor.at += opening
  word.inner.push(...cursor.enter(cursor, end))
  return cursor.text.slice(start, cursor.at)
}

/** From `${` or `$((` past what closes it. */
function skipBalanced(cursor: ShellCursor, open: string, close: string): string {
  const start = cursor.at
  let depth = 0
  for (cursor.at += 1; cursor.at < cursor.text.length; cursor.at += 1) {
    const character = cursor.text.charAt(cursor.at)
    if (character === open) depth += 1
    else if (character === close) depth -= 1
    else if (character === '\n') break
    if (depth === 0) {
      cursor.at += 1
      break
    }
  }
  return cursor.text.slice(start, cursor.at)
}
