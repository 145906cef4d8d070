import { expect, test } from 'vitest'
import { createReadiness } from '../../src/entrypoints/create-readiness.ts'

test('it is ready while GitHub takes the credentials, and GitHub is asked every 15 seconds at most', async () => {
  let looks = 0
  let now = 0
  const readiness = createReadiness(
    () => Promise.resolve((looks += 1)),
    () => now,
  )

  await readiness()
  now = 14_999
  const answer = await readiness()
  const asked = looks
  now = 15_000
  await readiness()

  expect(answer).toEqual({ ready: true })
  expect([asked, looks]).toEqual([1, 2])
})

test('it is not where GitHub refuses them or does not answer, and it says no more than that', async () => {
  const refused = Object.assign(new Error('canary: bad credentials'), { status: 401 })
  const ask = (thrown: Error) =>
    createReadiness(async () => {
      throw thrown
    }, Date.now)()

  expect(await ask(refused)).toEqual({ ready: false, why: "GitHub answers the App's credentials with 401" })
  expect(await ask(new Error('connect ECONNREFUSED canary'))).toEqual({ ready: false, why: 'GitHub does not answer' })
})
