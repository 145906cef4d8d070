/** Without the asterisks of `**must**`, which whoever neutralises the text would show; code and powers stay whole. */
export function withoutEmphasis(text: string): string {
  return text.replaceAll(
    /(`[^`]*`)|\*\*(?=[^\s*])([^*`]*[^\s*`])\*\*/g,
    (_whole, code?: string, words?: string) => code ?? words ?? '',
  )
}

const link = /(`[^`\n]*`)|(?<!!)\[([^\][\n]{1,200})\]\([^()\s]{1,500}\)/g
/** What such words name, only the link tells. */
const pointing = /^(?:here|this|that|link|see|source|\d+)$/i

/** Links as their words; where these only point (`[here](…)`), and in code, it stays as it is. */
export function withoutLinks(text: string): string {
  return text.replaceAll(link, (whole, code?: string, words?: string) =>
    code !== undefined || words === undefined || pointing.test(words.trim()) ? whole : words,
  )
}
