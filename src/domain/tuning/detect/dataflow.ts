import { recordText } from '../../language/message.ts'
import { memberPath } from '../code/assignments.ts'
import { isGuarded } from '../code/calls.ts'
import { findNodes, lineOfOffset, parentNodes, codeText } from '../code/code-block.ts'
import type { SkillFinding } from '../patterns/pattern.ts'
import { splitIntoSentences } from '../read/page.ts'
import type { SkillFile } from '../read/skill.ts'
import { examinedCode, examinedWrites, type Detector, findingAt, onceEach } from './detector.ts'

const stateFile =
  /(?:^|[-_.])(?:state|config|configuration|settings|context|progress|status|session|memory)\.(?:json|jsonl|ya?ml|toml)$/i
const saidWrite =
  /\b(?:write|writes|save|saves|store|stores|persist|persists|update|updates|put|dump|dumps)\b|写入|保存|更新/i

/** DF-001: more than two files that hold state or configuration are written. */
export const detectManyStateFiles: Detector = (examined) => {
  const targets = new Map<string, { file: SkillFile; line: number }>()
  const add = (path: string, file: SkillFile, line: number): void => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (stateFile.test(name) && !targets.has(name)) targets.set(name, { file, line })
  }
  for (const { file, path, line } of examinedWrites(examined)) add(path, file, line)
  for (const file of examined.skill.files) {
    for (const { text, line } of file.page?.blocks ?? []) {
      for (const sentence of splitIntoSentences(text)) {
        if (!saidWrite.test(sentence)) continue
        for (const [, path] of sentence.matchAll(/`([^`\s]{1,200})`/g)) add(path ?? '', file, line)
      }
    }
  }
  const [first, ...rest] = targets
  if (first === undefined || targets.size <= 2) return []
  const names = [...targets.keys()].join(', ')
  const related = rest.map(([, { file, line }]) => ({ path: file.path, line }))
  return [
    findingAt(first[1].file, first[1].line, {
      pattern: 'DF-001',
      subject: names,
      message: recordText('State is written to {n} files: {names}.', { n: targets.size, names }),
      related,
    }),
  ]
}

const aliases = [
  ['name', 'title'],
  ['id', 'identifier'],
  ['status', 'state'],
  ['error', 'errors'],
] as const

/** DF-002: one object's field under two names, where no type has both. */
export const detectMixedNames: Detector = (examined) => {
  const uses = new Map<string, { file: SkillFile; line: number }>()
  for (const { file, facts } of examinedCode(examined)) {
    for (const node of findNodes(facts.code.tree, new Set(['MemberExpression']))) {
      const path = memberPath(codeText(facts.code, node))
      const [field, owner] = path?.split('.').toReversed() ?? []
      if (field === undefined || owner === undefined || isCallee(node)) continue
      const key = `${owner}.${field}`
      if (!uses.has(key)) uses.set(key, { file, line: lineOfOffset(facts.code, node.from) })
    }
  }
  const declared = findFieldSets(examined)
  const owners = new Set([...uses.keys()].map((key) => key.slice(0, key.indexOf('.'))))
  return [...owners].flatMap((owner) =>
    aliases.flatMap(([one, other]): SkillFinding[] => {
      const [a, b] = [uses.get(`${owner}.${one}`), uses.get(`${owner}.${other}`)]
      if (a === undefined || b === undefined) return []
      if (declared.some((fields) => fields.has(one) && fields.has(other))) return []
      const message = recordText('`{owner}` has the field `{one}` in one place and `{other}` in another.', {
        owner,
        one,
        other,
      })
      const related = [{ path: a.file.path, line: a.line }]
      return [findingAt(b.file, b.line, { pattern: 'DF-002', subject: `${owner}.${one}/${other}`, message, related })]
    }),
  )
}

function isCallee(node: { parent: { name: string } | null; nextSibling: { name: string } | null }): boolean {
  return node.parent?.name === 'CallExpression' && node.nextSibling?.name === 'ArgList'
}

function findFieldSets(examined: Parameters<Detector>[0]): ReadonlySet<string>[] {
  return examinedCode(examined).flatMap(({ facts }) =>
    findNodes(facts.code.tree, new Set(['ObjectType', 'ObjectExpression', 'DictionaryExpression'])).map(
      (node) =>
        new Set(
          [...node.getChildren('PropertyType'), ...node.getChildren('Property'), ...node.getChildren('String')].map(
            (one) =>
              /^["']?([\w$]+)/.exec(
                codeText(facts.code, { from: one.from, to: Math.min(one.to, one.from + 80) }),
              )?.[1] ?? '',
          ),
        ),
    ),
  )
}

const checks = /(?:safe_?parse|\.parse|validate\w*|check\w*|assert\w*|ensure\w*|verify\w*|is_?valid\w*)$/i

/** DF-003: JSON that is parsed outside of `try`, and that nothing checks. */
export const detectUncheckedJson: Detector = (examined) =>
  onceEach(
    examinedCode(examined).flatMap(({ file, facts }) =>
      facts.calls
        .slice(0, 5_000)
        .filter((call) => /^(?:JSON\.parse|json\.loads?)$/.test(call.callee) && !isGuarded(call))
        .flatMap((call): SkillFinding[] => {
          const argument = call.args[0]
          if (argument === undefined || codeText(facts.code, argument).startsWith('JSON.stringify(')) return []
          const wrapped = parentNodes(call.node).some((parent) => {
            const outer = facts.callEndingAt.get(parent.to)
            return (
              parent.name === 'CallExpression' &&
              outer !== undefined &&
              outer.callee !== call.callee &&
              checks.test(outer.callee)
            )
          })
          const target = facts.assignments.find(
            ({ value }) => value.from <= call.node.from && value.to === call.node.to,
          )?.target
          const checked =
            target !== undefined &&
            facts.calls.some(
              ({ callee, args }) => checks.test(callee) && args.some((one) => codeText(facts.code, one) === target),
            )
          if (wrapped || checked) return []
          const subject = codeText(facts.code, call.node).slice(0, 80)
          return [
            findingAt(file, call.line, {
              pattern: 'DF-003',
              subject,
              message: recordText('What can’t be parsed ends the run here, and nothing checks what could.'),
            }),
          ]
        }),
    ),
  )

const forPeople =
  /output|report|result|summary|(?:_|^)(?:at|time|timestamp|version)$|^(?:updated|created|started|completed)/i

/** DF-004: fields of the state that are written and read nowhere; what is for people is left out. */
export const detectUnreadFields: Detector = ({ skill, writes, reads }) =>
  onceEach(
    writes
      .filter(({ field }) => !reads.has(field) && !forPeople.test(field))
      .flatMap(({ field, path, line }): SkillFinding[] => {
        const file = skill.files.find((one) => one.path === path)
        const message = recordText('{code_lines} is written to the state and read nowhere.', {
          code_lines: `\`${field}\``,
        })
        return file === undefined ? [] : [findingAt(file, line, { pattern: 'DF-004', subject: field, message })]
      }),
  )

/** DF-005: actions that choose by a state which is defined nowhere. */
export const detectNoSchema: Detector = ({ skill, schemas }) => {
  if (skill.mode !== 'autonomous' || schemas.length > 0) return []
  const message = recordText('The skill is autonomous, and no file defines its state.')
  return [findingAt(skill.entry, 1, { pattern: 'DF-005', subject: 'state schema', message })]
}
