import type { DataBlock } from '../../../application/ports/models/language-model.ts'

/** Text of others, in a block that ends only at a mark which is drawn anew for each question: no text can know it. */
export function renderDataBlock({ label, text }: DataBlock, mark: string, mostLength: number): string {
  return `<data ${mark} ${label}>\n${cut(text, mostLength)}\n</data ${mark}>`
}

function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length)}\n[… ${text.length - length} more characters are left out …]`
}
