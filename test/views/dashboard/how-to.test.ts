import { expect, test } from 'vitest'
import { renderHowTo } from '../../../src/views/dashboard/issue/how-to.ts'
import { buildLinks } from '../../../src/views/markdown/links.ts'

const place = { web: 'https://github.com', repository: 'octo/widgets', issueNumber: 7, workflowBranch: 'w' }
const links = { ...buildLinks(place), pull: (number: number) => `https://github.com/p/${number}` }

test.each([
  ['/approve plan@1a2b3c4', '<code>/approve plan@1a2b3c4</code>'],
  [
    'a review of #12, or /approve T1, or /reject T1 <why>',
    'a review of <a href="https://github.com/p/12" rel="noreferrer">#12</a>, or <code>/approve T1</code>, or <code>/reject T1 &lt;why&gt;</code>',
  ],
  [
    '/retry T1、/assign T1 @用户名，或 /replan <要修改什么>',
    '<code>/retry T1</code>、<code>/assign T1 @用户名</code>，或 <code>/replan &lt;要修改什么&gt;</code>',
  ],
  ['git fetch && git switch a/b, commit and push', '<code>git fetch &amp;&amp; git switch a/b</code>, commit and push'],
  ['into `main` <b>', 'into <code>main</code> &lt;b&gt;'],
])('only what can be typed is code, and a pull request a link: %s', async (how, expected) => {
  expect((await renderHowTo(how, links)).toString()).toBe(expected)
})

test('where it is not known where GitHub is, a pull request is its number', async () => {
  expect((await renderHowTo('opens #12', null)).toString()).toBe('opens #12')
})
