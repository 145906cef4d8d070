import { translate } from '../language/translate.ts'
import type { DoctorExamination, DoctorFinding } from '../../domain/effects/doctor-finding.ts'
import { renderCount, t } from '../language/t.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { type Links, linkTo } from '../markdown/links.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** What `/doctor fix` did; null where it was only asked what is wrong. */
export type MendingWords = { mended: readonly string[]; left: readonly string[] } | null

const maxRows = 40
const maxLength = 500

/**
 * The doctor's answer in the thread: what is wrong in one line, then what was mended, then what is left. `isPaused`: the
 * work, which mending doesn't resume.
 */
export function renderDoctorReport(
  examination: DoctorExamination,
  mending: MendingWords,
  links: Links,
  isPaused = false,
): string {
  const { findings } = examination
  const parts = [`### ${t('Doctor: {lead}', { lead: renderLead(examination, mending) })}`]
  if (findings.length === 0) parts.push(`${renderCounts(examination)}${t('.')}`)
  if (mending !== null && mending.mended.length > 0) {
    const lines = mending.mended.slice(0, maxRows).map((what) => `- ${inline(what)}`)
    parts.push(`**${t('Mended:')}**\n\n${lines.join('\n')}`)
    if (isPaused) parts.push(t('The work is still paused; `/resume` goes on with it.'))
  }
  const open = mending === null ? findings : findings.filter((finding) => finding.fix === null)
  if (open.length > 0) {
    // Below what was mended, it would read as more of that.
    const head = mending !== null && mending.mended.length > 0 ? `**${t('Left to you:')}**\n\n` : ''
    parts.push(`${head}${renderFindings(open)}`)
  }
  const failed = mending?.left.filter((what) => !findings.some((finding) => finding.what === what)) ?? []
  if (failed.length > 0) {
    const lines = failed.slice(0, maxRows).map((what) => `- ${inline(what)}`)
    parts.push(`**${t('Could not be mended:')}**\n\n${lines.join('\n')}`)
  }
  parts.push(renderFoot(examination, mending, links))
  return parts.filter((part) => part !== '').join('\n\n')
}

function renderLead(examination: DoctorExamination, mending: MendingWords): string {
  const { findings } = examination
  const all = findings.length
  if (all === 0) return t(examination.vouched ? 'nothing is wrong' : 'nothing contradicts itself')
  if (mending === null) {
    const wrong = t('{things} wrong', { things: renderCount(all, 'thing is', 'things are') })
    const fixable = findings.filter((finding) => finding.fix !== null).length
    if (fixable === 0) return wrong
    if (fixable < all) return t('{wrong}, `/doctor fix` mends {n}', { wrong, n: fixable })
    return t(all === 1 ? '{wrong}, `/doctor fix` mends it' : '{wrong}, `/doctor fix` mends all', { wrong })
  }
  const wrong = t('{things} wrong', { things: renderCount(all, 'thing was', 'things were') })
  const left = mending.left.length
  if (left === 0) return all === 1 ? t('1 thing was wrong and is mended') : t('{wrong}, all mended', { wrong })
  return t('{wrong}, {mended} mended, {left} left to you', { wrong, mended: mending.mended.length, left })
}

function renderScope(examination: DoctorExamination): string {
  const counts = renderCounts(examination)
  if (examination.findings.length > 0) return counts
  if (examination.vouched) return t('Nothing is wrong: {counts}', { counts })
  return t('Nothing contradicts itself, but that the App wrote this was not checked: {counts}', { counts })
}

function renderCounts({ things, tasks }: DoctorExamination): string {
  const told = { things: renderCount(things, 'thing') }
  return tasks === 0
    ? t('{things} looked at', told)
    : t('{things} looked at in {tasks}', { ...told, tasks: renderCount(tasks, 'task') })
}

function renderFindings(findings: readonly DoctorFinding[]): string {
  const lines = findings.slice(0, maxRows).map((finding) => `- ${renderFinding(finding)}`)
  const more = findings.length - lines.length
  return [
    ...lines,
    ...(more === 0 ? [] : [`\n… ${t('and {n} more: `countersign doctor` lists all.', { n: more })}`]),
  ].join('\n')
}

