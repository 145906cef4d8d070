import { type FrameOf, listPages, makeDashboardPage } from '../../../src/application/dashboard/make-page.ts'
import type { BranchTexts } from '../../../src/application/ports/state/branch-texts.ts'

const frameOf: FrameOf = (depth) => ({
  root: depth === 0 ? './' : '../'.repeat(depth),
  assets: `${'../'.repeat(depth)}_/`,
  repository: 'octo/widgets',
  above: [],
  beside: [],
  source: null,
  isLive: false,
  viewer: null,
  told: null,
  policy: null,
})

function sourceOf(texts: BranchTexts) {
  return {
    texts,
    ref: 'refs/heads/x',
    commit: 'c'.repeat(40),
    committedAt: '',
    web: 'https://github.com',
    examine: null,
  }
}

/** `login`: who looks, signed in. */
export async function makeTestPage(texts: BranchTexts, path: string, query = '', login?: string): Promise<string> {
  const viewer = login === undefined ? null : { login, formToken: 'token', signOut: '/sign-out' }
  const frame: FrameOf = (depth) => ({ ...frameOf(depth), viewer })
  return (await makeDashboardPage(sourceOf(texts), path, new URLSearchParams(query), frame)).html
}

/** Every page there is, by path. */
export async function makeAllPages(texts: BranchTexts): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  for (const path of await listPages(sourceOf(texts))) pages.set(path, await makeTestPage(texts, path))
  return pages
}
