import { html } from 'hono/html'
import { linkFile, linkIssue } from '../links.ts'
import { renderIcon } from '../parts/icons.ts'
import { renderTime } from '../parts/render-time.ts'
import type { Page, RepositoryView } from '../page.ts'

const prefix = 'refs/heads/'

/** All branches, the default one first, with the pull request each is the head of. */
export async function renderBranchesPage(view: RepositoryView): Promise<Page> {
  const refs = await view.git.listRefs(prefix)
  const branches = await Promise.all(
    refs.map(async ({ ref, sha }) => ({ name: ref.slice(prefix.length), commit: await view.git.readCommit(sha) })),
  )
  const first = (name: string) => (name === view.repository.defaultBranch ? 0 : 1)
  const rows = branches
    .sort((a, b) => first(a.name) - first(b.name) || b.commit.committer.date.localeCompare(a.commit.committer.date))
    .map(({ name, commit }) => {
      const pull = view.repository.pulls.findLast((candidate) => candidate.head.ref === name)
      return html`<li class="row">
        <div>
          <a class="branch" href="${linkFile(view.base, 'tree', name)}">${renderIcon('branch')} ${name}</a>
          ${name === view.repository.defaultBranch ? html`<span class="badge">default</span>` : ''}
          ${pull ? html`<a href="${linkIssue(view.base, view.repository, pull)}">${renderIcon('pull')} #${pull.number}</a>` : ''}
          <div class="muted">${commit.message.split('\n')[0]}</div>
        </div>
        <span class="muted">${renderTime(commit.committer.date)}</span>
      </li>`
    })
  return {
    title: 'Branches',
    tab: 'code',
    body: html`<h1>Branches</h1>
      <ul class="box">
        ${rows}
      </ul>`,
  }
}