/** One line, as a table of it would not fit a phone: what, and below it what to do. */
function renderFinding({ severity, nodes, what, next }: DoctorFinding): string {
  const unnamed = nodes.filter((node) => node !== 'G0' && !what.includes(node))
  const where = unnamed.length === 0 ? '' : `**${inline(shorten(unnamed.join(', '), 60))}${t(':')}** `
  return `${marks[severity]} ${where}${inline(what)}<br>→ ${inline(next)}`
}

const marks: Record<DoctorFinding['severity'], string> = { broken: '✗', drift: '⚠' }

function renderFoot(examination: DoctorExamination, mending: MendingWords, links: Links): string {
  const { findings, unseen } = examination
  const scope = findings.length === 0 ? [] : [`${renderScope(examination)}${t('.')}`]
  if (unseen.length > 0) scope.push(t('Not looked at: {unseen}.', { unseen: unseen.map(inline).join(t(', ')) }))
  const isRepairable = mending === null && findings.some((finding) => finding.fix !== null)
  if (isRepairable) scope.push(t('`/doctor fix` never removes anything.'))
  const docs = links.docs('doctor.md')
  if (findings.length > 0 && docs !== null) scope.push(linkTo(t('What this means'), docs))
  return scope.length === 0 ? '' : `<sub>${scope.join(' ')}</sub>`
}

function inline(text: string): string {
  return neutraliseInline(shorten(markNames(translate(text)), maxLength))
}

const branchName = /\bcountersign\/(?:ISS-\d+\/\d+\/(?:base|T[\d.]*\d)|workflow)\b/g
const longSha = /\b([0-9a-f]{7})[0-9a-f]{33}\b/g

/** Branches as code and commits in short, as people know them; the terminal and the record have them bare and in full. */
function markNames(text: string): string {
  return text
    .replaceAll(longSha, '$1')
    .split('`')
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(branchName, '`$&`')))
    .join('`')
}

/** What was looked at: an issue, or a repository. */
export interface DoctorLook {
  name: string
  examination: DoctorExamination
  mending: MendingWords
}

/** The same for the terminal; what holds for all of them is said once, at the end. */
export function renderDoctorText(looks: readonly DoctorLook[]): string {
  const caveats = renderUnseen(looks)
  const isLong = (one: string) => one.includes('\n')
  const parts = looks.map(renderLook)
  // Issues with nothing wrong are a list; a report stands by itself.
  const body = parts.map((part, at) => {
    const before = parts[at - 1]
    return before !== undefined && (isLong(part) || isLong(before)) ? `\n${part}` : part
  })
  return `${[...body, ...(caveats.length === 0 ? [] : ['', ...caveats])].join('\n')}\n`
}

function renderLook({ name, examination, mending }: DoctorLook): string {
  const { findings } = examination
  if (findings.length === 0) {
    const lead = examination.vouched ? 'Nothing is wrong' : 'Nothing contradicts itself'
    return `${name}: ${lead}: ${renderCounts(examination)}.`
  }
  const lines = [`${name}: ${toTerminal(renderLead(examination, mending))}.`, '']
  for (const what of mending?.mended ?? []) lines.push(`  ✓ ${toOneLine(what)}`)
  const open = mending === null ? findings : findings.filter((finding) => finding.fix === null)
  for (const { severity, code, what, next } of open) {
    lines.push(`  ${marks[severity]} ${toOneLine(what)} [${code}]`)
    lines.push(`    → ${toTerminal(next)}`)
  }
  for (const what of mending?.left ?? [])
    if (!findings.some((finding) => finding.what === what)) lines.push(`  ✗ ${toOneLine(what)}`)
  return [...lines, '', `${renderCounts(examination)}.`].join('\n')
}

/** Words for the thread as they are meant here. */
function toTerminal(text: string): string {
  return toOneLine(text).replaceAll('`/doctor fix`', '--fix').replaceAll('`', '')
}

/** A line for each set of things that were not looked at; of which, where there are several. */
function renderUnseen(looks: readonly DoctorLook[]): string[] {
  const named = looks.filter(({ examination }) => examination.unseen.length > 0)
  const sets = Map.groupBy(named, ({ examination }) => examination.unseen.map(toOneLine).join(', '))
  return [...sets].map(([unseen, of]) => {
    const names = of.slice(0, maxRows).map(({ name }) => name)
    const more = of.length > maxRows ? ' and others' : ''
    const where = sets.size === 1 ? '' : ` in ${names.join(', ')}${more}`
    return `Not looked at${where}: ${unseen}.`
  })
}
