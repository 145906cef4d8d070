import { expect, test } from 'vitest'
import { readText } from '../../support/dashboard/read-html.ts'
import { readFormToken, Visitor } from '../../support/dashboard/visitor.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

/** Its heads outlive the process, and so are known to the dashboard. */
const world = useWorld({ env: () => Promise.resolve({ DATABASE: 'embedded' }) })
const body = writeIssue([{ id: 'T1', path: 'a.txt', content: 'a\n', criteria: ['A reader learns who wrote it'] }])

const dashboard = () => world.running.app.dashboardUrl ?? ''
const logins = () => world.running.sandbox.logins

/** For all tests: what is installed, and what of it is private, is asked of GitHub once a minute. */
let shared: Promise<{ open: Playground; closed: Playground }> | undefined

async function openRepositories() {
  const [open, closed] = [await world.repository(), await world.repository()]
  const found = findRepository(closed)
  found.private = true
  delete found.roles[logins().reader]
  return { open, closed }
}

function findRepository({ repository }: Playground) {
  const all = world.running.sandbox.world.repositories
  const found = all.find(({ owner, name }) => repository === `${owner}/${name}`)
  if (found === undefined) throw new Error('it is there')
  return found
}

/** What a person wrote there last. */
async function lastWords(repo: Playground, issue: number, login: string): Promise<string | undefined> {
  const { data } = await repo.as('maintainer').rest.issues.listComments({ ...repo.place, issue_number: issue })
  return data.findLast(({ user }) => user?.login === login)?.body ?? undefined
}

async function planned(which: 'open' | 'closed' = 'open') {
  const repo = (await (shared ??= openRepositories()))[which]
  const issue = await repo.planIssue('Say who wrote it', body)
  return { repo, issue, page: `${dashboard()}/${repo.repository}/ISS-${String(issue).padStart(3, '0')}/index.html` }
}

test('who signed in approves by a button, and the thread has it in their name', async () => {
  const { repo, issue, page } = await planned()
  const ada = new Visitor()
  const seen = await ada.signInAs(logins().maintainer, page)
  expect(seen.url).toBe(page)
  const [, command = ''] = /value="(approve plan@[0-9a-f]+)"/.exec(seen.text) ?? []

  const after = await ada.send(page.replace('index.html', 'act'), { form_token: readFormToken(seen.text), command })
  await world.running.idle()

  expect(readText(after.text)).toContain('stands in the thread')
  expect(await lastWords(repo, issue, logins().maintainer)).toBe(`/${command}`)
  expect((await repo.record(issue)).approved?.by).toBe(logins().maintainer)
  const task = await ada.open(page.replace('index.html', 'T1.html'))
  expect(readText(task.text)).toMatch(/Only a candidate Version 1 waits for its review/)
})

test('who has no role is told so in the thread, as for any comment', async () => {
  const { repo, issue, page } = await planned()
  const visitor = new Visitor()
  const seen = await visitor.signInAs(logins().reader, page)
  const fields = { form_token: readFormToken(seen.text), command: 'stop', words: 'please' }

  await visitor.send(page.replace('index.html', 'act'), fields)
  await world.running.idle()

  expect(await lastWords(repo, issue, logins().reader)).toBe('/stop please')
  expect((await repo.record(issue)).stopped).toBeNull()
})

test('who has lost the role since the page was opened is refused in the thread', async () => {
  const { repo, issue, page } = await planned()
  const grace = new Visitor()
  const seen = await grace.signInAs(logins().writer, page)
  const roles = findRepository(repo).roles
  const before = roles[logins().writer]
  roles[logins().writer] = 'read'

  await grace.send(page.replace('index.html', 'act'), { form_token: readFormToken(seen.text), command: 'stop' })
  await world.running.idle()
  if (before !== undefined) roles[logins().writer] = before

  expect((await repo.record(issue)).stopped).toBeNull()
  expect((await repo.thread(issue)).at(-1)).toContain(`@${logins().writer}`)
})

test('a form from another site, without its token or with a command of its own does nothing', async () => {
  const { repo, issue, page } = await planned()
  const ada = new Visitor()
  const seen = await ada.signInAs(logins().maintainer, page)
  const act = page.replace('index.html', 'act')
  const [form_token, command] = [readFormToken(seen.text), 'stop']
  const before = await repo.thread(issue)

  const forged = [
    await ada.send(act, { form_token, command }, 'https://evil.example'),
    await ada.send(act, { form_token: 'x', command }),
    await ada.send(act, { command }),
    await ada.send(act, { form_token, command: 'replan' }),
    await ada.send(act, { form_token, command: 'stop\n/export' }),
    await new Visitor().send(act, { form_token, command }),
  ]
  await world.running.idle()

  expect(forged.map(({ status }) => status)).toEqual([403, 403, 403, 422, 422, 401])
  expect(await repo.thread(issue)).toEqual(before)
})

test('no token reaches the browser, and a sign-in counts once and for who began it', async () => {
  const { page } = await planned()
  const ada = new Visitor()
  const asked = await ada.open(page)
  const { origin, searchParams } = new URL(asked.url)
  const seen = await ada.signInAs(logins().maintainer, page)

  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect([...ada.cookiesOf(page), seen.text].filter((one) => one.includes('ghu_'))).toEqual([])
  const stolen = `${dashboard()}/callback?code=x&state=${searchParams.get('state') ?? ''}`
  expect((await new Visitor().open(stolen)).status).toBe(403)
  expect(origin).toBe(world.running.sandbox.web)
})

test('a page whose head is known asks GitHub nothing', async () => {
  const { page } = await planned()
  const ada = new Visitor()
  await ada.signInAs(logins().maintainer, page)
  const before = world.running.requests.length

  await ada.open(page)
  await ada.open(page.replace('index.html', 'T1.html'))

  expect(world.running.requests.slice(before).map(({ route }) => route)).toEqual([])
})

test('of a private repository nothing is shown to who can’t read it on GitHub', async () => {
  const { repo, page } = await planned('closed')
  const [reader, maintainer] = [new Visitor(), new Visitor()]

  const refused = await reader.signInAs(logins().reader, page)
  const shown = await maintainer.signInAs(logins().maintainer, page)

  expect([refused.status, shown.status]).toEqual([404, 200])
  expect(refused.text).not.toContain('Say who wrote it')
  expect((await reader.open(`${dashboard()}/index.html`)).text).not.toContain(repo.repository)
  expect((await reader.open(page.replace(/ISS-.*/, 'events'))).status).toBe(404)
})
