import { html } from 'hono/html'
import { getReviewer } from '../../instance/create-world.ts'
import type { World } from '../../world/world.ts'
import type { Markup, RepositoryView } from '../page.ts'

/** A coloured disc (square for bots) with the first letter: pictures would need the network. */
export function renderAvatar(world: World, login: string): Markup {
  const bot = world.users.find((user) => user.login === login)?.type === 'Bot'
  const hue = Buffer.from(login).reduce((sum, byte) => (sum * 31 + byte) % 360, 7)
  return html`<span class="avatar${bot ? ' avatar-bot' : ''}" style="--hue:${hue}" aria-hidden="true"
    >${(login[0] ?? '?').toUpperCase()}</span
  >`
}

/** Bot logins lose their `[bot]`, which becomes a badge, as on GitHub. */
export function renderLogin(login: string): Markup {
  const name = login.replace(/\[bot\]$/, '')
  const badge = name === login ? '' : html` <span class="badge">bot</span>`
  return html`<a class="author" href="/${name}">${name}</a>${badge}`
}

/** Where a person stands towards the repository: `Member` of its organisation, or nothing. */
export function renderAssociation(view: RepositoryView, login: string): Markup | '' {
  const role = view.repository.roles[login]
  return role && !login.endsWith('[bot]') ? html` <span class="badge" title="Role: ${role}">Member</span>` : ''
}

/** The people forms can be sent as: those who hold a token. The bot's second identity is nobody to play. */
export function listPeople(world: World) {
  const reviewer = getReviewer(world)
  return world.users.filter((user) => user.type === 'User' && user.token !== undefined && user.login !== reviewer)
}

/** The choice who sends a form. */
export function renderPersonSelect(view: RepositoryView): Markup {
  const options = listPeople(view.world).map((person) => {
    const role = view.repository.roles[person.login] ?? 'outsider'
    return html`<option value="${person.login}" ${person.login === view.actor ? 'selected' : ''}>
      ${person.login} (${role})
    </option>`
  })
  return html`<label class="as"
    >as
    <select name="as">
      ${options}
    </select></label
  >`
}
