import type { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonRole } from 'github-sandbox'
import { openPull, refusalOf, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

interface Opened {
  number: number
  id: number
}

/** Calls by the issue's number, the other end by its database id, as GitHub wants them. */
function linksOf(target: Pick<Target, 'at'>, octokit: Octokit) {
  const { at } = target
  const { issues } = octokit
  return {
    open: async (title = 'An issue'): Promise<Opened> => (await issues.create({ ...at, title })).data,
    read: async ({ number }: Opened) => (await issues.get({ ...at, issue_number: number })).data,
    adopt: (parent: Opened, child: Opened, replace_parent = false) =>
      issues.addSubIssue({ ...at, issue_number: parent.number, sub_issue_id: child.id, replace_parent }),
    release: (parent: Opened, child: Opened) =>
      issues.removeSubIssue({ ...at, issue_number: parent.number, sub_issue_id: child.id }),
    children: async ({ number }: Opened) =>
      (await issues.listSubIssues({ ...at, issue_number: number })).data.map((one) => one.number),
    block: (blocked: Opened, blocking: Opened) =>
      issues.addBlockedByDependency({ ...at, issue_number: blocked.number, issue_id: blocking.id }),
    unblock: (blocked: Opened, blocking: Opened) =>
      issues.removeDependencyBlockedBy({ ...at, issue_number: blocked.number, issue_id: blocking.id }),
    blockers: async ({ number }: Opened) =>
      (await issues.listDependenciesBlockedBy({ ...at, issue_number: number })).data.map((one) => one.number),
  }
}

describe.each(targets)('sub-issues and dependencies on $name', ({ start }) => {
  let target: Target
  let links: ReturnType<typeof linksOf>
  beforeAll(async () => {
    target = await start()
    links = linksOf(target, target.octokit)
  })
  afterAll(() => target.close())

  test('sub-issues stand in the order they were added, and the parent counts them', async () => {
    const parent = await links.open()
    const [first, second] = [await links.open(), await links.open()]
    await links.adopt(parent, second)
    const { status } = await links.adopt(parent, first)
    await target.octokit.issues.update({ ...target.at, issue_number: first.number, state: 'closed' })

    const children = await links.children(parent)

    expect(status).toBe(201)
    expect(children).toEqual([second.number, first.number])
    expect(await links.read(parent)).toMatchObject({
      sub_issues_summary: { total: 2, completed: 1, percent_completed: 50 },
    })
    expect((await links.read(first)).parent_issue_url).toMatch(new RegExp(`/issues/${parent.number}$`))
  })

  test('a sub-issue is named by its id, not by its number', async () => {
    const [parent, child] = [await links.open(), await links.open()]

    const refusal = await refusalOf(links.adopt(parent, { ...child, id: child.number }))

    expect(refusal).toMatchObject({
      status: 404,
      text: expect.stringContaining('The provided sub-issue does not exist'),
    })
  })

  test('an id written as text is refused', async () => {
    const [parent, child] = [await links.open(), await links.open()]

    const refusal = await refusalOf(links.adopt(parent, { ...child, id: String(child.id) as unknown as number }))

    expect(refusal.status).toBe(422)
  })

  test('adding what is there already is refused', async () => {
    const [parent, child] = [await links.open(), await links.open()]
    await links.adopt(parent, child)

    const refusal = await refusalOf(links.adopt(parent, child))

    expect(refusal).toMatchObject({
      status: 422,
      text: expect.stringContaining(
        'Issue may not contain duplicate sub-issues and Sub issue may only have one parent',
      ),
    })
  })

  test('an issue has one parent, unless the new one is to replace it', async () => {
    const [former, parent, child] = [await links.open(), await links.open(), await links.open()]
    await links.adopt(former, child)

    const refusal = await refusalOf(links.adopt(parent, child))
    await links.adopt(parent, child, true)

    expect(refusal).toMatchObject({
      status: 422,
      text: expect.stringContaining('Sub issue may only have one parent'),
    })
    expect([await links.children(former), await links.children(parent)]).toEqual([[], [child.number]])
  })

  test('a removed sub-issue stays an issue', async () => {
    const [parent, child] = [await links.open(), await links.open()]
    await links.adopt(parent, child)

    const { status } = await links.release(parent, child)
    const again = await refusalOf(links.release(parent, child))

    expect([status, again.status]).toEqual([200, 404])
    expect(await links.children(parent)).toEqual([])
    expect(await links.read(child)).toMatchObject({ state: 'open' })
  })

  test('an issue is neither its own sub-issue nor its ancestor’s parent', async () => {
    const [top, middle, low] = [await links.open(), await links.open(), await links.open()]
    await links.adopt(top, middle)
    await links.adopt(middle, low)

    const refusals = [await refusalOf(links.adopt(top, top)), await refusalOf(links.adopt(low, top))]

    expect(refusals.map((one) => one.status)).toEqual([422, 422])
  })

  test('both ends of a dependency count it, until the blocker is closed', async () => {
    const [blocked, blocking] = [await links.open(), await links.open()]
    const { status } = await links.block(blocked, blocking)

    const before = [await links.read(blocked), await links.read(blocking)]
    await target.octokit.issues.update({ ...target.at, issue_number: blocking.number, state: 'closed' })
    const after = await links.read(blocked)

    expect(status).toBe(201)
    expect(await links.blockers(blocked)).toEqual([blocking.number])
    expect(before).toMatchObject([
      { issue_dependencies_summary: { blocked_by: 1, total_blocked_by: 1, blocking: 0, total_blocking: 0 } },
      { issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 1, total_blocking: 1 } },
    ])
    expect(after).toMatchObject({ issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 1 } })
  })

  test('adding a dependency that is there is refused, taking away one that is not is fine', async () => {
    const [blocked, blocking] = [await links.open(), await links.open()]
    await links.block(blocked, blocking)

    const refusal = await refusalOf(links.block(blocked, blocking))
    const first = await links.unblock(blocked, blocking)
    const second = await links.unblock(blocked, blocking)

    expect(refusal).toMatchObject({
      status: 422,
      text: expect.stringContaining('Target issue has already been taken'),
    })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await links.blockers(blocked)).toEqual([])
  })

  test('issues block neither themselves nor each other in a circle', async () => {
    const [a, b, c] = [await links.open(), await links.open(), await links.open()]
    await links.block(b, a)
    await links.block(c, b)

    const refusals = [await refusalOf(links.block(a, a)), await refusalOf(links.block(a, c))]

    expect(refusals.map((one) => one.status)).toEqual([422, 422])
  })

  test('a pull request is at neither end of a link', async () => {
    const issue = await links.open()
    const { number } = await openPull(target, { path: `links-${issue.number}.txt`, text: 'x\n' })
    const pull = await links.read({ number, id: 0 })

    const refusals = await Promise.all([
      refusalOf(links.adopt(pull, issue)),
      refusalOf(links.adopt(issue, pull)),
      refusalOf(links.block(pull, issue)),
      refusalOf(links.block(issue, pull)),
    ])

    expect(refusals.map((one) => one.status)).toEqual([422, 422, 422, 422])
    expect(refusals.map((one) => /\w+( issue)? may only be an issue/i.exec(one.text)?.[0])).toEqual([
      'Parent may only be an issue',
      'Sub issue may only be an issue',
      'Source issue may only be an issue',
      'Target issue may only be an issue',
    ])
  })
})

