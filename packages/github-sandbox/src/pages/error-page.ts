import { html } from 'hono/html'
import type { Page } from './page.ts'

export function renderNotFoundPage(path: string): Page {
  return {
    title: 'Not found',
    tab: null,
    body: html`<h1>404</h1>
      <p>There is nothing at <code>${path}</code>.</p>
      <p><a href="/">All repositories</a></p>`,
  }
}

/** What the API answered to a form, with the text that was sent, so that nothing written is lost. */
export function renderRefusalPage(refusal: {
  status: number
  message: string
  as: string
  text: string
  back: string
}): Page {
  return {
    title: `Refused: ${refusal.message}`,
    tab: null,
    body: html`<h1>That was refused</h1>
      <p class="notice notice-danger">
        <b>${refusal.status}</b> ${refusal.message} <span class="muted">(as ${refusal.as})</span>
      </p>
      ${
        refusal.text === ''
          ? ''
          : html`<p>Your text:</p>
              <pre class="box code">${refusal.text}</pre>`
      }
      <p><a href="${refusal.back}">Back</a></p>`,
  }
}
