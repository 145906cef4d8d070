import { recordText } from '../../language/message.ts'
import { findObjects, findTypeDefinitions } from '../code/assignments.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import type { Table } from '../read/page.ts'
import type { SkillFile } from '../read/skill.ts'
import { examinedCode, type Detector, findingAt, onceEach } from './detector.ts'

interface Definition {
  file: SkillFile
  line: number
  title: string
}

/** DOC-RED-001: fields of a state, rows of a table or items of a list that stand in more than one file. */
export const detectCopiedDefinitions: Detector = (examined) => {
  const places = new Map<string, Definition[]>()
  const add = (key: string, definition: Definition): void =>
    void places.set(key, [...(places.get(key) ?? []), definition].slice(0, 20))
  for (const { file, line, name, fields } of examined.schemas) {
    if (fields.length >= 3)
      add(
        `state ${fields
          .map((field) => field.name)
          .toSorted()
          .join(' ')}`,
        { file, line, title: `\`${name}\`` },
      )
  }
  for (const file of examined.skill.files) {
    for (const { head, rows, line, section } of file.page?.tables ?? []) {
      if (rows.length < 3) continue
      const key = rows
        .map(({ cells }) => cells.join('|').toLowerCase())
        .toSorted()
        .join('\n')
      add(`table ${key}`, { file, line, title: section?.text ?? head.join(', ') })
    }
    for (const [section, items] of Map.groupBy(
      (file.page?.blocks ?? []).filter(({ kind }) => kind === 'item'),
      ({ section }) => section,
    )) {
      const isDefinition = items.length >= 3 && items.every(({ text }) => /^[^\n:：]{1,60}[:：]/.test(text))
      const key = items
        .map(({ text }) => text.toLowerCase())
        .toSorted()
        .join('\n')
      if (isDefinition) add(`list ${key}`, { file, line: items[0]?.line ?? 1, title: section?.text ?? 'a list' })
    }
  }
  return [...places.values()].flatMap((found) =>
    copiesOf(found, 'DOC-RED-001', (title, from) => recordText('{title} stands in {path} too.', { title, path: from })),
  )
}

/** One finding for the second of several places in different files, with all of them. */
function copiesOf(found: Definition[], pattern: string, tell: (title: string, from: string) => string): SkillFinding[] {
  const byFile = [...new Map(found.toReversed().map((one) => [one.file.path, one])).values()].toReversed()
  const [first, second] = byFile
  if (first === undefined || second === undefined) return []
  const related = byFile.filter((one) => one !== second).map(({ file, line }) => ({ path: file.path, line }))
  return [
    findingAt(second.file, second.line, {
      pattern,
      subject: second.title,
      message: tell(second.title, first.file.path),
      related,
    }),
  ]
}

/** DOC-RED-003: a type of one name that several files declare. */
export const detectRepeatedTypes: Detector = (examined) => {
  const places = new Map<string, Definition[]>()
  for (const { file, facts } of examinedCode(examined)) {
    for (const { name, line } of findTypeDefinitions(facts.code))
      places.set(name, [...(places.get(name) ?? []), { file, line, title: `\`${name}\`` }].slice(0, 20))
  }
  return [...places.values()].flatMap((found) =>
    copiesOf(found, 'DOC-RED-003', (title, from) =>
      recordText('{title} is declared in {path} too.', { title, path: from }),
    ),
  )
}

/** DOC-RED-002: an object of at least three entries that a table of the documents has; DOC-CON-002 where some of it differs. */
export const detectCodedTables: Detector = (examined) => {
  const tables = examined.skill.files.flatMap((file) => (file.page?.tables ?? []).map((table) => ({ file, table })))
  const byKey = new Map<string, number[]>()
  for (const [index, { table }] of tables.entries()) {
    for (const { cells } of table.rows)
      byKey.set(plainCell(cells[0]), [...(byKey.get(plainCell(cells[0])) ?? []), index].slice(0, 50))
  }
  return onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      findObjects(facts.code).flatMap(({ entries, line }): SkillFinding[] => {
        const own = entries.filter(({ isLiteral }) => isLiteral)
        if (own.length < 3) return []
        const hits = new Map<number, number>()
        for (const { key } of own)
          for (const index of byKey.get(plainCell(key)) ?? []) hits.set(index, (hits.get(index) ?? 0) + 1)
        const [best] = [...hits].toSorted((a, b) => b[1] - a[1])
        const found = best === undefined ? undefined : tables[best[0]]
        if (found === undefined || best === undefined || best[1] * 2 <= own.length || best[1] < 3) return []
        const same = own.filter(({ key, value }) => holds(found.table, key, value)).length
        const related = [{ path: found.file.path, line: found.table.line }]
        const place = `${found.file.path}:${found.table.line}`
        const subject = own
          .map(({ key }) => key)
          .join(' ')
          .slice(0, 80)
        if (same === own.length)
          return [
            findingAt(file, line, {
              pattern: 'DOC-RED-002',
              subject,
              message: recordText('The {n} entries stand in a table of {place} too.', { n: same, place }),
              related,
            }),
          ]
        if (same === 0) return []
        const drifted = own.filter(({ key, value }) => !holds(found.table, key, value)).map(({ key }) => key)
        return [
          findingAt(file, line, {
            pattern: 'DOC-CON-002',
            subject,
            message: recordText('{names} differ from the table of {place}.', { names: drifted.join(', '), place }),
            related,
          }),
        ]
      }),
    ),
  )
}

function plainCell(cell: string | undefined): string {
  return (cell ?? '')
    .replaceAll(/[`*_"']/g, '')
    .trim()
    .toLowerCase()
}

function holds(table: Table, key: string, value: string): boolean {
  return table.rows.some(
    ({ cells }) =>
      plainCell(cells[0]) === plainCell(key) && cells.slice(1).some((cell) => plainCell(cell) === plainCell(value)),
  )
}
