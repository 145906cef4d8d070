import { escapeHidden } from '../../domain/loop/progress/hidden-escapes.ts'
import { emptyCell } from '../../domain/loop/progress/parse-cell.ts'
import { neutraliseInline, neutraliseLiteral } from '../markdown/neutralise.ts'

/** Prose of others for one line of Markdown, nothing lost: `parseProse` gives it back. */
export function renderProse(text: string): string {
  if (text === '') return emptyCell
  return text
    .split('\n')
    .map((line) => neutraliseInline(escapeHidden(line)))
    .join('<br>')
}

/** A name, path or value of others as code, nothing lost: `parseCode` gives it back. */
export function renderCode(text: string): string {
  if (text === '') return emptyCell
  const shown = escapeHidden(text)
  return /[`|]/.test(shown) ? `<code>${neutraliseLiteral(shown)}</code>` : `\`${shown}\``
}
