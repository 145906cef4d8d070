import { recordText } from '../../language/message.ts'
import { readPathOf, readWrite } from '../code/calls.ts'
import type { Examined } from '../detect/detector.ts'
import type { StateSchema } from '../read/find-state.ts'
import type { SkillFile } from '../read/skill.ts'
import { editCode, offsetOfLine, type TextEdit } from './edit.ts'
import { factsAt, type Mender, patchBy } from './mender.ts'

/** The value that is still there, in place of what was read. */
export const mendReadBack: Mender = (finding, _examined, file) => {
  const facts = factsAt(file, finding.line)
  const written = facts?.calls.map(readWrite).find((one) => one?.path === finding.subject && one.value !== undefined)
  const read = facts?.calls.find((call) => call.line === finding.line && readPathOf(call) === finding.subject)
  if (facts === undefined || written?.value === undefined || read === undefined || !/^[\w$.]+$/.test(written.value))
    return undefined
  const { node } = read
  const from = node.parent?.name === 'AwaitExpression' ? node.parent.from : node.from
  return patchBy(
    'in_memory_consolidation',
    'low',
    editCode(file, facts.code, from, node.to, written.value),
    recordText('`{value}` is used, which is there.', { value: written.value }),
  )
}

const keptCharacters = 3_000

/** What stands behind the first 3,000 characters moves to a file that is read when it is needed. */
export const mendLongFile: Mender = (_finding, { skill }, file) => {
  const name = file.path
    .slice(file.path.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .toLowerCase()
  const path = `references/${name}-details.md`
  if (skill.files.some((one) => one.path === path)) return undefined
  const cut = findCut(file)
  if (cut === undefined) return undefined
  const depth = file.path.split('/').length - 1
  const link = `${'../'.repeat(depth)}${path}`
  const rest = file.text.slice(cut)
  const edits: TextEdit[] = [
    {
      path: file.path,
      from: cut,
      to: file.text.length,
      text: `What is needed less often stands in [${name}-details.md](${link}): read the section that you need.\n`,
    },
    { path, from: 0, to: 0, text: `# Details of ${file.path}\n\n${rest}` },
  ]
  return patchBy('lazy_loading', 'medium', edits, 'What is rarely needed is read when it is needed.')
}

/** A heading or an empty line outside of fences and tables, at which the file is cut. */
function findCut(file: SkillFile): number | undefined {
  const { page, text } = file
  if (page === undefined) return undefined
  const places = [...page.headings.filter(({ level }) => level <= 3), ...page.blocks]
    .map(({ line }) => offsetOfLine(text, line))
    .toSorted((a, b) => a - b)
  const first = places.find((offset) => offset >= keptCharacters)
  const last = places.findLast((offset) => offset > 0 && offset < keptCharacters)
  const cut = first !== undefined && first < (keptCharacters * 4) / 3 ? first : last
  return cut ?? lineBreakAt(text)
}

/** A paragraph without end is cut at a line. */
function lineBreakAt(text: string): number | undefined {
  const at = text.indexOf('\n', keptCharacters)
  return at === -1 || at > keptCharacters + 500 ? undefined : at + 1
}

/** Fields that are used nowhere leave the schema; enough of them, or it takes judgement. */
export const mendWideState: Mender = (finding, examined, file) => {
  const schema = examined.schemas.find((one) => one.file === file && one.line === finding.line)
  if (schema === undefined) return undefined
  const used = new Set([...examined.reads, ...examined.writes.map(({ field }) => field)])
  const unused = schema.fields.filter(({ name }) => !used.has(name) && !keptFields.test(name))
  const left = schema.fields.length - unused.length
  if (left > 15 || left === 0) return undefined
  const edits = unused.flatMap(({ name }) => removeField(schema, name))
  return patchBy(
    finding.pattern === 'TKN-002' ? 'state_field_reduction' : 'minimize_state',
    'medium',
    edits,
    recordText('Removes {n} fields that nothing uses.', { n: unused.length }),
  )
}

/** What is needed though nothing in the text reads it. */
const keptFields = /^(?:status|requirements?|goal|constraints?|errors?)$/

/** A debug field leaves the schema, unless something uses it. */
export const mendDebugField: Mender = (finding, examined, file) => {
  if (examined.reads.has(finding.subject) || examined.writes.some(({ field }) => field === finding.subject))
    return undefined
  const edits = schemasWith(examined, file, finding.subject).flatMap((schema) => removeField(schema, finding.subject))
  return patchBy('minimize_state', 'low', edits, 'Nothing uses the field.')
}

/** A limit beside the field. */
export const mendBoundlessHistory: Mender = (finding, examined, file) => {
  const [schema] = schemasWith(examined, file, finding.subject)
  const field = schema?.fields.find(({ name }) => name === finding.subject)
  if (schema === undefined || field === undefined) return undefined
  const start = offsetOfLine(file.text, field.line)
  const end = file.text.indexOf('\n', start)
  const line = file.text.slice(start, end)
  if (schema.kind === 'table') {
    const cell = line.lastIndexOf('|')
    return patchBy(
      'sliding_window',
      'low',
      [{ path: file.path, from: start + cell, to: start + cell, text: '(the last 20) ' }],
      'Says how much is kept.',
    )
  }
  const at = line.indexOf(finding.subject)
  if (/"\s*$/.test(line.slice(0, at))) return undefined
  const isPython = /\bclass\s/.test(file.text.slice(offsetOfLine(file.text, schema.line), start))
  const edit = isPython ? { from: end, text: '  # the last 20' } : { from: start + at, text: '/* the last 20 */ ' }
  return patchBy(
    'sliding_window',
    'low',
    [{ path: file.path, from: edit.from, to: edit.from, text: edit.text }],
    'Says how much is kept.',
  )
}

function schemasWith({ schemas }: Examined, file: SkillFile, name: string): StateSchema[] {
  return schemas.filter((one) => one.file === file && one.fields.some((field) => field.name === name))
}

/** Takes a field out of where it stands: its line, or its part of one. */
function removeField({ file, fields }: StateSchema, name: string): TextEdit[] {
  const field = fields.find((one) => one.name === name)
  if (field === undefined) return []
  const start = offsetOfLine(file.text, field.line)
  const end = file.text.indexOf('\n', start) === -1 ? file.text.length : file.text.indexOf('\n', start)
  const line = file.text.slice(start, end)
  const isAlone =
    fields.filter((one) => one.line === field.line).length === 1 &&
    new RegExp(String.raw`^\s*(?:\||["'\x60])?\s*["'\x60]?${name.replaceAll('$', String.raw`\$`)}\b`).test(line) &&
    !/[[{(]\s*$/.test(line)
  if (isAlone) return [{ path: file.path, from: start, to: Math.min(file.text.length, end + 1), text: '' }]
  const part = new RegExp(
    String.raw`(?<![\w$])["']?${name.replaceAll('$', String.raw`\$`)}["']?\??\s*:\s*(?:"[^"]*"|'[^']*'|\[[^\][]*\]|\{[^{}]*\}|[^,;{}[\]"']+)\s*[,;]?\s*`,
  ).exec(line)
  if (part === null) return []
  return [{ path: file.path, from: start + part.index, to: start + part.index + part[0].length, text: '' }]
}
