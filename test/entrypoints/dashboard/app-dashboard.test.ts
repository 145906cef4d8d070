import { describe, expect, test } from 'vitest'
import { shownIssue } from '../../support/dashboard/fake-app-dashboard.ts'
import {
  dashboardOrigin,
  openSignedInDashboard,
  shownPage as page,
} from '../../support/dashboard/signed-in-dashboard.ts'
import { readText } from '../../support/dashboard/read-html.ts'
import { readFormToken } from '../../support/dashboard/visitor.ts'

describe('who signed in', () => {
  test('has to again after an hour without a visit, and after eight in all', async () => {
    const { signIn, wait } = openSignedInDashboard()
    const [idle, busy] = [await signIn('ada'), await signIn('ada')]
    const statuses: number[] = []

    for (let minutes = 0; minutes < 9 * 60; minutes += 30) {
      statuses.push((await busy.open(page)).status)
      wait(30)
    }

    expect(statuses.indexOf(302)).toBe(16)
    expect((await idle.open(page)).headers.get('location')).toContain(`/sign-in?next=${encodeURIComponent(page)}`)
  })

  test('is told that nothing was written where the session has ended', async () => {
    const { signIn, wait, github } = openSignedInDashboard()
    const ada = await signIn('ada')
    const form_token = readFormToken(await (await ada.open(page)).text())
    wait(61)

    const answer = await ada.send(page.replace('index.html', 'act'), { form_token, command: 'pause' })

    expect(answer.status).toBe(401)
    expect(readText(await answer.text())).toContain('Nothing was written You are not signed in any more')
    expect(github.comments).toEqual([])
  })

  test('sees nothing any more a minute after GitHub stopped to show it', async () => {
    const { signIn, wait, tell, github } = openSignedInDashboard()
    const ada = await signIn('ada')
    const before = await ada.open(page)
    const events = await ada.open('/dashboard/octo/widgets/events')
    const stream = events.text()
    github.readers = []

    const soon = await ada.open(page)
    wait(1)
    const later = await ada.open(page)
    tell('d'.repeat(40))

    expect([before.status, soon.status, later.status]).toEqual([200, 200, 404])
    expect(await stream).toBe('')
    expect(await later.text()).not.toContain(shownIssue.record.frozen.title)
  })

  test('guesses no repository of others: what there is and what there is not look the same', async () => {
    const { signIn, github } = openSignedInDashboard()
    const eve = await signIn('eve')
    const paths = ['octo/widgets', 'octo/gadgets', 'other/widgets', 'octo/widgets%2F..%2Fgadgets']

    const answers = await Promise.all(paths.map(async (path) => eve.open(`/dashboard/${path}/ISS-007/index.html`)))

    const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(others.map((text) => text.replaceAll(/form_token" value="[^"]+"/g, '')))).toEqual(
      new Set([first?.replaceAll(/form_token" value="[^"]+"/g, '')]),
    )
    expect((await eve.send('/dashboard/octo/widgets/ISS-007/act', { command: 'pause' })).status).toBe(404)
    expect(github.comments).toEqual([])
  })

  test.each([
    ['of another site', { from: 'https://evil.example' }],
    ['without its token', { form_token: '' }],
    ['with the token of another session', { form_token: 'other' }],
  ])('does nothing by a form %s', async (_what, forged) => {
    const { signIn, github } = openSignedInDashboard()
    const [ada, other] = [await signIn('ada'), await signIn('ada')]
    const own = readFormToken(await (await ada.open(page)).text())
    const others = readFormToken(await (await other.open(page)).text())
    const { from = dashboardOrigin, form_token = own } = forged as { from?: string; form_token?: string }

    const answer = await ada.send(
      page.replace('index.html', 'act'),
      { form_token: form_token === 'other' ? others : form_token, command: 'pause' },
      from,
    )

    expect(answer.status).toBe(403)
    expect(github.comments).toEqual([])
    const sent = await ada.send(page.replace('index.html', 'act'), { form_token: own, command: 'pause' })
    expect([sent.status, github.comments]).toEqual([303, ['ada in #7: /pause']])
  })

  test.each([
    ['waive tests', 'it rains', '/waive tests it rains'],
    ['waive T1 AC-2', 'it\n/stop', '/waive T1 AC-2 it /stop'],
    ['waive tests', '', null],
    ['doctor fix', '', '/doctor fix'],
    ['doctor', '', null],
  ])('says %j with the words %j as %j', async (command, words, expected) => {
    const { signIn, github } = openSignedInDashboard()
    const ada = await signIn('ada')
    const form_token = readFormToken(await (await ada.open(page)).text())

    const answer = await ada.send(page.replace('index.html', 'act'), { form_token, command, words })

    expect(answer.status).toBe(expected === null ? 422 : 303)
    expect(github.comments).toEqual(expected === null ? [] : [`ada in #7: ${expected}`])
  })
})
