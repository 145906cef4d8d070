import { expect, test } from 'vitest'
import { useWorld } from './support/start-world.ts'
import { writeIssue } from './support/write-issue.ts'

const world = useWorld()
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])

test('webhooks that failed while the server was away are sent again, and nothing is done twice', async () => {
  const repo = await world.repository()
  const { sandbox, app } = world.running
  sandbox.setWebhookUrl('http://127.0.0.1:9/')
  const issue = await repo.planIssue('A note', note)
  sandbox.setWebhookUrl(app.webhookUrl)

  const report = await app.sweep()
  await repo.settle()
  const second = await app.sweep()
  await repo.settle()

  expect(report.redelivered).toBeGreaterThan(0)
  expect(second.redelivered).toBe(0)
  expect((await repo.record(issue)).phase).toBe('proposed')
  expect(await repo.thread(issue)).toEqual([expect.stringContaining('### Plan')])
})
