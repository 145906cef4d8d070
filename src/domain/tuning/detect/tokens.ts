import { recordText } from '../../language/message.ts'
import { readPathOf, readWrite } from '../code/calls.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import type { SkillFile } from '../read/skill.ts'
import type { ShellScript } from '../shell/shell-command.ts'
import { nameOfCommand, pathsRead, pathsWritten } from '../shell/shell-use.ts'
import { examinedCode, type Detector, findingAt, onceEach } from './detector.ts'

/** What a text given to an agent may have, and what a file that is read at each run may cost. */
const maxTemplateCharacters = 4_000
const maxLoadedTokens = 5_000

/**
 * TKN-001: a template of more than 4,000 characters, or an entry, phase or instructions of more than 5,000 tokens. The 4,000
 * characters of the taxonomy fit what is sent with each call; nearly every `SKILL.md` is longer, and says nothing by it.
 */
export const detectLongFiles: Detector = ({ skill, countTokens }) =>
  skill.files.flatMap((file): SkillFinding[] => {
    const { role, text } = file
    if (role === 'template') {
      if (text.length <= maxTemplateCharacters) return []
      return [
        findingAt(file, 1, {
          pattern: 'TKN-001',
          subject: file.path,
          message: recordText('{n} characters go with each call.', { n: text.length.toLocaleString('en') }),
        }),
      ]
    }
    if (role !== 'entry' && role !== 'phase' && role !== 'instructions') return []
    // No tokenizer makes more tokens than a text has characters.
    const tokens = text.length <= maxLoadedTokens ? 0 : countTokens(text)
    if (tokens <= maxLoadedTokens) return []
    return [
      findingAt(file, 1, {
        pattern: 'TKN-001',
        subject: file.path,
        message: recordText('{n} tokens are loaded whenever it is read.', { n: tokens.toLocaleString('en') }),
      }),
    ]
  })

const maxFields = 15

/** TKN-002: more than fifteen fields at the top of the state. */
export const detectWideState: Detector = ({ schemas }) =>
  schemas.slice(0, 50).flatMap((schema): SkillFinding[] => {
    const { file, line, fields, name } = schema
    if (fields.length <= maxFields) return []
    return [
      findingAt(file, line, {
        pattern: 'TKN-002',
        subject: name,
        message: recordText('{code_lines} has {n} fields.', { code_lines: `\`${name}\``, n: fields.length }),
      }),
    ]
  })

/** Characters between writing and reading that make it "at once". */
const nearby = 100

/** TKN-005: a path that code writes and reads again at once. */
export const detectReadBack: Detector = (examined) =>
  onceEach([
    ...examined.skill.files.flatMap((file) => file.shell.flatMap((script) => findReadBackInShell(file, script))),
    ...examinedCode(examined).flatMap(({ file, facts }) => {
      const written = new Map<string, number>()
      return facts.calls.flatMap((call): SkillFinding[] => {
        const path = readWrite(call)?.path
        if (path !== undefined) written.set(path, call.node.to)
        const read = readPathOf(call)
        const end = read === undefined ? undefined : written.get(read)
        if (read === undefined || end === undefined || call.node.from < end || call.node.from - end > nearby) return []
        return [
          findingAt(file, call.line, {
            pattern: 'TKN-005',
            subject: read,
            message: justWritten(read),
          }),
        ]
      })
    }),
  ])

/** Only of what a variable held: what a program printed has to be somewhere to be read twice. */
function findReadBackInShell(file: SkillFile, { commands }: ShellScript): SkillFinding[] {
  const written = new Map<string, number>()
  return commands.flatMap((command) => {
    const read = pathsRead(command).find((path) => command.from - (written.get(path) ?? -Infinity) <= nearby)
    const says = /^(?:echo|printf)$/.test(nameOfCommand(command))
    const isOfVariable = says && command.words.some(({ variables }) => variables.length > 0)
    for (const path of pathsWritten(command)) {
      if (isOfVariable) written.set(path, command.to)
      else written.delete(path)
    }
    if (read === undefined) return []
    return [findingAt(file, command.line, { pattern: 'TKN-005', subject: read, message: justWritten(read) })]
  })
}

function justWritten(path: string): string {
  return recordText('{code_lines} was just written from a value that is still there.', { code_lines: `\`${path}\`` })
}
