import { recordText } from '../language/message.ts'
import { distance } from 'fastest-levenshtein'
import { readTranslatedCommand, suggestForTranslated } from './translated-commands.ts'
import { commandUsages, renderUsage } from './command-usage.ts'
import { type CommandLine, findCommandLines } from '../text/find-command-lines.ts'
import { findAddressedCommands } from './find-addressed-commands.ts'
import { isAssent } from './find-assent.ts'
import { findHint } from './find-hint.ts'
import { findMentions } from './find-mentions.ts'
import { parseCommandArguments } from './parse-command-arguments.ts'
import { isRemark } from './parse-judgement.ts'
import type { CommandThread } from './parsed-command.ts'
import type { CommandProblem, SlashCommand } from './slash-command.ts'

/** More than this in one comment is a mistake or an attack; the rest is named and ignored. */
export const maxCommandsPerComment = 20

const longName = 'countersign'
const names = [...new Set(commandUsages.map((command) => command.name))]
/** Asked about, they are answered. */
const questionNames = new Set(['help', 'status', 'list', 'config'])
/** Behind a mark these may have words that are for people: `/approve, looks good`. */
const remarked = new Set(['approve', 'plan', 'pause', 'resume', 'status', 'list', 'help'])

export interface ParsedComment {
  commands: SlashCommand[]
  problems: CommandProblem[]
}

/**
 * Commands of a comment: lines of top-level paragraphs that begin with `/name`, or `/countersign name`, also behind the bot's name. Other programs
 * listen to such lines too, so an unknown short form is a problem only where it is nearly one of ours; an unknown
 * long form always is. Where there is none, speaking to the bot is one, if its name is known, else what seems meant as one, or a yes.
 */
export function parseSlashCommands(body: string, where: CommandThread, bot: string | null = null): ParsedComment {
  const commands: SlashCommand[] = []
  const problems: CommandProblem[] = []
  const found = findLines(body, bot)
  const lines = found.length === 0 ? [] : body.split('\n')
  for (const [index, { line, text }] of found.entries()) {
    const below = lines.slice(line, (found[index + 1]?.line ?? lines.length + 1) - 1).join('\n')
    const outcome = parseLine(text, line, where, below)
    if (outcome === undefined) continue
    if (commands.length + problems.length === maxCommandsPerComment) {
      const problem = recordText('only the first {n} commands of a comment are read', { n: maxCommandsPerComment })
      problems.push({ kind: 'bad_arguments', line, name: 'help', problem, usage: renderUsage('help') })
      break
    }
    if ('command' in outcome) commands.push(outcome.command)
    else problems.push(outcome.problem)
  }
  if (bot !== null && commands.length + problems.length === 0) problems.push(...parseMentions(body, bot, where))
  const hint = commands.length + problems.length === 0 ? findHint(body) : undefined
  if (hint !== undefined) problems.push({ kind: 'hinted', ...hint })
  else if (commands.length + problems.length === 0 && isAssent(body)) problems.push({ kind: 'assented', line: 1 })
  return { commands, problems }
}

function findLines(body: string, bot: string | null): CommandLine[] {
  const addressed = bot === null ? [] : findAddressedCommands(body, bot)
  const own = findCommandLines(body)
  return addressed.length === 0 ? own : [...own, ...addressed].toSorted((a, b) => a.line - b.line)
}

/** The first line that speaks to the bot, and the command that it seems to ask for. */
function parseMentions(body: string, bot: string, where: CommandThread): CommandProblem[] {
  for (const { line, said, isAddressed, isThanks, openings } of findMentions(body, bot)) {
    const [first = '', ...more] = openings
    const asked = findNearCommand(first)
    const name = asked ?? more.find((word) => names.includes(word)) ?? null
    const isTalk = isThanks ? name === null : !isAddressed && asked === null
    if (!isTalk) return [{ kind: 'mentioned', line, name, meant: findMeant(said, line, where) }]
  }
  return []
}

/** Longer lines are not repeated to whoever wrote them. */
const mostMeant = 200

/** `@bot approve T1` is `/approve T1`, where that is a command as it stands. */
function findMeant(said: string, line: number, where: CommandThread): string | null {
  const text = `/${said.trim().replace(/^[,:]\s*/, '')}`
  const outcome = text.length > mostMeant ? undefined : parseLine(text, line, where, '')
  // Of a bare name the usage says more: with the hash of the plan, or the task.
  return text.includes(' ') && outcome !== undefined && 'command' in outcome ? text : null
}

type Outcome = { command: SlashCommand } | { problem: CommandProblem } | undefined

/** A command's name and what follows it; `mark` is the punctuation between them. */
interface Head {
  word: string
  mark: string
  rest: string
}

/** Of other scripts a mark needs no space behind it; behind others there is one, or it is a path: `/plan.md`. */
const headForm =
  /^([a-z][a-z-]*)(?:([.,:;!?…]*)(?:[ \t\u3000]+(?![ \t\u3000])(.*))?|([。，、；：！？…]+)(?![。，、；：！？…])[ \t\u3000]*(?![ \t\u3000])(.*))$/i

