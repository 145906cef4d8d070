import { html } from 'hono/html'
import type { PageContent } from '../frame.ts'
import { renderEmpty } from '../parts/markup.ts'
import { t } from '../../language/t.ts'

/** The first page of a server: repositories that whoever looks may read. */
export function renderRepositoriesPage(repositories: readonly { key: string; isPrivate: boolean }[]): PageContent {
  const owners = [...new Set(repositories.map(({ key }) => key.split('/')[0] ?? ''))]
  return {
    title: `${t('Repositories')} · Countersign`,
    crumbs: [],
    body: html`<div class="title"><h1>${t('Repositories')}</h1></div>
      ${repositories.length === 0 ? renderEmpty(t('The App is installed on no repository that you may read.')) : ''}
      ${owners.map(
        (owner) =>
          html`<section class="card">
            <h2>${owner}</h2>
            <ul class="rows">
              ${repositories
                .filter(({ key }) => key.startsWith(`${owner}/`))
                .map(
                  ({ key, isPrivate }) =>
                    html`<li>
                      <a href="${key}/index.html">${key.slice(owner.length + 1)}</a>
                      <span class="muted">${isPrivate ? t('private') : t('public')}</span>
                    </li>`,
                )}
            </ul>
          </section>`,
      )}`,
  }
}
