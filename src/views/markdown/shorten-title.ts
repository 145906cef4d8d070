import { shorten } from './shorten.ts'

/**
 * A title at most `limit` long. A part of a split task says at its end what it is (`Write both: docs/a.md`), so that
 * end stays; code that would be cut open goes with the rest.
 */
export function shortenTitle(title: string, limit: number): string {
  if (title.length <= limit) return title
  const at = title.lastIndexOf(': ')
  const tail = at === -1 ? '' : title.slice(at)
  if (tail.length > limit / 2) return closeCode(shorten(title, limit))
  return `${closeCode(shorten(title.slice(0, at === -1 ? undefined : at), limit - tail.length))}${tail}`
}

function closeCode(text: string): string {
  const isOpen = (text.match(/`/g) ?? []).length % 2 === 1
  return isOpen ? `${text.slice(0, text.lastIndexOf('`')).trimEnd()}…` : text
}
