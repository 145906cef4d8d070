import { recordText } from '../../language/message.ts'
import { findAssignments, findObjects, findTypeDefinitions } from '../code/assignments.ts'
import { readWrite } from '../code/calls.ts'
import { examinedCode } from '../detect/detector.ts'
import type { SkillFile } from '../read/skill.ts'
import { appendText, editCode, isAmongOthers, offsetOfLine, removeStatement, statementOf } from './edit.ts'
import { factsAt, type Mender, patchBy } from './mender.ts'

function linkFromFile(from: SkillFile, to: string): string {
  const up = '../'.repeat(from.path.split('/').length - 1)
  return `[${to.slice(to.lastIndexOf('/') + 1)}](${up}${to})`
}

/** A link in place of a copy. Code that runs is left alone: it can't read a link. */
export const mendCopiedDefinition: Mender = (finding, examined, file) => {
  const [source] = finding.related ?? []
  if (source === undefined || file.page === undefined) return undefined
  const region =
    findRegion(file, finding.line) ??
    fenceAt(file, examined.schemas.find((one) => one.file === file && one.line === finding.line)?.line)
  if (region === undefined) return undefined
  const text = `It is defined in ${linkFromFile(file, source.path)}.\n`
  return patchBy(
    'consolidate_to_ssot',
    'medium',
    [{ path: file.path, ...region, text }],
    recordText('{file} is the one place for it.', { file: source.path }),
  )
}

function fenceAt(file: SkillFile, line: number | undefined): { from: number; to: number } | undefined {
  const fenceText =
    line === undefined
      ? undefined
      : file.page?.fences.find((one) => one.line <= line && line < one.line + one.text.split('\n').length)
  if (fenceText === undefined) return undefined
  const from = offsetOfLine(file.text, fenceText.line - 1)
  const to = offsetOfLine(file.text, fenceText.line + fenceText.text.split('\n').length)
  return file.text.slice(from).startsWith('```') ? { from, to } : undefined
}

/** The lines of a table or a list that begins on a line. */
function findRegion(file: SkillFile, line: number): { from: number; to: number } | undefined {
  const from = offsetOfLine(file.text, line)
  const mark = /^(?:\||[-*+] |\d+[.)] )/.exec(file.text.slice(from, from + 10))?.[0]
  if (mark === undefined) return undefined
  let to = from
  while (to < file.text.length && /^(?:\||[-*+] |\d+[.)] |[ \t]+\S)/.test(file.text.slice(to, to + 200))) {
    const next = file.text.indexOf('\n', to)
    to = next === -1 ? file.text.length : next + 1
  }
  return { from, to }
}

/** A comment in place of a second declaration. */
export const mendRepeatedType: Mender = (finding, _examined, file) => {
  const [source] = finding.related ?? []
  const facts = factsAt(file, finding.line)
  const definition =
    facts === undefined ? undefined : findTypeDefinitions(facts.code).find(({ line }) => line === finding.line)
  if (source === undefined || facts === undefined || definition === undefined || file.page === undefined)
    return undefined
  const mark = facts.code.language === 'python' ? '#' : '//'
  const statement = statementOf(definition.node)
  const comment = `${mark} ${definition.name}: see ${source.path}${facts.code.text.slice(statement.to).startsWith('\n') ? '' : '\n'}`
  return patchBy(
    'consolidate_to_ssot',
    'medium',
    editCode(file, facts.code, statement.from, statement.to, comment),
    recordText('{file} declares it.', { file: source.path }),
  )
}

/** The table is read, not repeated, and holds where the code differs; only in code that is shown to an agent. */
export const mendCodedTable: Mender = (finding, _examined, file) => {
  const [source] = finding.related ?? []
  const facts = factsAt(file, finding.line)
  const literal = facts === undefined ? undefined : findObjects(facts.code).find(({ line }) => line === finding.line)
  if (source === undefined || facts === undefined || literal === undefined || file.page === undefined) return undefined
  const strategy = finding.pattern === 'DOC-CON-002' ? 'reconcile_conflicting_definitions' : 'centralize_mapping_config'
  return patchBy(
    strategy,
    'medium',
    editCode(file, facts.code, literal.node.from, literal.node.to, `readTable('${source.path}')`),
    recordText('{file} is the one place for it.', { file: source.path }),
  )
}

