import { describe, expect, test } from 'vitest'
import type { Claim, Inbox } from '../../../src/application/ports/queues/inbox.ts'
import type { DoctorFinding } from '../../../src/domain/effects/doctor-finding.ts'
import { buildDelivery } from '../../support/build-delivery.ts'
import { readElements, readText } from '../../support/dashboard/read-html.ts'
import { openSignedInDashboard, shownPage } from '../../support/dashboard/signed-in-dashboard.ts'
import { readFormToken } from '../../support/dashboard/visitor.ts'
import { hostileTexts } from '../../views/hostile-text.ts'

const webhooks = '/dashboard/octo/widgets/webhooks.html'
const retry = '/dashboard/octo/widgets/webhooks/retry'
const doctor = shownPage.replace('index', 'doctor')

/** Has a webhook of each of these partitions fail for good. */
async function storeDead(inbox: Inbox, partitions: readonly string[], why = 'the plan has no task T9'): Promise<void> {
  for (const [index, partition] of partitions.entries()) {
    await inbox.store({ ...buildDelivery(`d${index}`, partition), receivedAt: '1970-01-01T00:00:00.000Z' })
    const claim = (await inbox.claim()) as Claim
    const dead = new Map(claim.rows.map(({ row }) => [row, { kind: 'dead' as const, why }]))
    await inbox.finish(claim, dead)
  }
}

const statesOf = async (inbox: Inbox) => (await inbox.list(10)).map(({ partition, state }) => `${partition} ${state}`)

