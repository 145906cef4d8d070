import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import { renderEmpty } from '../parts/markup.ts'

export interface NoticeWay {
  name: string
  href: string
}

/** A page that says why there is no other, and where it goes on. */
export function renderNoticePage(title: string, why: string, way?: NoticeWay): PageContent {
  return {
    title,
    crumbs: [],
    body: html`<div class="title"><h1>${title}</h1></div>
      ${renderEmpty(why)} ${way === undefined ? '' : html`<p><a href="${way.href}">${way.name}</a></p>`}`,
  }
}
