import { readShellWord } from './read-word.ts'
import type { ShellCommand, ShellScript } from './shell-command.ts'
import { endOfShellLine, lineAtCursor, type ShellCursor } from './shell-cursor.ts'

/** More than that in one piece is data, not instructions. */
const maxCharacters = 200_000
/** Nobody writes substitutions that deep; what is deeper is text. */
const maxDepth = 20

const names: ReadonlySet<string> = new Set(['sh', 'bash', 'shell', 'zsh'])
/** Words in front of a command that are no part of it. */
const reserved: ReadonlySet<string> = new Set(
  'if then else elif fi while until do done { } ! time esac function'.split(' '),
)

/** Commands of a shell script; undefined for other languages. One pass, in linear time: what isn't understood is a word. */
export function parseShell(path: string, line: number, language: string, text: string): ShellScript | undefined {
  if (!names.has(language) || text.length > maxCharacters) return undefined
  const cursor: ShellCursor = { text, at: 0, line, counted: 0, depth: 0, end: '', commands: [], pending: [], enter }
  readShellCommands(cursor, '')
  return { path, commands: cursor.commands.filter(isSaid) }
}

function isSaid({ words, assigned, writes, reads }: ShellCommand): boolean {
  return words.length + assigned.length + writes.length + reads.length > 0
}

/** Up to `end`, `)` or a backtick, which is passed over; `''` is the end of the text. Returns what was read at this depth. */
function readShellCommands(cursor: ShellCursor, end: string): ShellCommand[] {
  const { text } = cursor
  const own: ShellCommand[] = []
  let groups = 0
  let command = begin(undefined)
  function begin(before: ShellCommand | undefined): ShellCommand {
    const at = { line: lineAtCursor(cursor), from: cursor.at, to: cursor.at }
    const made = { words: [], assigned: [], writes: [], reads: [], given: undefined, before, ...at }
    cursor.commands.push(made)
    own.push(made)
    return made
  }
  while (cursor.at < text.length) {
    const character = text.charAt(cursor.at)
    if (character === end && (end !== ')' || groups === 0)) {
      cursor.at += 1
      return own
    }
    if (character === ' ' || character === '\t') cursor.at += 1
    else if (text.startsWith('\\\n', cursor.at)) cursor.at += 2
    else if (character === '#') cursor.at = endOfShellLine(cursor)
    else if (character === '\n') {
      cursor.at += 1
      readPending(cursor)
      command = begin(undefined)
    } else if (character === ';' || (character === '&' && text.charAt(cursor.at + 1) !== '>')) {
      cursor.at += 1
      command = begin(undefined)
    } else if (character === '|') {
      const isOr = text.startsWith('||', cursor.at)
      cursor.at += isOr || text.startsWith('|&', cursor.at) ? 2 : 1
      command = begin(isOr ? undefined : command)
    } else if (character === '(' || character === ')') {
      groups = Math.max(0, groups + (character === '(' ? 1 : -1))
      cursor.at += 1
      command = begin(undefined)
    } else if (!readRedirection(cursor, command)) readArgument(cursor, command)
    command.to = cursor.at
  }
  return own
}

function readArgument(cursor: ShellCursor, command: ShellCommand): void {
  if (command.words.length + command.assigned.length === 0) {
    command.from = cursor.at
    command.line = lineAtCursor(cursor)
  }
  const start = cursor.at
  const word = readShellWord(cursor)
  const name = /^([A-Za-z_]\w{0,100})\+?=/.exec(cursor.text.slice(start, start + 110))
  if (command.words.length > 0) command.words.push(word)
  else if (name !== null) {
    const value = { ...word, text: word.text.slice(name[0].length) }
    command.assigned.push({ name: name[1] ?? '', value })
  } else if (!reserved.has(word.text)) command.words.push(word)
}

const redirection = /(?:\d{0,3}|&)(?:>>|>\||>&|<&|<<<|<<-|<<|<>|>|<)/y

/** Takes a redirection with the word behind it; false where there is none. */
function readRedirection(cursor: ShellCursor, command: ShellCommand): boolean {
  redirection.lastIndex = cursor.at
  const found = redirection.exec(cursor.text)?.[0]
  if (found === undefined) return false
  const operator = found.replace(/^(?:\d+|&)/, '')
  // `<(a)` is a file that a command fills.
  if ((operator === '<' || operator === '>') && cursor.text.charAt(cursor.at + found.length) === '(') {
    cursor.at += found.length + 1
    enter(cursor, ')')
    return true
  }
  cursor.at += found.length
  while (cursor.text.charAt(cursor.at) === ' ' || cursor.text.charAt(cursor.at) === '\t') cursor.at += 1
  const word = readShellWord(cursor)
  if (operator === '<<' || operator === '<<-')
    cursor.pending.push({ command, mark: word.text, isIndented: operator === '<<-' })
  else if (operator === '<<<') command.given = word.text
  else if (operator === '<') command.reads.push(word)
  else if (operator.startsWith('>') && !/^(?:\d+|-)$/.test(word.text) && !word.text.startsWith('/dev/'))
    command.writes.push(word)
  return true
}

/** Here-documents of the line that has ended, each up to its mark, or to the end. */
function readPending(cursor: ShellCursor): void {
  for (const { command, mark, isIndented } of cursor.pending.splice(0)) {
    const start = cursor.at
    let body = cursor.text.length
    while (cursor.at < cursor.text.length) {
      const from = cursor.at
      const to = endOfShellLine(cursor)
      cursor.at = Math.min(cursor.text.length, to + 1)
      const line = cursor.text.slice(from, to)
      if ((isIndented ? line.replace(/^\t+/, '') : line) !== mark) continue
      body = from
      break
    }
    command.given = cursor.text.slice(start, body)
  }
}

function enter(cursor: ShellCursor, end: string): ShellCommand[] {
  if (cursor.depth >= maxDepth) return []
  const outer = cursor.end
  cursor.depth += 1
  cursor.end = end
  const found = readShellCommands(cursor, end)
  cursor.depth -= 1
  cursor.end = outer
  return found.filter(isSaid)
}
