import { expect, test } from 'vitest'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld({ aheadMs: 20 * 60_000 })

test('a server whose clock is ahead takes what people say as what came after what they saw', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'A note',
    writeIssue([{ id: 'T1', path: 'note.txt', content: 'note', criteria: ['A reader understands it'] }]),
  )

  await repo.say(issue, 'maintainer', '/approve')
  await repo.say(issue, 'maintainer', '/approve T1')

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
})
