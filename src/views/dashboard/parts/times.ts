import { html } from 'hono/html'
import { renderTime } from '../../text/time.ts'
import type { Markup } from './markup.ts'

/** `21 Nov 03:12 UTC`; what is no time stands as it is. */
export function renderWhen(iso: string): Markup {
  return html`<time datetime="${iso}">${renderTime(iso)}</time>`
}
