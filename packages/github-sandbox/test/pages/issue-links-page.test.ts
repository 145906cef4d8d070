import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkBlocker, linkParent } from '../../src/world/issue-links.ts'
import { createPages } from '../../src/pages/create-pages.ts'
import { base, buildIssue, buildWorld } from '../support/build-world.ts'
import { fakeGitStore } from '../support/fake-git-store.ts'

/** Issue 1 has two sub-issues: 3, which is closed or open, and 4, which waits for it; 5 stands alone. */
function buildPages(state: 'open' | 'closed') {
  const { world, repo, issue } = buildWorld()
  const first = buildIssue({ number: 3, id: 3003, title: 'First <b>', state })
  const second = buildIssue({ number: 4, id: 3004, title: 'Second' })
  second.timeline.push({
    id: 90,
    event: 'blocked_by_added',
    actor: 'writer',
    createdAt: second.createdAt,
    detail: { blocked_by: first.id },
  })
  repo.issues.push(first, second, buildIssue({ number: 5, id: 3005, title: 'Alone' }))
  linkParent(issue, first)
  linkParent(issue, second)
  linkBlocker(second, first)
  const git = fakeGitStore({ refs: { 'refs/heads/main': base }, commits: [], files: {}, changes: [] })
  const app = createPages({
    version: () => 'v7',
    world: () => world,
    git: () => git,
    api: 'http://api.test',
    dataDir: join(tmpdir(), 'none'),
  })

  return async (number: number) =>
    (await (await app.request(`http://web.test/octo-org/demo/issues/${number}`)).text()).replace(/\s+/g, ' ')
}

test('an issue shows its sub-issues and which of them is held up', async () => {
  const show = buildPages('open')

  const text = await show(1)

  expect(text).toContain('0 of 2 closed')
  expect(text).toContain('<a href="/octo-org/demo/issues/3">First &lt;b&gt; #3</a>')
  expect(text).toContain('Blocked by #3')
})

test('a closed issue holds up nothing', async () => {
  const show = buildPages('closed')

  const text = await show(1)

  expect(text).toContain('1 of 2 closed')
  expect(text).not.toContain('Blocked by')
})

test('a sub-issue shows its parent, what it waits for, and when that was said', async () => {
  const show = buildPages('open')

  const text = await show(4)

  expect(text).toContain('<h2>Parent issue</h2>')
  expect(text).toMatch(/<h2>Blocked by<\/h2> <div>.*?issues\/3/)
  expect(text).toMatch(/added blocker <a href="\/octo-org\/demo\/issues\/3"/)
})

test('an issue without links shows nothing of the kind', async () => {
  const show = buildPages('open')

  const text = await show(5)

  expect(text).toContain('Alone')
  expect(text).not.toMatch(/Sub-issues|Parent issue|Blocking/)
})
