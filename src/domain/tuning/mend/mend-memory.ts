import { recordText } from '../../language/message.ts'
import { findConstraints } from '../detect/constraints.ts'
import type { StateSchema } from '../read/find-state.ts'
import type { SkillFile } from '../read/skill.ts'
import { appendText, insertBelow, offsetOfLine, type TextEdit } from './edit.ts'
import { type Mender, patchBy } from './mender.ts'

const mostRepeated = 10

/** The constraints of the first phase, repeated below a phase's heading. */
export const mendForgottenConstraints: Mender = (_finding, { skill }, file) => {
  const [first] = skill.phases
  const constraints = first?.page === undefined ? [] : findConstraints(first.page)
  const items = constraints.slice(0, mostRepeated).map(({ text }) => `- ${oneLine(text)}`)
  const link =
    first === undefined
      ? ''
      : `[${first.path.slice(first.path.lastIndexOf('/') + 1)}](${relativeTo(file.path, first.path)})`
  const text = `**Constraints** of ${link} hold here too:\n\n${items.join('\n')}`
  return patchBy(
    'constraint_injection',
    'low',
    insertBelow(file, headLine(file), text),
    'The phase says what must hold.',
  )
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
}

function headLine({ page }: SkillFile): number {
  return page?.headings[0]?.line ?? 0
}

/** From the folder of one file to another. */
function relativeTo(from: string, to: string): string {
  const folders = from.split('/').slice(0, -1)
  const parts = to.split('/')
  while (folders.length > 0 && folders[0] === parts[0]) {
    folders.shift()
    parts.shift()
  }
  return [...folders.map(() => '..'), ...parts].join('/')
}

/** The constraints beside a task. */
export const mendUnconstrainedTask: Mender = (finding, { skill }, file) => {
  const all = [...skill.phases, skill.entry].flatMap(({ page }) => (page === undefined ? [] : findConstraints(page)))
  const items = all.slice(0, mostRepeated).map(({ text }) => `- ${oneLine(text)}`)
  const lines = items.length === 0 ? ['- Do what the user asked for, and nothing beyond it.'] : items
  const section = file.page?.headings.find(({ line }) => line === finding.line)?.line ?? headLine(file)
  const text = `**Constraints** that hold for this task:\n\n${lines.join('\n')}`
  return patchBy('constraint_injection', 'low', insertBelow(file, section, text), 'The task says what must hold.')
}

/** A checkpoint in the phase in the middle and in the last. */
export const mendMissingCheckpoint: Mender = (_finding, { skill }, file) => {
  const last = skill.phases.at(-1)
  const text =
    '## Checkpoint\n\nSave the progress to `state.json`: this phase, what it made, and what comes next. When interrupted, go on from there.'
  const edits = [file, ...(last === undefined || last === file ? [] : [last])].flatMap((one) => appendText(one, text))
  return patchBy('checkpoint_restore', 'low', edits, 'After a break the work goes on where it was.')
}

/** A step that checks what came out, at the end of the last phase. */
export const mendNoVerification: Mender = (_finding, _examined, file) => {
  const text =
    '## Verification\n\nCheck the output against each of the requirements before you hand it over. Where one is not met, mend that, and check again; tell the user what could not be met.'
  return patchBy('checkpoint_restore', 'low', appendText(file, text), 'Faults are found before the user finds them.')
}

/** A field for what was asked. */
export const mendNoRequirements: Mender = (finding, { schemas }, file) => {
  const schema = schemas.find((one) => one.file === file && one.line === finding.line)
  return schema === undefined
    ? undefined
    : patchBy('state_constraints_field', 'low', addField(schema), 'The state keeps what was asked for.')
}

function addField({ file, kind, line, fields, name }: StateSchema): TextEdit[] {
  const [first] = fields
  if (first === undefined) return []
  const start = offsetOfLine(file.text, first.line)
  const own = file.text.slice(start, file.text.indexOf('\n', start) + 1)
  if (kind === 'table') return [{ path: file.path, from: start, to: start, text: '| requirements | string[] |\n' }]
  const at = start + findField(own, first.name)
  const isJson = file.text.startsWith('"', at)
  const isPython = /\bclass\s/.test(file.text.slice(offsetOfLine(file.text, line), start))
  const indent = /^[ \t]*/.exec(own)?.[0] ?? ''
  const gap =
    own.trimStart().startsWith(first.name) || own.trimStart().startsWith(`"${first.name}`) ? `\n${indent}` : ' '
  if (isPython) return [{ path: file.path, from: at, to: at, text: `requirements: list${gap}` }]
  if (kind === 'value')
    return [{ path: file.path, from: at, to: at, text: `${isJson ? '"requirements"' : 'requirements'}: [],${gap}` }]
  return name === ''
    ? []
    : [{ path: file.path, from: at, to: at, text: `requirements: string[]${gap === ' ' ? '; ' : gap}` }]
}

function findField(line: string, name: string): number {
  const quoted = line.indexOf(`"${name}"`)
  if (quoted !== -1) return quoted
  const escaped = name.replace(/[$]/g, String.raw`\$`)
  return Math.max(0, new RegExp(String.raw`(?<![\w$])${escaped}\s*\??\s*:`).exec(line)?.index ?? 0)
}

/** A schema of the fields that are used, in a file of its own that the entry links. */
export const mendNoSchema: Mender = (_finding, { skill, writes }) => {
  const path = 'specs/state-schema.md'
  if (skill.files.some((one) => one.path === path)) return undefined
  const used = [...new Set(writes.map(({ field }) => field))].filter((name) => /^[A-Za-z_]\w*$/.test(name)).slice(0, 12)
  const fields = [...new Set(['status', 'requirements', 'current_step', ...used, 'errors'])]
  const typeOf = (name: string) =>
    name === 'requirements' || name === 'errors'
      ? 'string[]'
      : name === 'status'
        ? "'pending' | 'running' | 'completed' | 'failed'"
        : 'unknown'
  const body = fields.map((name) => `  ${name}: ${typeOf(name)}`).join('\n')
  const text = `# State\n\nAll actions read and write this state, whole, and nothing beside it.\n\n\`\`\`ts\ninterface SkillState {\n${body}\n}\n\`\`\`\n`
  const link = appendText(
    skill.entry,
    `The state of the skill is defined in [${path}](${relativeTo(skill.entry.path, path)}).`,
  )
  return patchBy(
    'schema_enforcement',
    'medium',
    [{ path, from: 0, to: 0, text }, ...link],
    recordText('Defines the {n} fields of the state.', { n: fields.length }),
  )
}
