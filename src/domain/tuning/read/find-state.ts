import { findAssignments, findObjects, findTypeDefinitions, readObject } from '../code/assignments.ts'
import { type SkillCode, parseCodeBlock } from '../code/code-block.ts'
import type { Skill, SkillFile } from './skill.ts'

export interface StateField {
  name: string
  type: string
  line: number
}

/** Where the skill says what its state holds: an interface, an initial value, or a table. */
export interface StateSchema {
  file: SkillFile
  name: string
  kind: 'type' | 'value' | 'table'
  line: number
  fields: StateField[]
}

const stateType = /State(?:Schema)?$|^State(?![a-z])/
const stateValue = /^(?:initial|default|empty)_?state$|^state$|^STATE$/i

/** Schemas of state with at least two fields, by file and line. */
export function findStateSchemas(skill: Skill): StateSchema[] {
  return skill.files.flatMap((file) =>
    [...file.code, ...jsonOf(file)].flatMap((code) => schemasOfCode(file, code)).concat(tablesOf(file)),
  )
}

function schemasOfCode(file: SkillFile, code: SkillCode): StateSchema[] {
  const types = findTypeDefinitions(code)
    .filter(({ name }) => stateType.test(name))
    .map(({ name, line, fields }): StateSchema => ({ file, name, kind: 'type', line, fields }))
  const values = findAssignments(code)
    .filter(({ target, value }) => stateValue.test(target) && /^(?:Object|Dictionary)Expression$/.test(value.name))
    .map(({ target, value, line }): StateSchema => {
      const { entries } = readObject(code, value)
      const fields = entries.map(({ key, value, node }) => ({
        name: key,
        type: value.slice(0, 200),
        line: lineIn(code, node.from),
      }))
      return { file, name: target, kind: 'value', line, fields }
    })
  return [...types, ...values].filter(({ fields }) => fields.length >= 2)
}

function lineIn(code: SkillCode, offset: number): number {
  return code.line + code.text.slice(0, offset).split('\n').length - 1
}

/** JSON of a section, or of a page, on state is an initial value. */
function jsonOf({ path, page }: SkillFile): SkillCode[] {
  const fences = page?.fences ?? []
  const isOfState = /state/i.test(path.slice(path.lastIndexOf('/') + 1))
  return fences
    .filter(
      ({ language, section }) =>
        /^jsonc?$/.test(language) && (isOfState || /\bstate\b|状态/i.test(section?.text ?? '')),
    )
    .flatMap(({ text, line }) => parseCodeBlock(path, line, 'js', `initialState = ${text}`) ?? [])
    .filter((code) => findObjects(code).length > 0)
}

function tablesOf(file: SkillFile): StateSchema[] {
  const tables = file.page?.tables ?? []
  return tables
    .filter(
      ({ head, section }) =>
        /^(?:field|key|property|字段)$/i.test(head[0] ?? '') &&
        /state|状态/i.test(`${section?.text ?? ''} ${file.path}`),
    )
    .map((table): StateSchema => {
      const fields = table.rows.map(({ cells, line }) => ({
        name: (cells[0] ?? '').replaceAll('`', ''),
        type: cells[1] ?? '',
        line,
      }))
      return { file, name: 'state', kind: 'table', line: table.line, fields }
    })
    .filter(({ fields }) => fields.length >= 2)
}
