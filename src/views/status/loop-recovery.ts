import type { LoopRecovery, RecoveredPart } from '../../domain/loop/recovery.ts'
import { toOneLine } from '../markdown/hidden-characters.ts'
import { shorten } from '../markdown/shorten.ts'
import { nameIssue } from '../text/issue-name.ts'

const marks: Record<RecoveredPart['how'], string> = { kept: '=', restored: '✓', offered: '?', lost: '✗' }

/** What `countersign loop rebuild` prints of a loop; texts out of files are kept to one line, without control characters. */
export function renderLoopRecovery(recovery: LoopRecovery, written: readonly string[]): string {
  const { loop_id: id, issue_id: issue, faults, parts } = recovery
  const lines = [
    `${toOneLine(id)}${issue === null ? '' : ` (${nameIssue(issue)})`}: ${renderLead(recovery, written.length > 0)}`,
  ]
  lines.push(...faults.map((fault) => `  ! ${toOneLine(fault)}`))
  const width = Math.max(0, ...parts.map((part) => part.name.length))
  lines.push(...parts.map((part) => `  ${marks[part.how]} ${part.name.padEnd(width)}  ${renderPart(part)}`))
  lines.push(...written.map((path) => `  wrote ${toOneLine(path)}`))
  return `${lines.join('\n')}\n`
}

function renderLead({ verdict, faults, file }: LoopRecovery, isWritten: boolean): string {
  switch (verdict) {
    case 'well':
      return faults.length === 0 ? 'nothing to restore' : 'the main file holds, its progress files don’t'
    case 'rebuilt':
      return `${isWritten ? 'restored' : 'can be restored'} (${toOneLine(file)})`
    case 'lost':
      return `can’t be restored (${toOneLine(file)})`
  }
}

function renderPart({ how, value, from }: RecoveredPart): string {
  const said = value === null ? '' : shorten(toOneLine(value), 60)
  switch (how) {
    case 'kept':
      return said
    case 'restored':
      return `${said}, from ${toOneLine(from)}`
    case 'offered':
      return `${said} (offered: ${toOneLine(from)})`
    case 'lost':
      return `lost: ${toOneLine(from)}`
  }
}
