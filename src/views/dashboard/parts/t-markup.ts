import { html } from 'hono/html'
import type { MessageKey, MessageValues } from '../../../domain/language/message.ts'
import { findUnfilled } from '../../language/t.ts'
import type { Markup } from './markup.ts'

type MarkupValue = Markup | string | number

/** `t` where links, code or times stand in the sentence: what is text is escaped, in the message and in its values. */
export function tMarkup<M extends MessageKey>(message: M, ...[values]: MessageValues<M, MarkupValue>): Markup {
  return fillMarkup(findUnfilled(message, values), values)
}

function fillMarkup(text: string, values: Readonly<Record<string, MarkupValue>> = {}): Markup {
  const pieces = text.split(/\{(\w+)\}/)
  return html`${pieces.map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? `{${piece}}`)))}`
}
