import { expect, test } from 'vitest'
import { readExample } from '../../src/entrypoints/read-example.ts'
import { useWorld } from './support/start-world.ts'

const world = useWorld()

test('an issue goes from its label to a final pull request that a person merges', async () => {
  const example = await readExample()
  const [issue] = example.issues
  const clock = await world.repository({ files: example.files })
  const number = await clock.planIssue(issue?.title ?? '', issue?.body ?? '')
  const hash = (await clock.record(number)).plan_hash ?? ''
  await clock.say(number, 'maintainer', `/approve plan@${hash.slice(0, 7)}`)

  expect(await clock.thread(number)).toEqual([])
})
