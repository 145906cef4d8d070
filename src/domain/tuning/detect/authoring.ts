import { recordText } from '../../language/message.ts'
import { readWrite } from '../code/calls.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { type PageBlock, splitIntoSentences } from '../read/page.ts'
import { nameOfCommand } from '../shell/shell-use.ts'
import { examinedCode, examinedShell, examinedWrites, type Detector, findingAt, onceEach } from './detector.ts'

const passingName = /(?:^|[/._-])(?:tmp|temp|temporary|intermediate|scratch|partial)(?:$|[/._-])/i
const saidWrite = /\b(?:write|writes|save|saves|store|stores|put|dump|output)\b|写入|保存|输出/i
const saidRead = /\b(?:read|reads|load|loads|open|parse)\b|读取|加载/i
const removal =
  /\brm -r?f?\b|unlink|rmSync|\.rm\(|os\.remove|rmtree|\b(?:delete|deletes|remove|removes|clean up|cleans up)\b|删除|清理/i
const manyFiles = 5

/** APV-001: files named as temporary that are written, in a skill that removes nothing; worse where there are more than five. */
export const detectLeftFiles: Detector = (examined) => {
  const { files } = examined.skill
  if (files.some(({ text }) => removal.test(text))) return []
  if (examinedShell(examined).some(({ command }) => nameOfCommand(command) === 'rm')) return []
  const said = files.flatMap((file) =>
    (file.page?.blocks ?? []).flatMap(({ text, line }) =>
      splitIntoSentences(text)
        .filter((sentence) => saidWrite.test(sentence))
        .flatMap((sentence) => pathsOf(sentence).map((path) => ({ file, path, line }))),
    ),
  )
  const left = [...examinedWrites(examined), ...said].filter(({ path }) => passingName.test(path))
  const weights =
    new Set(left.map(({ path }) => path)).size > manyFiles ? (['blocks', 'loses data'] as const) : undefined
  return onceEach(
    left.map(({ file, path, line }) =>
      findingAt(file, line, {
        pattern: 'APV-001',
        subject: path,
        message: recordText('{code_lines} is written and never removed.', { code_lines: `\`${path}\`` }),
        ...(weights === undefined ? {} : { weights }),
      }),
    ),
  )
}

function pathsOf(sentence: string): string[] {
  return [...sentence.matchAll(/`([^`\s]{1,200})`/g)].map(([, path = '']) => path).filter((path) => /[/.]/.test(path))
}

/** APV-002: a step that writes a file, followed at once by one that reads it. */
export const detectHandedFiles: Detector = ({ skill }) =>
  onceEach(
    skill.files.flatMap((file) => {
      const steps = (file.page?.blocks ?? []).flatMap((block) =>
        splitIntoSentences(block.text).map((sentence) => ({ sentence, block })),
      )
      return steps.flatMap(({ sentence, block }, index): SkillFinding[] => {
        const before = steps[index - 1]
        if (
          before === undefined ||
          !saidRead.test(sentence) ||
          !saidWrite.test(before.sentence) ||
          !isNear(before.block, block)
        )
          return []
        const written = new Set(pathsOf(before.sentence))
        const shared = pathsOf(sentence).find((path) => written.has(path))
        if (shared === undefined || !startsByReading(sentence)) return []
        return [
          findingAt(file, block.line, {
            pattern: 'APV-002',
            subject: shared,
            message: recordText('{code_lines} is written by one step and read by the next.', {
              code_lines: `\`${shared}\``,
            }),
          }),
        ]
      })
    }),
  )

function isNear(before: PageBlock, block: PageBlock): boolean {
  return before === block || (before.section === block.section && before.kind === block.kind)
}

/** The reader is who follows the steps: `Read …`, `Then load …`, not `The user reads …`. */
function startsByReading(sentence: string): boolean {
  return /^(?:then|next|now|and|afterwards|finally|,|\s)*(?:read|load|open|parse)\b|^(?:然后|接着)?(?:读取|加载)/i.test(
    sentence.replace(/^[-*\d.)\s]+/, ''),
  )
}

const maxFields = 15

