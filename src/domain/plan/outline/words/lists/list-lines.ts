import { recordText } from '../../../../language/message.ts'
const most = 6

/** `line 3`, `lines 3, 4 and 9`, `lines 3, 4, 9, 12, 13, 20 and 5 more`; `isFirst`: with a capital. */
export function listLines(lines: readonly number[], isFirst = false): string {
  const [first, second] = lines
  if (second === undefined)
    return recordText(isFirst ? 'Line {line_number}' : 'line {line_number}', { line_number: first ?? '' })
  const named =
    lines.length > most
      ? recordText('{items} and {n} more', { items: lines.slice(0, most).join(', '), n: lines.length - most })
      : recordText('{numbers} and {n}', { numbers: lines.slice(0, -1).join(', '), n: lines.at(-1) ?? '' })
  return recordText(isFirst ? 'Lines {line_numbers}' : 'lines {line_numbers}', { line_numbers: named })
}