/** The value of the specification: where none of the two is one, somebody must say which holds. */
export const mendContradiction: Mender = (finding, { skill }, file) => {
  const [source] = finding.related ?? []
  const other = skill.files.find(({ path }) => path === source?.path)
  const [mine, theirs] = [/ is (\S+) here/.exec(finding.message)?.[1], /, and (\S+) in /.exec(finding.message)?.[1]]
  if (other === undefined || source === undefined || mine === undefined || theirs === undefined) return undefined
  const specHolds = other.role === 'spec' || other.role === 'entry'
  if (specHolds === (file.role === 'spec' || file.role === 'entry') && other.role !== 'entry') return undefined
  const [wrong, line, from, to] = specHolds ? [file, finding.line, mine, theirs] : [other, source.line, theirs, mine]
  const start = offsetOfLine(wrong.text, line)
  const end = wrong.text.indexOf('\n', start)
  const own = wrong.text.slice(start, end === -1 ? undefined : end)
  const at = own.lastIndexOf(from)
  if (at === -1) return undefined
  return patchBy(
    'reconcile_conflicting_definitions',
    'medium',
    [{ path: wrong.path, from: start + at, to: start + at + from.length, text: to }],
    recordText('{file} holds, as the document that says so.', { file: specHolds ? other.path : file.path }),
  )
}

/** A line that removes what was left. */
export const mendLeftFile: Mender = (finding, { skill }) => {
  const last = skill.phases.at(-1) ?? skill.entry
  return patchBy(
    'eliminate_intermediate_files',
    'low',
    appendText(last, `At the end, delete the intermediate files: \`${finding.subject}\`.`),
    'Nothing is left behind.',
  )
}

/** The second step uses the result, not the file. */
export const mendHandedFile: Mender = (finding, _examined, file) => {
  const start = offsetOfLine(file.text, finding.line)
  const step = /\b(?:read|load|open|parse)\s+`|(?:读取|加载)\s*`/gi
  step.lastIndex = start
  for (let match = step.exec(file.text); match !== null; match = step.exec(file.text)) {
    if (file.text.slice(match.index, match.index + 400).startsWith(`${match[0]}${finding.subject}\``)) {
      const isChinese = /[\u4e00-\u9fff]/.test(match[0])
      const words = isChinese
        ? '直接使用上一步的结果，即 `'
        : `${/^[A-Z]/.test(match[0]) ? 'Use' : 'use'} the result at hand, which is also in \``
      return patchBy(
        'context_passing',
        'low',
        [{ path: file.path, from: match.index, to: match.index + match[0].length, text: words }],
        'The result is at hand.',
      )
    }
    if (match.index > start + 2_000) return undefined
  }
  return undefined
}

/** The second of two places goes, where nothing reads it. */
export const mendStoredTwice: Mender = (finding, examined, file) => {
  const facts = factsAt(file, finding.line)
  if (facts === undefined) return undefined
  const places = finding.subject.split(' ')
  const unread = places.findLast((place) => !examined.reads.has(place.replace(/^state\./, '')))
  if (unread === undefined) return undefined
  const isField = unread.startsWith('state.')
  const edits = isField
    ? findAssignments(facts.code)
        .filter(({ target }) => target.endsWith(unread.slice(unread.indexOf('.'))))
        .flatMap(({ node }) => removeStatement(file, facts.code, statementOf(node)))
    : facts.calls
        .filter((call) => readWrite(call)?.path === unread && isAmongOthers(statementOf(call.node)))
        .flatMap((call) => removeStatement(file, facts.code, statementOf(call.node)))
  const isReadElsewhere =
    !isField && examinedCode(examined).some(({ file: other }) => other.text.includes(unread) && other !== file)
  return isReadElsewhere
    ? undefined
    : patchBy(
        'deduplicate_storage',
        'medium',
        edits,
        recordText('{code_lines} is the one place for it.', { code_lines: `\`${places[0]}\`` }),
      )
}
