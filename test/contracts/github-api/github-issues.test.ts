import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf, targets, type Target } from './github-target.ts'

describe.each(targets)('issues on $name', ({ start }) => {
  let target: Target
  beforeAll(async () => {
    target = await start()
  })
  afterAll(() => target.close())

  const open = async () => {
    const { data } = await target.octokit.issues.create({ ...target.at, title: 'Contract', body: 'Text' })
    return { ...target.at, issue_number: data.number }
  }

  test('a new issue is open and shown as it was given', async () => {
    const { data } = await target.octokit.issues.create({ ...target.at, title: 'Given', body: 'Text', labels: ['bug'] })

    expect(data).toMatchObject({ state: 'open', title: 'Given', body: 'Text', comments: 0, labels: [{ name: 'bug' }] })
  })

  test('an issue needs a title', async () => {
    const refusal = await refusalOf(target.octokit.issues.create({ ...target.at, title: '' }))

    expect(refusal.status).toBe(422)
  })

  test('a closed issue tells its reason, and a reopened one too', async () => {
    const issue = await open()

    const closed = await target.octokit.issues.update({ ...issue, state: 'closed', state_reason: 'not_planned' })
    const reopened = await target.octokit.issues.update({ ...issue, state: 'open' })

    expect(closed.data).toMatchObject({ state: 'closed', state_reason: 'not_planned' })
    expect(reopened.data).toMatchObject({ state: 'open', state_reason: 'reopened', closed_at: null })
  })

  test('an unknown label put on an issue is created in grey', async () => {
    const issue = await open()
    const name = `new ${Date.now().toString(36)}`

    const { data } = await target.octokit.issues.addLabels({ ...issue, labels: [name] })

    expect(data).toMatchObject([{ name, color: 'ededed' }])
  })

  test('setting labels takes away those not named', async () => {
    const issue = await open()
    await target.octokit.issues.addLabels({ ...issue, labels: ['bug', 'question'] })

    const { data } = await target.octokit.issues.setLabels({ ...issue, labels: ['question'] })

    expect(data.map((label) => label.name)).toEqual(['question'])
  })

  test('taking away a label that is not there is 404', async () => {
    const issue = await open()

    const refusal = await refusalOf(target.octokit.issues.removeLabel({ ...issue, name: 'bug' }))

    expect(refusal).toMatchObject({ status: 404, text: expect.stringContaining('Label does not exist') })
  })

  test.each([
    ['a name of 51 characters', { name: 'n'.repeat(51) }],
    ['a description of 101 characters', { name: 'long description', description: 'd'.repeat(101) }],
    ['a name that is taken, in other case', { name: 'BUG' }],
    ['a colour that is none', { name: 'colourless', color: 'red' }],
  ])('a label with %s is refused', async (_, label) => {
    const refusal = await refusalOf(target.octokit.issues.createLabel({ ...target.at, ...label }))

    expect(refusal.status).toBe(422)
  })

  test('a label name of 50 characters is taken', async () => {
    const name = `${Date.now()}`.padEnd(50, 'n')

    const { data } = await target.octokit.issues.createLabel({ ...target.at, name, color: 'FF0000' })

    expect(data).toMatchObject({ name, color: 'ff0000' })
  })

  test('a comment may have 65,536 characters', async () => {
    const issue = await open()

    const { data } = await target.octokit.issues.createComment({ ...issue, body: 'x'.repeat(65_536) })

    expect(data.body).toHaveLength(65_536)
  })

  test('a comment of 262,145 bytes is refused', async () => {
    const issue = await open()

    const refusal = await refusalOf(target.octokit.issues.createComment({ ...issue, body: 'x'.repeat(262_145) }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining('too long') })
  })

  test('an edited comment keeps its id and place', async () => {
    const issue = await open()
    const comment = await target.octokit.issues.createComment({ ...issue, body: 'before' })

    await target.octokit.issues.updateComment({ ...target.at, comment_id: comment.data.id, body: 'after' })
    const { data } = await target.octokit.issues.listComments(issue)

    expect(data).toMatchObject([{ id: comment.data.id, body: 'after' }])
  })

  test('the same reaction again is the one already there', async () => {
    const issue = await open()
    const comment = await target.octokit.issues.createComment({ ...issue, body: 'nice' })
    const react = () =>
      target.octokit.reactions.createForIssueComment({ ...target.at, comment_id: comment.data.id, content: 'eyes' })

    const first = await react()
    const second = await react()

    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.data.id).toBe(first.data.id)
  })

  test('the timeline tells labels, closing and comments', async () => {
    const issue = await open()
    await target.octokit.issues.addLabels({ ...issue, labels: ['bug'] })
    await target.octokit.issues.createComment({ ...issue, body: 'done' })
    await target.octokit.issues.update({ ...issue, state: 'closed' })

    const { data } = await target.octokit.issues.listEventsForTimeline(issue)

    expect(data.map((entry) => entry.event)).toEqual(['labeled', 'commented', 'closed'])
  })
})
