import { distance } from 'fastest-levenshtein'
import { commandUsages, renderUsage } from './command-usage.ts'
import { findCommandLines } from './find-command-lines.ts'
import { type CommandPlace, parseCommandArguments } from './parse-command-arguments.ts'
import type { CommandProblem, SlashCommand } from './slash-command.ts'

/** More than this in one comment is a mistake or an attack; the rest is named and ignored. */
export const maxCommandsPerComment = 20

const names = [...new Set(commandUsages.map((command) => command.name))]
const shortForm = /^\/([a-z][a-z-]*)(?:[ \t]+(.*))?$/i

/**
 * Commands of a comment: lines of top-level paragraphs that begin with `/name`, or `/countersign name`. Other programs
 * listen to such lines too, so an unknown short form is a problem only where it is nearly one of ours; an unknown
 * long form always is.
 */
export function parseSlashCommands(
  body: string,
  where: CommandPlace,
): { commands: SlashCommand[]; problems: CommandProblem[] } {
  const commands: SlashCommand[] = []
  const problems: CommandProblem[] = []
  const found = findCommandLines(body)
  const lines = found.length === 0 ? [] : body.split('\n')
  for (const [index, { line, text }] of found.entries()) {
    const below = lines.slice(line, (found[index + 1]?.line ?? lines.length + 1) - 1).join('\n')
    const outcome = parseLine(text, line, where, below)
    if (outcome === undefined) continue
    if (commands.length + problems.length === maxCommandsPerComment) {
      const problem = `only the first ${maxCommandsPerComment} commands of a comment are read`
      problems.push({ kind: 'bad_arguments', line, name: 'help', problem, usage: renderUsage('help') })
      break
    }
    if ('command' in outcome) commands.push(outcome.command)
    else problems.push(outcome.problem)
  }
  return { commands, problems }
}

type Outcome = { command: SlashCommand } | { problem: CommandProblem } | undefined

function parseLine(text: string, line: number, where: CommandPlace, below: string): Outcome {
  const match = shortForm.exec(text)
  if (match === null) return undefined
  const [, word = '', rest = ''] = match
  if (word.toLowerCase() !== 'countersign') return parseCommand(word, { rest, below }, line, where, false)
  const inner = /^(\S+)(?:\s+(.*))?$/.exec(rest.trim())
  if (inner === null) return { command: { line, kind: 'help' } }
  return parseCommand(inner[1] ?? '', { rest: inner[2] ?? '', below }, line, where, true)
}

function parseCommand(
  word: string,
  { rest, below }: { rest: string; below: string },
  line: number,
  where: CommandPlace,
  long: boolean,
): Outcome {
  const name = word.toLowerCase()
  if (!names.includes(name)) {
    const suggestion = findNear(name)
    if (suggestion === null && !long) return undefined
    return { problem: { kind: 'unknown_command', line, name: word.slice(0, 40), suggestion } }
  }
  const parsed = parseCommandArguments(name, rest.trim(), where, below)
  if (parsed.kind === 'problem') {
    if (!long && isForOthers(name, rest)) return undefined
    return { problem: { kind: 'bad_arguments', line, name, problem: parsed.problem, usage: renderUsage(name) } }
  }
  return { command: { line, ...parsed.command } }
}

/** Other programs know `/assign @somebody` too; ours is about a task. */
function isForOthers(name: string, rest: string): boolean {
  return name === 'assign' && !/^\s*T\d/i.test(rest)
}

/** The command that was meant: one slip in a word of up to five letters, two in a longer one, or letters swapped. */
function findNear(name: string): string | null {
  if (name.length > 20) return null
  const allowed = name.length <= 5 ? 1 : 2
  const near = names
    .map((known) => ({ known, slips: sortLetters(known) === sortLetters(name) ? 1 : distance(known, name) }))
    .filter(({ slips }) => slips <= allowed)
    .toSorted((a, b) => a.slips - b.slips)
  return near[0]?.known ?? null
}

function sortLetters(word: string): string {
  return word.split('').toSorted().join('')
}
