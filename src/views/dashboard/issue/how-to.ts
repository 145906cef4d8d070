import { html } from 'hono/html'
import type { Links } from '../../markdown/links.ts'
import { type Markup, renderLink } from '../parts/markup.ts'

/** A command of ours or of git up to where the sentence goes on, code, a pull request. */
const special = /((?<![^\s(，、])(?:\/[a-z]|git )[^,，、]*)|`([^`]*)`|#(\d{1,9})/g

/** How something is done, in a sentence: what can be typed is code, a pull request is a link. */
export function renderHowTo(how: string, links: Links | null): Markup {
  const parts: Markup[] = []
  let at = 0
  for (const { 0: whole, 1: command, 2: code, 3: pull, index } of how.matchAll(special)) {
    parts.push(html`${how.slice(at, index)}`)
    parts.push(
      pull === undefined
        ? html`<code>${command ?? code ?? ''}</code>`
        : renderLink(whole, links?.pull(Number(pull)) ?? null),
    )
    at = index + whole.length
  }
  return html`${parts}${how.slice(at)}`
}