function readCommandHead(text: string): Head | undefined {
  const match = headForm.exec(text)
  if (match === null) return undefined
  const [, word = '', mark = '', rest = '', otherMark = '', otherRest = ''] = match
  return { word, mark: mark || otherMark, rest: rest || otherRest }
}

function parseLine(text: string, line: number, where: CommandThread, below: string): Outcome {
  const said = readTranslatedCommand(text.slice(1))
  const head = readCommandHead(said)
  if (head === undefined) {
    const near = suggestForTranslated(said)
    if (near === null) return undefined
    const [name = ''] = /^\S{1,40}/.exec(said) ?? []
    const suggestion = correctLine(near, { mark: '', rest: said.replace(/^\S+/, '') }, line, where)
    return { problem: { kind: 'unknown_command', line, name, suggestion } }
  }
  const name = head.word.toLowerCase()
  if (name === longName) return parseLong(head, line, where, below)
  return name.length <= 20 && isNear(name, longName)
    ? { problem: correctLong(head, line, where) }
    : parseCommand(head, line, { where, below, long: false })
}

function parseLong(head: Head, line: number, where: CommandThread, below: string): Outcome {
  const rest = readTranslatedCommand(head.rest.trim())
  if (rest === '') return { command: { line, kind: 'help' } }
  const word = /^\S+/.exec(rest)?.[0] ?? ''
  const inner = readCommandHead(rest) ?? { word, mark: '', rest: rest.slice(word.length) }
  return parseCommand(inner, line, { where, below, long: true })
}

/** `/countersing plan` is told `/countersign plan`, as far as that is a command. */
function correctLong(head: Head, line: number, where: CommandThread): CommandProblem {
  const rest = head.rest.trim()
  const outcome = rest.length > mostMeant ? undefined : parseLong(head, line, where, '')
  const meant = outcome !== undefined && 'command' in outcome ? rest : findNearCommand(/^\S*/.exec(rest)?.[0] ?? '')
  const suggestion = `${longName} ${meant ?? ''}`.trim()
  return { kind: 'unknown_command', line, name: head.word, suggestion }
}

interface Around {
  where: CommandThread
  below: string
  /** Written as `/countersign name`, so it can only be for us. */
  long: boolean
}

function parseCommand({ word, mark, rest }: Head, line: number, { where, below, long }: Around): Outcome {
  const name = word.toLowerCase()
  if (!names.includes(name)) {
    const near = findNearCommand(name)
    if (near === null && !long) return undefined
    const suggestion = near === null ? null : correctLine(near, { mark, rest }, line, where)
    return { problem: { kind: 'unknown_command', line, name: word.slice(0, 40), suggestion } }
  }
  const task = /(?<![\w.@/-])T\d{1,6}(?:\.\d{1,6}){0,8}(?![\w-])/i.exec(rest.slice(0, 200))?.[0].toUpperCase()
  const bad = (problem: string, usage = renderUsage(name)): Outcome => ({
    problem: { kind: 'bad_arguments', line, name, problem, usage, ...(task && { task }) },
  })
  if (/[?？]/.test(mark) && !questionNames.has(name)) return bad('it reads like a question')
  const parsed = parseCommandArguments(name, rest.trim(), where, below)
  if (parsed.kind === 'command') return { command: { line, ...parsed.command } }
  if (mark !== '' && remarked.has(name) && isRemark(rest)) {
    const bare = parseCommandArguments(name, '', where, below)
    if (bare.kind === 'command') return { command: { line, ...bare.command } }
  }
  return !long && isForOthers(name, rest) ? undefined : bad(parsed.problem, parsed.usage)
}

/** The line with the name that was meant, where it is a command as it stands; else that name. */
function correctLine(name: string, { mark, rest }: Omit<Head, 'word'>, line: number, where: CommandThread): string {
  const text = `${name}${mark} ${rest.trim()}`
  if (rest.trim() === '' || text.length > mostMeant) return name
  const outcome = parseCommand({ word: name, mark, rest }, line, { where, below: '', long: true })
  return outcome !== undefined && 'command' in outcome ? text : name
}

/** Other programs know `/assign @somebody` too; ours is about a task. */
function isForOthers(name: string, rest: string): boolean {
  return name === 'assign' && !/^\s*(?:@?[\w[\]-]{1,60}\s+(?:to\s+)?)?T\d/i.test(rest)
}

/** The command that was meant: one slip in a word of up to five letters, two in a longer one, or letters swapped. */
function findNearCommand(name: string): string | null {
  if (name.length > 20) return null
  const near = names
    .filter((known) => isNear(name, known))
    .map((known) => ({ known, slips: countSlips(name, known) }))
    .toSorted((a, b) => a.slips - b.slips)
  return near[0]?.known ?? null
}

function isNear(name: string, known: string): boolean {
  return countSlips(name, known) <= (name.length <= 5 ? 1 : 2)
}

function countSlips(name: string, known: string): number {
  return sortLetters(known) === sortLetters(name) ? 1 : distance(known, name)
}

function sortLetters(word: string): string {
  return word.split('').toSorted().join('')
}
