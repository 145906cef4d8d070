import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPages } from '../../src/pages/create-pages.ts'
import { base, buildWorld, head } from '../support/build-world.ts'
import { fakeGitStore } from '../support/fake-git-store.ts'

const form = `
name: A task
labels: [bug]
body:
  - type: input
    attributes: { label: Goal }
  - type: textarea
    attributes: { label: Outline, render: yaml }
  - type: checkboxes
    attributes: { label: Agree, options: [{ label: I did }] }
`

/** The pages of a small world, and every call they make to the API. */
function buildPages(answer: { status: number; body: unknown } = { status: 201, body: { id: 77, number: 3 } }) {
  const built = buildWorld()
  const git = fakeGitStore({
    refs: { 'refs/heads/main': base, 'refs/heads/topic': head, 'refs/heads/topics/deep': head, 'refs/tags/v1': base },
    commits: [
      { sha: base, message: 'Begin' },
      { sha: head, message: 'feat: three\n\nBecause.' },
    ],
    files: {
      'README.md': '# Demo\n\nSee [x](src/x.ts).',
      'VERDICT.md': '---\nscore: 0.5\nwhy: "<b>&"\ncriteria:\n  - id: AC-1\n---\n\n# Rejected',
      'src/x.ts': 'export const x = 1\n',
      'evil.html': '<script>alert(1)</script>',
      '.github/ISSUE_TEMPLATE/task.yml': form,
      '.github/ISSUE_TEMPLATE/broken.yml': 'name: [',
    },
    changes: [
      {
        filename: 'src/x.ts',
        previousFilename: null,
        status: 'modified',
        additions: 1,
        deletions: 0,
        sha: 'c'.repeat(40),
        patch: '@@ -1,2 +1,3 @@\n one\n two\n+<b>three</b>',
      },
    ],
  })
  const calls: { method: string; url: string; authorization: string | null; body: unknown }[] = []
  const api: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.text()
    calls.push({
      method: request.method,
      url: request.url,
      authorization: request.headers.get('authorization'),
      body: text === '' ? null : JSON.parse(text),
    })
    return Response.json(answer.body, { status: answer.status })
  }
  const app = createPages({
    world: () => built.world,
    git: () => git,
    api: 'http://api.test/api/v3',
    dataDir: join(tmpdir(), 'none'),
    fetch: api,
    version: () => 'v7',
  })
  const get = async (path: string) => {
    const response = await app.request(`http://web.test${path}`)
    return { response, status: response.status, text: await response.text() }
  }
  const post = (path: string, fields: Record<string, string>, origin = 'http://web.test') =>
    app.request(`http://web.test${path}`, { method: 'POST', body: new URLSearchParams(fields), headers: { origin } })

  return { ...built, app, calls, get, post }
}

test.each([
  ['/', 'octo-org/demo'],
  ['/octo-org', 'octo-org/demo'],
  ['/octo-org/demo', '<h1 id="demo">Demo</h1>'],
  ['/octo-org/demo/tree/topics/deep/src', 'x.ts'],
  ['/octo-org/demo/blob/topics/deep/src/x.ts', 'hljs-keyword'],
  [
    '/octo-org/demo/blob/main/VERDICT.md',
    '<thead><tr><th>score</th><th>why</th><th>criteria</th></tr></thead><tbody><tr><td>0.5</td><td>&#x3C;b>&#x26;</td>',
  ],
  ['/octo-org/demo/blob/main/README.md', 'href="/octo-org/demo/blob/main/src/x.ts"'],
  [`/octo-org/demo/blob/${head}/src/x.ts`, 'hljs-keyword'],
  ['/octo-org/demo/branches', 'topics/deep'],
  ['/octo-org/demo/commits/topic', 'feat: three'],
  [`/octo-org/demo/commit/${head}`, '&lt;b&gt;three&lt;/b&gt;'],
  ['/octo-org/demo/issues', 'Broken'],
  ['/octo-org/demo/pulls', 'Change it'],
  ['/octo-org/demo/issues/1', 'id="issuecomment-12"'],
  ['/octo-org/demo/pull/2', 'id="pullrequestreview-51"'],
  ['/octo-org/demo/pull/2', 'id="discussion_r52"'],
  ['/octo-org/demo/pull/2', 'Merge pull request'],
  ['/octo-org/demo/pull/2/files', '&lt;b&gt;three&lt;/b&gt;'],
  ['/octo-org/demo/pull/2/files', 'id="discussion_r52"'],
  ['/octo-org/demo/pull/2/commits', 'feat: three'],
  ['/octo-org/demo/pull/2/checks', '/octo-org/demo/runs/70'],
  ['/octo-org/demo/runs/70', 'All fine'],
  ['/octo-org/demo/releases', '/octo-org/demo/releases/download/v1/a.tgz'],
  ['/octo-org/demo/releases/tag/v1', 'a.tgz'],
  ['/octo-org/demo/actions', '.github/workflows/export.yml'],
  ['/octo-org/demo/labels', 'bug'],
  ['/octo-org/demo/issues/new/choose', 'A task'],
  ['/octo-org/demo/issues/new?template=task.yml', 'Outline'],
  ['/_assets/style.css', 'prefers-color-scheme'],
  ['/_assets/github-markdown.css', '.markdown-body'],
  ['/_assets/draw-diagrams.js', 'mermaid'],
  ['/_assets/mermaid/mermaid.esm.min.mjs', 'export'],
])('%s shows %s', async (path, content) => {
  const { get } = buildPages()

  const { status, text } = await get(path)

  expect(status).toBe(200)
  expect(text).toContain(content)
})