/** APV-003: a state of more than fifteen fields, a third of which is used nowhere. */
export const detectUnusedFields: Detector = ({ schemas, reads, writes }) => {
  const written = new Set(writes.map(({ field }) => field))
  return schemas.slice(0, 50).flatMap((schema): SkillFinding[] => {
    const { file, line, fields, name } = schema
    const unused = fields
      .filter((field) => !reads.has(field.name) && !written.has(field.name))
      .map((field) => field.name)
    if (fields.length <= maxFields || unused.length * 3 <= fields.length) return []
    const weights = fields.length > 20 ? (['every run', 'loses data'] as const) : undefined
    const message = recordText('{n} of {most} fields are used nowhere: {names}.', {
      n: unused.length,
      most: fields.length,
      names: `${unused.slice(0, 8).join(', ')}${unused.length > 8 ? ', …' : ''}`,
    })
    return [
      findingAt(file, line, {
        pattern: 'APV-003',
        subject: name,
        message,
        ...(weights === undefined ? {} : { weights }),
      }),
    ]
  })
}

const bound = /\b(?:at most|last|max(?:imum)?|limit(?:ed)?|keep|bounded|slice|newest|recent|up to)\b|最多|最近/i

/** APV-004: a field for a history, and nothing that says how much of it is kept. */
export const detectBoundlessHistory: Detector = ({ skill, schemas }) => {
  const code = skill.files.flatMap((file) => file.code.map(({ text }) => text)).join('\n')
  return onceEach(
    schemas.slice(0, 50).flatMap(({ file, fields }) =>
      fields.slice(0, 200).flatMap(({ name, type, line }): SkillFinding[] => {
        if (!/^\w{1,60}_history$|^\w{1,60}History$/.test(name) || !/\[|array|list/i.test(type)) return []
        const own = file.text.split('\n')[line - 1] ?? ''
        const isBound =
          bound.test(own) || new RegExp(String.raw`\b${name}\b[^\n]{0,200}(?:slice|splice|shift|\[-\d+:)`).test(code)
        return isBound
          ? []
          : [
              findingAt(file, line, {
                pattern: 'APV-004',
                subject: name,
                message: recordText('{code_lines} has no bound.', { code_lines: `\`${name}\`` }),
              }),
            ]
      }),
    ),
  )
}

/** APV-005: fields that are there for whoever writes the skill. */
export const detectDebugFields: Detector = ({ schemas }) =>
  onceEach(
    schemas.flatMap(({ file, fields }) =>
      fields
        .filter(({ name }) =>
          /^_{0,2}(?:debug|tmp|temp|temporary|cache|scratch)(?:$|_|[A-Z])|_(?:debug|tmp|temp|cache|scratch)$|(?:Debug|Cache)$/.test(
            name,
          ),
        )
        .map(({ name, line }) =>
          findingAt(file, line, {
            pattern: 'APV-005',
            subject: name,
            message: recordText('{code_lines} serves the making of the skill, not its work.', {
              code_lines: `\`${name}\``,
            }),
          }),
        ),
    ),
  )

/** APV-006: a value that is stored in two fields of the state, or in two files. */
export const detectStoredTwice: Detector = (examined) => {
  const writesOf = Map.groupBy(examined.writes, ({ code }) => code)
  return onceEach(
    examinedCode(examined).flatMap(({ file, facts }) => {
      const fields = (writesOf.get(facts.code) ?? []).map(({ field, value, line }) => ({
        place: `state.${field}`,
        value,
        line,
      }))
      const paths = facts.calls.flatMap((call) => {
        const written = readWrite(call)
        return written?.value === undefined ? [] : [{ place: written.path, value: written.value, line: call.line }]
      })
      return [fields, paths].flatMap((group) =>
        [...Map.groupBy(group, ({ value }) => value)].flatMap(([value, same]): SkillFinding[] => {
          const places = [...new Set(same.map(({ place }) => place))]
          const line = same.at(-1)?.line
          if (places.length < 2 || line === undefined || !/^[A-Za-z_$][\w$.]*$/.test(value) || isPlain(value)) return []
          return [
            findingAt(file, line, {
              pattern: 'APV-006',
              subject: places.join(' ').slice(0, 80),
              message: recordText('{code_lines} is stored in {places}.', {
                code_lines: `\`${value}\``,
                places: places.join(' and in '),
              }),
            }),
          ]
        }),
      )
    }),
  )
}

function isPlain(value: string): boolean {
  return /^(?:null|undefined|true|false|None|True|False|now|today|timestamp)$/.test(value)
}
