import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import { renderEmpty } from '../parts/markup.ts'

/** A page that says why there is no other. */
export function renderNoticePage(title: string, why: string): PageContent {
  return {
    title,
    crumbs: [],
    body: html`<div class="title"><h1>${title}</h1></div>
      ${renderEmpty(why)}`,
  }
}
