import type { MessageValue } from '../../domain/language/message.ts'

/** `{name}` in a translation by its value, as it is. Between what is Chinese on both sides stands no space. */
export function fillTranslation(text: string, values: Readonly<Record<string, MessageValue>> = {}): string {
  return text.replaceAll(/( ?)\{(\w+)\}( ?)/g, (whole, before: string, name: string, after: string, at: number) => {
    const value = String(values[name] ?? `{${name}}`)
    const lead = isHan(text[at - 1]) && /^[\p{Script=Han}「（]/u.test(value) ? '' : before
    const tail = isHan(text[at + whole.length]) && /[\p{Script=Han}」）]$/u.test(value) ? '' : after
    return `${lead}${value}${tail}`
  })
}

function isHan(letter: string | undefined): boolean {
  return letter !== undefined && /\p{Script=Han}/u.test(letter)
}
