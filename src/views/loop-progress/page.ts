import { escapeHiddenInBlock } from '../../domain/loop/progress/hidden-escapes.ts'
import { noneCell } from '../../domain/loop/progress/parse-cell.ts'
import { renderTable } from '../markdown/table.ts'
import { renderCode, renderProse } from './cell.ts'

const legend =
  '<sub>Everything that is recorded stands on this page. `\\n`, `\\t` and `\\u{…}` stand for characters that can’t be seen.</sub>'

/** A whole page: its parts with a blank line between, and the line that says that it is whole. */
export function renderPage(parts: readonly string[]): string {
  return `${[...parts.filter((part) => part !== ''), legend].join('\n\n')}\n`
}

/** Facts of a kind, one a row. */
export function renderFacts(head: string, facts: readonly (readonly [name: string, value: string])[]): string {
  return renderTable([{ head }, { head: '' }], facts)
}

export function renderProseOrNone(text: string | null | undefined): string {
  return text === null || text === undefined ? noneCell : renderProse(text)
}

export function renderCodeOrNone(text: string | null | undefined): string {
  return text === null || text === undefined ? noneCell : renderCode(text)
}

/** Text of others in a block of code, nothing lost: `escapeHiddenInBlock` leaves no fence in it. */
export function renderBlockText(text: string): string {
  return `\`\`\`text\n${escapeHiddenInBlock(text)}\n\`\`\``
}
