import { toOneLine } from '../../markdown/hidden-characters.ts'
import { shorten } from '../../markdown/shorten.ts'

/** Text of others as one line without control characters: what records say must not steer a terminal. */
export function plain(text: string, limit: number): string {
  return shorten(toOneLine(text), limit)
}
