import { html } from 'hono/html'
import type { World } from '../world/world.ts'
import { listPeople, renderAvatar } from './parts/render-person.ts'
import type { Page } from './page.ts'

const english = {
  title: 'Sign in',
  heading: (app: string) => `Sign in to ${app}`,
  about: 'On GitHub one signs in with a password. Here one chooses whom to be.',
  choose: (login: string) => `Continue as ${login}`,
}

const chinese: typeof english = {
  title: '登录',
  heading: (app) => `登录 ${app}`,
  about: '在 GitHub 上用密码登录；在这里选择以谁的身份登录。',
  choose: (login) => `以 ${login} 的身份继续`,
}

/** Where one chooses whom to be; `query` is what the App asked with, and goes along with the choice. */
export function renderSignInPage(
  world: World,
  app: string,
  query: Record<string, string>,
  language: 'en' | 'zh-CN',
): Page {
  const words = language === 'zh-CN' ? chinese : english
  const people = listPeople(world).map(
    ({ login, name }) =>
      html`<li class="row">
        <span>${renderAvatar(world, login)} <b>${login}</b> ${name}</span>
        <button class="button" name="login" value="${login}">${words.choose(login)}</button>
      </li>`,
  )
  return {
    title: words.title,
    tab: null,
    language,
    body: html`<h1>${words.heading(app)}</h1>
      <p class="muted">${words.about}</p>
      <form method="post" action="/login/oauth/authorize">
        ${Object.entries(query).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
        <ul class="box">
          ${people}
        </ul>
      </form>`,
  }
}
