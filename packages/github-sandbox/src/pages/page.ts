import type { html } from 'hono/html'
import type { GitStore } from '../handler/git-store.ts'
import type { Repository, World } from '../world/world.ts'

/** HTML that is escaped already. */
export type Markup = ReturnType<typeof html>

export type Tab = 'code' | 'issues' | 'pulls' | 'actions' | 'releases'

/** What a page shows inside the common frame. */
export interface Page {
  title: string
  tab: Tab | null
  body: Markup
  /** English where none is named. */
  language?: 'en' | 'zh-CN'
}

/** Everything a page of one repository is drawn from. */
export interface RepositoryView {
  world: World
  repository: Repository
  git: GitStore
  /** `/owner/name`, the start of every link. */
  base: string
  /** `http://host:port` of the pages, to recognise links to ourselves. */
  origin: string
  /** Login of the person chosen last in a form. */
  actor: string
}
