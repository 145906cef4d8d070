import { html } from 'hono/html'
import type { World } from '../world/world.ts'
import { listPeople, renderAvatar } from './parts/render-person.ts'
import { renderTime } from './parts/render-time.ts'
import type { Page } from './page.ts'

/** All repositories, and the people one can play; narrowed to one owner when given. */
export function renderStartPage(world: World, owner?: string): Page {
  const repositories = world.repositories.filter((repository) => owner === undefined || repository.owner === owner)
  const rows = repositories.map(
    (repository) =>
      html`<li class="row">
        <div>
          <a class="row-title" href="/${repository.owner}/${repository.name}">${repository.owner}/${repository.name}</a>
          <span class="badge">${repository.private ? 'Private' : 'Public'}</span>
          <div class="muted">${repository.description ?? ''}</div>
        </div>
        <span class="muted">pushed ${renderTime(repository.pushedAt)}</span>
      </li>`,
  )
  const people = listPeople(world).map((person) => {
    const roles = repositories.map((repository) => repository.roles[person.login] ?? 'outsider')
    return html`<li class="row">
      <span
        >${renderAvatar(world, person.login)} <a href="/${person.login}"><b>${person.login}</b></a> ${person.name}</span
      >
      <span class="muted">${[...new Set(roles)].join(', ')}</span>
    </li>`
  })
  return {
    title: owner ?? 'Sandbox GitHub',
    tab: null,
    body: html`<h1>${owner ?? 'Repositories'}</h1>
      ${
        rows.length > 0
          ? html`<ul class="box">
              ${rows}
            </ul>`
          : html`<p class="muted">No repositories.</p>`
      }
      ${
        owner === undefined
          ? html`<h2>People</h2>
              <ul class="box">
                ${people}
              </ul>`
          : ''
      }`,
  }
}
