const one = String.raw`(?:https?:\/\/[^\s<>()]{1,300}|\[[^\]]{0,200}\]\([^)\s]{1,300}\)|(?:[\w.-]{1,60}\/[\w.-]{1,100})?#\d{1,9}|GH-\d{1,9})`
const lead = String.raw`(?:(?:finali[sz]e|finish|complete|resolve|merge|land|see(?: also)?|related(?: to)?|ref(?:s|erences)?|cc|issue|pr|pull request|close[sd]?|fix(?:es|ed)?|blocked by|part of|tracked (?:in|by)|depends on|duplicate of|supersedes)\s*:?\s+)?(?:(?:issue|pr|pull request|ticket)s?\s+)?`
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- at most 1,500 characters are read
const refs = new RegExp(String.raw`^${lead}${one}(?:(?:\s*[,;&]\s*|\s+and\s+|\s+)${one}){0,20}\s*[.,;]?$`, 'i')
const linkedWork = /^\[([^\]]{1,200})\]\(([^)\s]{1,300})\)$/

/** An item that only names other issues or pages: `#12`, `octo/clock#7`, a URL, a link to a pull request. */
export function isReference(text: string): boolean {
  const plain = text.replaceAll(/\*\*|~~/g, '').trim()
  return plain.length <= 1500 && refs.test(plain)
}

/** `Ada #1142 [EPIC]`: an issue, whose it is, and what state it is in. */
const owned = /^@?\p{Lu}[\w-]{0,40} (?:[\w.-]{1,60}\/[\w.-]{1,100})?#\d{1,9}(?: ?\[[^\]\n]{1,60}\])*$/u

export function isOwnedReference(text: string): boolean {
  return text.length <= 200 && owned.test(text)
}

/** The words of a link that is a whole item and leads to no issue: they may name work. */
export function linkedWords(text: string): string | undefined {
  const match = linkedWork.exec(text.trim())
  return match === null || /\/(?:issues|pull|discussions)\/\d+/.test(match[2] ?? '') ? undefined : match[1]
}
