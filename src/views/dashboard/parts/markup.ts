import { html } from 'hono/html'
import { shortenOutput, splitOutput } from '../../../domain/content/output-block.ts'
import { t } from '../../language/t.ts'
import { asOneLine, removeHidden } from '../../markdown/hidden-characters.ts'
import { shorten } from '../../markdown/shorten.ts'

/** HTML that is escaped already. */
export type Markup = ReturnType<typeof html>

/** Text of others on one line: what stands in backquotes is code, nothing else is read as anything. */
export function renderInline(text: string, limit = 400): Markup {
  const parts = shorten(asOneLine(text), limit).split('`')
  // An odd number of backquotes: the last is one that opens nothing.
  const whole = parts.length % 2 === 1 ? parts : [...parts.slice(0, -2), parts.slice(-2).join('`')]
  return html`${whole.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** Text of others as it stands, line by line; only characters that nobody sees are gone. */
export function renderVerbatim(text: string, label: string): Markup {
  return html`<pre class="block" tabindex="0" role="region" aria-label="${label}">${removeHidden(text)}</pre>`
}

const mostLines = 12

/** What was found of a version, a line each, and below it what a program printed, shortened as in a review. */
export function renderFound(found: string, limit: number): Markup {
  const parts = splitOutput(shortenOutput(found))
  return html`${parts.map(
    ({ said, output }) =>
      html`${said.slice(0, mostLines).map((line) => html`<div>${renderInline(line, limit)}</div>`)}${output.length === 0 ? '' : renderVerbatim(output.join('\n'), t('output'))}`,
  )}`
}

/** Something that there is nothing of yet, and what brings it. */
export function renderEmpty(text: string): Markup {
  return html`<p class="empty">${text}</p>`
}

/** Rows of a name and what it is; those that say nothing are left out. */
export function renderFactList(facts: readonly (readonly [name: string, value: Markup | string | null])[]): Markup {
  return html`<dl class="facts">
    ${facts.map(([name, value]) =>
      value === null || value === ''
        ? ''
        : html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
    )}
  </dl>`
}

/** An address that leads out of the dashboard; anything but http(s) stays text. */
export function renderLink(text: Markup | string, url: string | null): Markup {
  const parsed = url === null ? null : URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return html`${text}`
  return html`<a href="${parsed.href}" rel="noreferrer">${text}</a>`
}

/** The first digits of a hash, all of them for who points at it or copies it. */
export function renderHash(hash: string, length = 12): Markup {
  return html`<code class="hash" title="${hash}">${hash.slice(0, length)}</code>`
}
