import { expect, test } from 'vitest'
import { createLabels } from '../../../src/adapters/github/thread/create-labels.ts'
import type { Posted, ThreadPost } from '../../../src/application/ports/forge/thread.ts'
import { stateLabels } from '../../../src/domain/work/show/state-label.ts'
import { useIssueThread } from '../../support/repository/issue-thread.ts'

const listing = 'GET /repos/{owner}/{repo}/labels 200'
const creation = 'POST /repos/{owner}/{repo}/labels 201'
const one = 'POST /graphql 200'

const on = useIssueThread()
const maintainer = () => on.github.as('maintainer').issues
const place = () => ({ ...on.repository.place, issue_number: on.issue.number })

function labelPost(label: string | null, op = 'l'): ThreadPost {
  return { kind: 'label', op, subjectId: on.issue.nodeId, label }
}

async function setLabel(label: string | null): Promise<Posted | undefined> {
  on.github.takeRequests()
  const [posted] = await on.post([labelPost(label)])
  return posted
}

async function readNames(): Promise<string[]> {
  const { data } = await maintainer().listLabelsOnIssue(place())
  return data.map((label) => label.name).toSorted()
}

test('comment, reaction and label are one request', async () => {
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  on.github.takeRequests()
  const posts: ThreadPost[] = [
    { kind: 'react', op: 'a', nodeId: on.issue.nodeId, content: 'EYES' },
    on.comment('b', 'text'),
    labelPost('countersign: planned', 'c'),
  ]

  const posted = await on.post(posts)

  expect(on.github.takeRequests()).toEqual([one])
  expect(posted.map(({ op, ok }) => `${op} ${ok}`)).toEqual(['a true', 'b true', 'c true'])
  expect(await readNames()).toEqual(['countersign: planned'])
})

test('a comment does not wait for ids of labels that are still to be read', async () => {
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  on.github.client.labelIds.delete(on.repository.ref.key)
  on.github.takeRequests()

  const posted = await on.post([labelPost('countersign: planned', 'b'), on.comment('a', 'text')])

  expect(on.github.takeRequests().toSorted()).toEqual([listing, one, one])
  expect(posted).toMatchObject([
    { op: 'a', ok: true },
    { op: 'b', ok: true },
  ])
  expect(await readNames()).toEqual(['countersign: planned'])
})

test("one of our labels at a time or none, and people's labels stay", async () => {
  const own = ['bug', 'constructor', 'countersign']
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  await maintainer().setLabels({ ...place(), labels: [...own, 'countersign: failed', 'countersign: ready'] })

  await setLabel('countersign: planning')
  const planning = await readNames()
  await setLabel('countersign: working')
  await setLabel('countersign: working')
  const working = await readNames()
  await setLabel(null)

  expect(planning).toEqual([...own, 'countersign: planning'])
  expect(working).toEqual([...own, 'countersign: working'])
  expect(await readNames()).toEqual(own)
})

test('labels of a repository are read once, and one that is missing is made with its colour', async () => {
  await setLabel('countersign: planned')
  const first = on.github.takeRequests()
  await setLabel('countersign: planned')
  const second = on.github.takeRequests()

  expect([first, second]).toEqual([[listing, creation, one], [one]])
  const { data } = await maintainer().getLabel({ ...on.repository.place, name: 'countersign: planned' })
  expect(data).toMatchObject(stateLabels['countersign: planned'])
})

test('without any of our labels in the repository there is none to take off', async () => {
  expect(await setLabel(null)).toMatchObject({ ok: true })
  expect(on.github.takeRequests()).toEqual([listing])
})

test('names are told apart without case', async () => {
  await maintainer().createLabel({ ...on.repository.place, name: 'Countersign: Planned', color: '123456' })
  await maintainer().createLabel({ ...on.repository.place, name: 'COUNTERSIGN: WORKING', color: '123456' })
  await maintainer().setLabels({ ...place(), labels: ['COUNTERSIGN: WORKING'] })

  const posted = await setLabel('countersign: planned')

  expect(posted).toMatchObject({ ok: true })
  expect(on.github.takeRequests()).toEqual([listing, one])
  expect(await readNames()).toEqual(['Countersign: Planned'])
})

test('a label that somebody took off meanwhile is no fault', async () => {
  await setLabel('countersign: planned')
  await maintainer().removeLabel({ ...place(), name: 'countersign: planned' })

  expect(await setLabel('countersign: working')).toMatchObject({ ok: true })
  expect(await readNames()).toEqual(['countersign: working'])
})

test.each([
  ['the wanted one', 'countersign: working'],
  ['the one before', 'countersign: planned'],
])('a label that was deleted meanwhile is read anew once: %s', async (_, name) => {
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  await setLabel('countersign: planned')
  await maintainer().deleteLabel({ ...on.repository.place, name })

  const posted = await setLabel('countersign: working')

  expect(posted).toMatchObject({ ok: true })
  expect(await readNames()).toEqual(['countersign: working'])
  await setLabel('countersign: working')
  expect(on.github.takeRequests()).toEqual([one])
})

test('a label that was deleted and made anew on the issue is taken off', async () => {
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  await maintainer().deleteLabel({ ...on.repository.place, name: 'countersign: planned' })
  await maintainer().addLabels({ ...place(), labels: ['countersign: planned'] })

  expect(await setLabel('countersign: working')).toMatchObject({ ok: true })
  expect(await readNames()).toEqual(['countersign: working'])
})

test('in the place of a label that was renamed another is made', async () => {
  await setLabel('countersign: planned')
  await maintainer().updateLabel({ ...on.repository.place, name: 'countersign: planned', new_name: 'nice plan' })

  expect(await setLabel('countersign: planned')).toMatchObject({ ok: true })
  expect(await readNames()).toEqual(['countersign: planned', 'nice plan'])
})

test('an issue that is gone is refused, and posts beside it are not', async () => {
  await createLabels(on.github.client, on.repository.ref, 'countersign')
  const gone: ThreadPost = { kind: 'label', op: 'a', subjectId: 'I_nobody', label: 'countersign: working' }
  const react: ThreadPost = { kind: 'react', op: 'b', nodeId: on.issue.nodeId, content: 'EYES' }

  const posted = await on.post([gone, react])

  expect(posted).toMatchObject([
    { op: 'a', ok: false, why: expect.stringContaining('I_nobody') },
    { op: 'b', ok: true },
  ])
})

test('labels that can’t be read fail the label only, and alone it says whether another try helps', async () => {
  const triesOfARead = 4
  on.github.fault({ route: 'GET /repos/{owner}/{repo}/labels', when: 'before', status: 502, times: 2 * triesOfARead })
  const react: ThreadPost = { kind: 'react', op: 'b', nodeId: on.issue.nodeId, content: 'EYES' }

  const posted = await on.post([labelPost('countersign: working', 'a'), react])

  expect(posted.map(({ op, ok }) => `${op} ${ok}`).toSorted()).toEqual(['a false', 'b true'])
  await expect(setLabel('countersign: working')).rejects.toMatchObject({ retry: 'later' })
  expect(await setLabel('countersign: working')).toMatchObject({ ok: true })
})
