import { html } from 'hono/html'
import { catalogues } from '../../domain/language/catalogues.ts'
import { type Language, languageTags } from '../../domain/language/language.ts'
import { currentLanguage } from '../language/current.ts'
import { t } from '../language/t.ts'
import { type Markup, renderLink } from './parts/markup.ts'
import { renderShapes } from './parts/tones.ts'
import { renderWhen } from './parts/times.ts'
import { tMarkup } from './parts/t-markup.ts'

/** Each as itself. */
function nameLanguage(tag: Language): string {
  return tag === 'en' ? 'English' : catalogues[tag].name
}

/** What stands around a page: where it is, what it was read from, who looks at it. */
export interface PageFrame {
  /** From this page to the folder of the dashboard's own files, with a slash at its end. */
  assets: string
  /** From this page to the first page of the repository, with a slash at its end. */
  root: string
  /** What the repository is called; null on pages above it. */
  repository: string | null
  /** Pages above the repository's: from this one. */
  above: readonly Crumb[]
  /** Pages of the repository that no branch has, by their place beside its first one. */
  beside: readonly Crumb[]
  /** The commit of the workflow branch that it was made of. */
  source: { ref: string; commit: string; committedAt: string } | null
  /** Whether the page can be told that something changed. */
  isLive: boolean
  viewer: Viewer | null
  /** Address of a comment that was just written from the page. */
  told: string | null
  /** In pages that no server sends, which therefore has to stand in them. */
  policy: string | null
}

/** Who looks at it, signed in. */
export interface Viewer {
  login: string
  /** Goes with every form, and is known to nobody else. */
  formToken: string
  signOut: string
}

export interface Crumb {
  name: string
  href: string
}

export interface PageContent {
  title: string
  crumbs: readonly Crumb[]
  body: Markup
  /** It shows something that is not on the branch, too. */
  showsMore?: boolean
}

/** A whole page. */
export function renderHtmlPage(frame: PageFrame, { title, crumbs, body, showsMore = false }: PageContent): Markup {
  const home = frame.repository === null ? [] : [{ name: frame.repository, href: `${frame.root}index.html` }]
  const all = [...frame.above, ...home, ...crumbs]
  return html`<!doctype html>
    <html lang="${currentLanguage()}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${frame.policy === null ? '' : html`<meta http-equiv="Content-Security-Policy" content="${frame.policy}" />`}
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="same-origin" />
        <title>${title}</title>
        <link rel="icon" href="${frame.assets}icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${frame.assets}dashboard.css" />
        <script defer src="${frame.assets}dashboard.js"></script>
      </head>
      <body${frame.isLive ? renderNewsOf(frame) : ''}>
        ${renderShapes()}
        <a class="skip" href="#main">${t('To the content')}</a>
        <header class="bar">
          <nav aria-label="${t('Where this is')}">
            <ol>
              <li class="brand">
                <svg width="20" height="20" viewBox="0 0 16 16" aria-hidden="true">
                  <path d="M2 3.5h12M2 8h7M2 12.5h5" class="line" />
                  <path d="m9.5 12 1.8 1.8 3.2-3.9" class="line accent" />
                </svg>
                <span>Countersign</span>
              </li>
              ${all.map((crumb, index) => renderCrumb(crumb, index === all.length - 1))}
            </ol>
          </nav>
          ${frame.viewer === null ? '' : renderViewer(frame.viewer)}
        </header>
        <main id="main">${frame.told === null ? '' : renderTold(frame.told)}${body}</main>
        <footer>${renderFooter(frame, showsMore)}${frame.policy === null ? renderOtherLanguages() : ''}</footer>
      </body>
    </html>`
}

/** Where news come from, and what the script says of them. */
function renderNewsOf({ root, source }: PageFrame): Markup {
  return html` data-events="${root}events" data-commit="${source?.commit ?? ''}"
  data-updated="${t('Brought up to date at {time}.', { time: '{time}' })}"
  data-ended="${t('This page is as it was: you are signed out, or may not read it any more.')}"
  data-again="${t('Open it again')}"`
}

function renderTold(told: string): Markup {
  return html`<p class="note tone-done" role="status">
    ${tMarkup('It {link} now, in your name; the answer comes there, and this page follows.', { link: renderLink(t('stands in the thread'), told) })}
  </p>`
}

function renderCrumb({ name, href }: Crumb, isLast: boolean): Markup {
  return html`<li><a href="${href}" ${isLast ? html`aria-current="page"` : ''}>${name}</a></li>`
}

function renderViewer({ login, formToken, signOut }: Viewer): Markup {
  return html`<form class="viewer" method="post" action="${signOut}">
    <input type="hidden" name="form_token" value="${formToken}" />
    <span>${login}</span> <button class="plain">${t('Sign out')}</button>
  </form>`
}

/** A server speaks whatever is asked for; written pages are in one language. */
function renderOtherLanguages(): Markup {
  const others = languageTags.filter((tag) => tag !== currentLanguage())
  return html`<p>
    ${others.map((tag) => html`<a href="?language=${tag}" hreflang="${tag}" lang="${tag}">${nameLanguage(tag)}</a>`)}
  </p>`
}

function renderFooter({ source }: PageFrame, showsMore: boolean): Markup {
  const live = html`<span id="live" role="status"></span>`
  if (source === null) return html`<p>${live}</p>`
  const from = {
    branch: html`<code>${source.ref.replace(/^refs\/(?:heads|remotes)\//, '')}</code>`,
    commit: html`<code title="${source.commit}">${source.commit.slice(0, 12)}</code>`,
    at: renderWhen(source.committedAt),
  }
  return html`<p>
    ${
      showsMore
        ? tMarkup(
            'Read from {branch} at {commit}, committed {at}; what the doctor found is kept by this server alone.',
            from,
          )
        : tMarkup(
            'Read from {branch} at {commit}, committed {at}. All that stands here is on that branch; nothing else is stored for it.',
            from,
          )
    }
    ${live}
  </p>`
}
