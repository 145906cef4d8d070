import { recordText } from '../../language/message.ts'
import { readObject } from '../code/assignments.ts'
import { codeText } from '../code/code-block.ts'
import { readCodeFacts } from '../code/prompts.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import type { SkillFile } from '../read/skill.ts'
import { type Detector, findingAt } from './detector.ts'

interface StatedSetting {
  key: string
  value: string
  file: SkillFile
  line: number
}

/** Names of settings: they bound something or say how often, how long, how much. */
const settingName =
  /(?:^|_)(?:max|min|limit|threshold|timeout|default|retries|retry|budget|interval|depth|window|attempts|concurrency|size)(?:_|$)/

/** DOC-CON-001: a setting that has one value in one file and another one in another. */
export const detectContradictions: Detector = ({ skill }) => {
  const settings = skill.files.flatMap((file) => [...settingsOfPage(file), ...settingsOfCode(file)])
  return [...Map.groupBy(settings, ({ key }) => key).values()].flatMap((found): SkillFinding[] => {
    const [first] = found
    const other = found.find(({ value, file }) => value !== first?.value && file !== first?.file)
    if (first === undefined || other === undefined) return []
    const message = recordText('{code_lines} is {one} here, and {other} in {file}.', {
      code_lines: `\`${other.key}\``,
      one: other.value,
      other: first.value,
      file: first.file.path,
    })
    const related = [{ path: first.file.path, line: first.line }]
    return [findingAt(other.file, other.line, { pattern: 'DOC-CON-001', subject: other.key, message, related })]
  })
}

const saidValue =
  /`([A-Za-z]\w{2,60})`\*{0,2}\s*(?:[:=：]|is|defaults to|\(default:?|默认为?|为)\s*(?:set to |now )?[`"']?(-?\d+(?:\.\d+)?|true|false)\b/g

function settingsOfPage(file: SkillFile): StatedSetting[] {
  const said = (file.page?.blocks ?? []).flatMap(({ text, line }) =>
    [...text.matchAll(saidValue)].map(([, key = '', value = '']) => ({ key, value, line })),
  )
  const listed = (file.page?.tables ?? []).flatMap(({ head, rows }) => {
    const column = head.findIndex((cell) => /^(?:default|value|默认值?|值)$/i.test(cell))
    return column < 1
      ? []
      : rows.map(({ cells, line }) => ({
          key: (cells[0] ?? '').replaceAll('`', ''),
          value: (cells[column] ?? '').replaceAll('`', ''),
          line,
        }))
  })
  return [...said, ...listed].flatMap(({ key, value, line }) => toSetting(file, key, value, line))
}

function settingsOfCode(file: SkillFile): StatedSetting[] {
  return file.code.flatMap((code) => {
    const { assignments } = readCodeFacts(code)
    const direct = assignments.map(({ target, value, line }) => ({
      key: target.slice(target.lastIndexOf('.') + 1),
      value: codeText(code, value),
      line,
    }))
    const objects = assignments
      .filter(({ value }) => /^(?:Object|Dictionary)Expression$/.test(value.name))
      .flatMap(({ value, line }) => readObject(code, value).entries.map(({ key, value }) => ({ key, value, line })))
    return [...direct, ...objects].flatMap(({ key, value, line }) => toSetting(file, key, value.slice(0, 40), line))
  })
}

function toSetting(file: SkillFile, key: string, value: string, line: number): StatedSetting[] {
  const name = key.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').toLowerCase()
  if (!settingName.test(name) || !/^(?:-?\d[\d_]*(?:\.\d+)?|true|false)$/i.test(value)) return []
  return [{ key: name, value: value.replaceAll('_', '').toLowerCase(), file, line }]
}
