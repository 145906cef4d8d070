import type { ShellCommand, ShellScript, ShellWord } from './shell-command.ts'

/** `cat` of `/bin/cat -n`; empty where a command only assigns or redirects. */
export function nameOfCommand({ words: [first] }: ShellCommand): string {
  return first === undefined ? '' : first.text.slice(first.text.lastIndexOf('/') + 1)
}

/** Arguments that are no options. */
function operandsOf({ words }: ShellCommand): ShellWord[] {
  return words.slice(1).filter(({ text }) => !text.startsWith('-') || text === '-')
}

const outputOption: Readonly<Record<string, RegExp>> = { curl: /^(?:-o|--output)$/, wget: /^(?:-O|--output-document)$/ }

/** Paths that a command writes: where its output goes, and what it is told to make. */
export function pathsWritten(command: ShellCommand): string[] {
  const name = nameOfCommand(command)
  const operands = operandsOf(command)
  const option = outputOption[name]
  const at = option === undefined ? -1 : command.words.findIndex(({ text }) => option.test(text))
  const made =
    name === 'tee'
      ? operands
      : (name === 'cp' || name === 'mv') && operands.length > 1
        ? operands.slice(-1)
        : command.words.slice(at + 1, at === -1 ? 0 : at + 2)
  return [...command.writes, ...made].map(({ text }) => text).filter((text) => text !== '')
}

const readers: ReadonlySet<string> = new Set('cat head tail grep jq sed awk sort wc source .'.split(' '))

/** Paths that a command reads, as far as its name says that it reads any. */
export function pathsRead(command: ShellCommand): string[] {
  const operands = readers.has(nameOfCommand(command)) ? operandsOf(command) : []
  return [...command.reads, ...operands].map(({ text }) => text)
}

const agentPrograms: ReadonlySet<string> = new Set(
  'claude codex gemini qwen opencode copilot aider llm goose amp cursor-agent'.split(' '),
)

/** Commands that hand work to an agent with contents of files in what they tell it, and of how many: 1, or 2 for more. */
export function findPastedFiles({ commands }: ShellScript): { command: ShellCommand; files: 1 | 2 }[] {
  const held = new Map<string, number>()
  return commands.flatMap((command) => {
    for (const { name, value } of command.assigned) held.set(name, Math.min(2, countContents(value, held)))
    if (!agentPrograms.has(nameOfCommand(command))) return []
    const files = command.words.slice(1).reduce((sum, word) => sum + countContents(word, held), 0)
    return files === 0 ? [] : [{ command, files: files === 1 ? 1 : 2 }]
  })
}

function countContents({ inner, variables }: ShellWord, held: ReadonlyMap<string, number>): number {
  const printed = inner.map((command) => {
    const name = nameOfCommand(command)
    if (name === '') return command.reads.length
    return name === 'cat' ? operandsOf(command).reduce((sum, { text }) => sum + (/[*?[]/.test(text) ? 2 : 1), 0) : 0
  })
  return [...printed, ...variables.map((name) => held.get(name) ?? 0)].reduce((sum, one) => sum + one, 0)
}

/** Options of `jq` that names and values stand behind. */
const jqValues: Readonly<Record<string, number>> = {
  '--arg': 2,
  '--argjson': 2,
  '--slurpfile': 2,
  '--rawfile': 2,
  '--indent': 1,
}
const jqField = /(?<![\w\])"?$])\.([A-Za-z_]\w{0,79})(?!\s*(?:[|+*/-]|\/\/)?=(?!=))/g
const stateFile = /state[\w.-]*\.json$/i

/** Fields of the state that `jq` reads out of a file of state. */
export function fieldsReadByJq(command: ShellCommand): string[] {
  if (nameOfCommand(command) !== 'jq') return []
  const words: string[] = []
  for (let at = 1; at < command.words.length; at += 1) {
    const text = command.words[at]?.text ?? ''
    if (text.startsWith('-')) at += jqValues[text] ?? 0
    else words.push(text)
  }
  const [filter = '', ...files] = words
  const sources = [
    ...files,
    ...(command.before === undefined ? [] : pathsRead(command.before)),
    ...command.reads.map(({ text }) => text),
  ]
  if (!sources.some((path) => stateFile.test(path))) return []
  return [...filter.slice(0, 5_000).matchAll(jqField)].map(([, name = '']) => name)
}