test.each([
  '/nobody',
  '/octo-org/nothing',
  '/octo-org/demo/issues/99',
  '/octo-org/demo/pull/99',
  '/octo-org/demo/runs/99',
  '/octo-org/demo/tree/nowhere',
  '/octo-org/demo/blob/main/nothing.ts',
  '/octo-org/demo/commit/0123456',
  '/octo-org/demo/releases/tag/v9',
  '/octo-org/demo/releases/download/v1/nothing',
  '/octo-org/demo/what',
  '/_assets/create-pages.ts',
  '/_assets/mermaid/..%2f..%2fpackage.json',
])('%s is a page that says 404', async (path) => {
  const { get } = buildPages()

  const { status, text } = await get(path)

  expect(status).toBe(404)
  expect(text).toContain('There is nothing at')
})

test('an issue number that is a pull request leads there, and the other way round', async () => {
  const { get } = buildPages()

  const issue = await get('/octo-org/demo/issues/2')
  const pull = await get('/octo-org/demo/pull/1')

  expect(issue.response.headers.get('location')).toBe('/octo-org/demo/pull/2')
  expect(pull.response.headers.get('location')).toBe('/octo-org/demo/issues/1')
})

test('what strangers write runs nothing', async () => {
  const { issue, get } = buildPages()
  issue.title = '<script>alert("title")</script>'
  issue.body = [
    '<script>alert("body")</script>',
    '<img src="x" onerror="alert(1)">',
    '[link](javascript:alert(1)) <a href="javascript:alert(1)" id="composer">raw</a>',
    '<iframe src="https://evil.test"></iframe><form action="/x"></form><style>body{}</style>',
  ].join('\n\n')

  const { response, text } = await get('/octo-org/demo/issues/1')

  expect(text).not.toMatch(/<script>|onerror=|href="javascript:|<iframe|<style|action="\/x"|<a[^>]* id="composer"/)
  expect(text).toContain('&lt;script&gt;alert(&quot;title&quot;)&lt;/script&gt;')
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self';")
})

test('a file of a repository runs nothing when looked at raw', async () => {
  const { get } = buildPages()

  const { response, text } = await get('/octo-org/demo/raw/main/evil.html')

  expect(text).toBe('<script>alert(1)</script>')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a comment is rendered as GitHub renders it', async () => {
  const { issue, get } = buildPages()
  issue.body = [
    `one\ntwo #2 @writer @nobody ${head.slice(0, 10)} \`#2\` http://web.test/octo-org/demo/issues/1#issuecomment-12`,
    '| a | b |\n|:--|--:|\n| 1 | 2 |',
    '<details><summary>More</summary>\n\n- [x] done\n\n</details> <kbd>x</kbd><sub>y</sub>',
    '```mermaid\nflowchart LR\n  A --> B\n```',
    '> [!WARNING]\n> Careful',
  ].join('\n\n')

  const { text } = await get('/octo-org/demo/issues/1')

  expect(text).toContain('one<br>')
  expect(text).toContain('<a href="/octo-org/demo/pull/2" title="Change it">#2</a>')
  expect(text).toContain('<a class="mention" href="/writer">@writer</a> @nobody')
  expect(text).toContain(`href="/octo-org/demo/commit/${head.slice(0, 10)}"><code>${head.slice(0, 7)}</code></a>`)
  expect(text).toContain('<code>#2</code>')
  expect(text).toContain('#1 (comment)</a>')
  expect(text).toContain('<td align="right">2</td>')
  expect(text).toContain('<summary>More</summary>')
  expect(text).toContain('<input type="checkbox" checked disabled>')
  expect(text).toContain('<pre class="mermaid">flowchart LR')
  expect(text).toContain('markdown-alert-warning')
})

test('a comment is posted with the token of the chosen person', async () => {
  const { calls, post } = buildPages()

  const response = await post('/octo-org/demo/issues/1', { do: 'comment', as: 'writer', text: '/approve\r\nplease' })

  expect(calls).toEqual([
    {
      method: 'POST',
      url: 'http://api.test/api/v3/repos/octo-org/demo/issues/1/comments',
      authorization: 'token token-writer',
      body: { body: '/approve\nplease' },
    },
  ])
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/octo-org/demo/issues/1#issuecomment-77')
  expect(response.headers.get('set-cookie')).toContain('as=writer')
})

const repo = 'http://api.test/api/v3/repos/octo-org/demo'

test.each([
  [{ do: 'close', text: '' }, 'PATCH', `${repo}/issues/2`, { state: 'closed' }],
  [{ do: 'reopen', text: '' }, 'PATCH', `${repo}/issues/2`, { state: 'open' }],
  [{ do: 'add_label', label: 'bug' }, 'POST', `${repo}/issues/2/labels`, { labels: ['bug'] }],
  [{ do: 'remove_label', label: 'a/b' }, 'DELETE', `${repo}/issues/2/labels/a%2Fb`, null],
  [{ do: 'approve', text: 'ok' }, 'POST', `${repo}/pulls/2/reviews`, { body: 'ok', event: 'APPROVE' }],
  [{ do: 'request_changes', text: 'no' }, 'POST', `${repo}/pulls/2/reviews`, { body: 'no', event: 'REQUEST_CHANGES' }],
  [{ do: 'review', text: 'hm' }, 'POST', `${repo}/pulls/2/reviews`, { body: 'hm', event: 'COMMENT' }],
  [{ do: 'merge', sha: head }, 'PUT', `${repo}/pulls/2/merge`, { sha: head }],
  [{ do: 'reply', comment: '52', text: 'yes' }, 'POST', `${repo}/pulls/2/comments/52/replies`, { body: 'yes' }],
  [
    { do: 'line_comment', path: 'src/x.ts', line: '3', sha: head, text: 'here' },
    'POST',
    `${repo}/pulls/2/comments`,
    { body: 'here', commit_id: head, path: 'src/x.ts', line: 3, side: 'RIGHT' },
  ],
])('the button %o calls %s %s', async (fields, method, url, body) => {
  const { calls, post } = buildPages()

  const response = await post('/octo-org/demo/issues/2', { as: 'maintainer', ...fields })

  expect(calls).toEqual([{ method, url, authorization: 'token token-maintainer', body }])
  expect(response.headers.get('location')).toMatch(/^\/octo-org\/demo\/pull\/2/)
})

test('closing with a comment comments first', async () => {
  const { calls, post } = buildPages()

  await post('/octo-org/demo/issues/1', { do: 'close', as: 'writer', text: 'Done' })

  expect(calls.map((call) => call.body)).toEqual([{ body: 'Done' }, { state: 'closed' }])
})

test('a new issue from a form has the body GitHub makes of it', async () => {
  const { calls, post } = buildPages()

  const response = await post('/octo-org/demo/issues', {
    as: 'reader',
    title: 'New',
    template: 'task.yml',
    'field-1': 'a: 1\r\nb: 2',
    'field-2': 'I did',
  })

  const body = '### Goal\n\n_No response_\n\n### Outline\n\n```yaml\na: 1\nb: 2\n```\n\n### Agree\n\n- [X] I did'
  expect(calls[0]).toMatchObject({
    method: 'POST',
    url: `${repo}/issues`,
    body: { title: 'New', body, labels: ['bug'] },
  })
  expect(response.headers.get('location')).toBe('/octo-org/demo/issues/3')
})

test('a refusal shows the reason and keeps what was written', async () => {
  const { post } = buildPages({ status: 403, body: { message: 'Must have write access' } })

  const response = await post('/octo-org/demo/issues/1', { do: 'close', as: 'outsider', text: 'My long <text>' })

  const text = await response.text()
  expect(response.status).toBe(403)
  expect(text).toContain('Must have write access')
  expect(text).toContain('My long &lt;text&gt;')
})

test('nobody but the five people can be played', async () => {
  const { calls, post } = buildPages()

  const response = await post('/octo-org/demo/issues/1', { do: 'comment', as: 'sandbox-app[bot]', text: 'x' })

  expect(response.status).toBe(400)
  expect(calls).toEqual([])
})

test('a form of another site is refused', async () => {
  const { calls, post } = buildPages()

  const fields = { do: 'comment', as: 'writer', text: 'x' }
  const response = await post('/octo-org/demo/issues/1', fields, 'http://evil.test')

  expect(response.status).toBe(403)
  expect(calls).toEqual([])
})

test('a release asset is downloaded, never shown', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(dataDir, 'assets'))
  await writeFile(join(dataDir, 'assets', '91'), 'abc')
  const { world } = buildWorld()
  const git = fakeGitStore({ refs: {}, commits: [], files: {}, changes: [] })
  const app = createPages({ world: () => world, git: () => git, api: 'http://api.test', dataDir, version: () => 'v7' })

  const response = await app.request('http://web.test/octo-org/demo/releases/download/v1/a.tgz')

  expect(await response.text()).toBe('abc')
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.tgz")
})

test('a page says which state it shows and where the newest can be asked; an error is shown once', async () => {
  const { get } = buildPages()

  expect((await get('/octo-org/demo/issues/1')).text).toContain('data-version="v7"')
  expect((await get('/octo-org/demo/issues')).text).toContain('data-version="v7"')
  expect((await get('/_version')).text).toBe('v7')
  expect((await get('/octo-org/demo/issues/99')).text).not.toContain('data-version')
})
