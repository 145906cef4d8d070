/** Without the asterisks of `**must**`, which whoever neutralises the text would show; code and powers stay whole. */
export function withoutEmphasis(text: string): string {
  return text.replaceAll(
    /(`[^`]*`)|\*\*(?=[^\s*])([^*`]*[^\s*`])\*\*/g,
    (_whole, code?: string, words?: string) => code ?? words ?? '',
  )
}