describe('dead webhooks', () => {
  test('are shown with why to who keeps the repository, and those of no other', async () => {
    const { signIn, inbox } = openSignedInDashboard()
    await storeDead(inbox, ['octo/widgets#7', 'octo/gadgets#8'])

    const text = readText(await (await (await signIn('ada')).open(webhooks)).text())

    expect(text).toMatch(/in #7 .*the plan has no task T9/)
    expect(text).not.toContain('#8')
  })

  test.each(['write', 'triage', 'read', null] as const)('are not shown to who has the role %s', async (role) => {
    const { signIn, inbox, github } = openSignedInDashboard()
    await storeDead(inbox, ['octo/widgets#7'])
    if (role === null) delete github.roles['ada']
    else github.roles['ada'] = role

    const answer = await (await signIn('ada')).open(webhooks)

    expect(answer.status).toBe(403)
    expect(await answer.text()).not.toContain('has no task T9')
  })

  test('are no page at all for who may not read the repository', async () => {
    const { signIn, inbox, github } = openSignedInDashboard()
    await storeDead(inbox, ['octo/widgets#7'])
    github.roles['eve'] = 'admin'
    const eve = await signIn('eve')

    expect((await eve.open(webhooks)).status).toBe(404)
    expect((await eve.send(retry, { row: 'all' })).status).toBe(404)
    expect(await statesOf(inbox)).toEqual(['octo/widgets#7 dead'])
  })

  test('are put back one by one or all, and the log says by whom', async () => {
    const { signIn, inbox, log } = openSignedInDashboard()
    await storeDead(inbox, ['octo/widgets#7', 'octo/widgets#8', 'octo/gadgets#8'])
    const [first] = await inbox.list(1)
    const ada = await signIn('ada')
    const form_token = readFormToken(await (await ada.open(webhooks)).text())

    const one = await ada.send(retry, { form_token, row: String(first?.row) })
    const after = await statesOf(inbox)
    await ada.send(retry, { form_token, row: 'all' })

    expect([one.status, one.headers.get('location')]).toEqual([303, '../webhooks.html?put-back=1'])
    expect(after).toEqual(['octo/widgets#7 waiting', 'octo/widgets#8 dead', 'octo/gadgets#8 dead'])
    expect(await statesOf(inbox)).toEqual(['octo/widgets#7 waiting', 'octo/widgets#8 waiting', 'octo/gadgets#8 dead'])
    expect(log).toEqual([
      { login: 'ada', repository: 'octo/widgets', rows: [first?.row] },
      expect.objectContaining({ login: 'ada', repository: 'octo/widgets' }),
    ])
  })

  test('stay where they are for a forged form, a row of another repository, and who has lost the role', async () => {
    const { signIn, inbox, log, github } = openSignedInDashboard()
    await storeDead(inbox, ['octo/widgets#7', 'octo/gadgets#8'])
    const ada = await signIn('ada')
    const form_token = readFormToken(await (await ada.open(webhooks)).text())
    const [, other] = await inbox.list(2)

    const forged = await ada.send(retry, { form_token, row: 'all' }, 'https://evil.example')
    const tokenless = await ada.send(retry, { row: 'all' })
    const others = await ada.send(retry, { form_token, row: String(other?.row) })
    github.roles['ada'] = 'write'
    const lost = await ada.send(retry, { form_token, row: 'all' })

    expect([forged.status, tokenless.status, lost.status]).toEqual([403, 403, 403])
    expect(others.headers.get('location')).toContain('put-back=0')
    expect(await statesOf(inbox)).toEqual(['octo/widgets#7 dead', 'octo/gadgets#8 dead'])
    expect(log).toEqual([])
  })

  test('say when there are none, when one is too old, and hostile text as text', async () => {
    const { signIn, inbox, wait } = openSignedInDashboard()
    const none = await (await (await signIn('ada')).open(webhooks)).text()
    await storeDead(inbox, ['octo/widgets#7'], hostileTexts.join('\n'))
    wait(7 * 24 * 60)

    const html = await (await (await signIn('ada')).open(webhooks)).text()

    expect(readText(none)).toContain('None is dead.')
    expect(readText(html)).toContain('too old to be put back')
    expect(html).not.toContain('name="row"')
    expect(readElements(html).filter(({ tagName }) => ['img', 'b', 'a'].includes(tagName)).length).toBe(
      readElements(none).filter(({ tagName }) => ['img', 'b', 'a'].includes(tagName)).length,
    )
  })
})

describe('the doctor', () => {
  const finding: DoctorFinding = {
    code: 'branch_missing',
    severity: 'drift',
    nodes: ['T1'],
    what: '<b>countersign/ISS-007/1/T1</b> is gone',
    fix: { kind: 'set_label', label: null },
    next: '`/doctor fix` makes it again',
  }

  test('looks when somebody with the role asks, once a minute for all, and says what mends it', async () => {
    const { signIn, looks, wait } = openSignedInDashboard()
    looks.found = [finding]
    const ada = await signIn('ada')
    const before = readText(await (await ada.open(doctor)).text())
    const html = await (await ada.open(`${doctor}?look=now`)).text()
    await ada.open(`${doctor}?look=now`)
    await ada.open(doctor)
    const within = looks.count
    wait(2)
    await ada.open(`${doctor}?look=now`)

    expect(before).toContain('Nobody had it look')
    expect(readText(html)).toMatch(/<b>countersign\/ISS-007\/1\/T1<\/b> is gone .*branch_missing T1/)
    expect(html).toContain('value="doctor fix"')
    expect(html).toContain('what the doctor found is kept by this server alone')
    expect(html).not.toContain('All that stands here is on that branch')
    expect([within, looks.count]).toEqual([1, 2])
  })

  test('looks for nobody who may only read, and shows them what was found for others', async () => {
    const { signIn, looks, github } = openSignedInDashboard()
    github.readers.push('eve')
    github.roles['eve'] = 'triage'
    const [ada, eve] = [await signIn('ada'), await signIn('eve')]

    const refused = readText(await (await eve.open(`${doctor}?look=now`)).text())
    await ada.open(`${doctor}?look=now`)
    const shown = readText(await (await eve.open(doctor)).text())

    expect(refused).toContain('The doctor looks for who has the role write')
    expect(shown).toContain('Nothing is wrong')
    expect(looks.count).toBe(1)
  })
})