describe('sub-issues and dependencies on the sandbox alone', () => {
  let target: SandboxTarget
  let links: ReturnType<typeof linksOf>
  beforeAll(async () => {
    target = await startSandboxTarget()
    links = linksOf(target, target.app)
  })
  afterAll(() => target.close())

  const openMany = async (count: number) => {
    const opened: Opened[] = []
    while (opened.length < count) opened.push(await links.open())
    return opened
  }

  test('a parent has at most 100 sub-issues', async () => {
    const [parent, late, ...children] = await openMany(102)
    if (!parent || !late) throw new Error('nothing was opened')
    for (const child of children) await links.adopt(parent, child)

    const refusal = await refusalOf(links.adopt(parent, late))

    expect(refusal).toMatchObject({
      status: 422,
      text: expect.stringContaining('Parent cannot have more than 100 sub-issues'),
    })
  })

  test('there are at most eight levels, wherever the link is made', async () => {
    const chain = await openMany(9)
    const adopt = (index: number) => links.adopt(chain[index] as Opened, chain[index + 1] as Opened)
    // Two trees of four and five levels, which don't fit together.
    for (const index of [0, 1, 2, 4, 5, 6, 7]) await adopt(index)

    const refusal = await refusalOf(adopt(3))
    await links.release(chain[7] as Opened, chain[8] as Opened)
    const { status } = await adopt(3)

    expect([refusal.status, status]).toEqual([422, 201])
  })

  test('an issue has at most 50 dependencies each way', async () => {
    const [middle, late, ...others] = await openMany(102)
    if (!middle || !late) throw new Error('nothing was opened')
    for (const other of others.slice(0, 50)) await links.block(middle, other)
    for (const other of others.slice(50)) await links.block(other, middle)

    const refusals = [await refusalOf(links.block(middle, late)), await refusalOf(links.block(late, middle))]

    expect(refusals.map((one) => one.status)).toEqual([422, 422])
  })

  test('people need triage, an App needs to write issues', async () => {
    const [parent, child, blocked] = await openMany(3)
    if (!parent || !child || !blocked) throw new Error('nothing was opened')
    const statusOf = async (act: () => Promise<unknown>) => (await refusalOf(act())).status
    const as = (role: PersonRole) => linksOf(target, target.as(role))
    const installation = target.sandbox.world.apps[0]?.installations[0]
    if (!installation) throw new Error('no App')

    const statuses = [
      await statusOf(() => as('reader').adopt(parent, child)),
      await statusOf(() => as('outsider').block(blocked, child)),
    ]
    await as('triager').adopt(parent, child)
    await as('triager').block(blocked, child)
    const { data } = await target.app.apps.createInstallationAccessToken({
      installation_id: installation.id,
      permissions: { issues: 'read' },
    })
    const narrowed = linksOf(
      target,
      new (target.octokit.constructor as typeof Octokit)({
        baseUrl: target.sandbox.url,
        auth: data.token,
        log: { debug() {}, info() {}, warn() {}, error() {} },
      }),
    )
    const denied = await statusOf(() => narrowed.release(parent, child))

    expect([...statuses, denied]).toEqual([403, 403, 403])
    expect(await links.children(parent)).toEqual([child.number])
  })

  test('timelines tell both ends', async () => {
    const [parent, child] = await openMany(2)
    if (!parent || !child) throw new Error('nothing was opened')
    await links.adopt(parent, child)
    await links.block(child, parent)
    const timeline = async ({ number }: Opened) =>
      (await target.app.issues.listEventsForTimeline({ ...target.at, issue_number: number })).data

    const [above, below] = [await timeline(parent), await timeline(child)]

    expect(above).toMatchObject([
      { event: 'sub_issue_added', sub_issue: { number: child.number } },
      { event: 'blocking_added', blocking: { number: child.number } },
    ])
    expect(below).toMatchObject([
      { event: 'parent_issue_added', parent_issue: { number: parent.number } },
      { event: 'blocked_by_added', blocked_by: { number: parent.number } },
    ])
  })

  test('a deleted issue leaves no link behind', async () => {
    const [parent, child, blocked] = await openMany(3)
    if (!parent || !child || !blocked) throw new Error('nothing was opened')
    await links.adopt(parent, child)
    await links.block(blocked, child)

    await target.sandbox.deleteIssue(`${target.at.owner}/${target.at.repo}`, child.number, 'maintainer')

    expect(await links.children(parent)).toEqual([])
    expect(await links.read(blocked)).toMatchObject({ issue_dependencies_summary: { total_blocked_by: 0 } })
  })
})
