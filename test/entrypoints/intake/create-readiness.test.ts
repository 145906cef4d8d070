import { expect, test } from 'vitest'
import { createReadiness } from '../../../src/entrypoints/intake/create-readiness.ts'

const database = () => Promise.resolve(0)
const findOutageSinceMs = () => undefined

test('it is ready while GitHub takes the credentials, and GitHub is asked every 15 seconds at most', async () => {
  let looks = 0
  let now = 0
  const readiness = createReadiness(
    { github: () => Promise.resolve((looks += 1)), database, findOutageSinceMs },
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
    createReadiness({ github: () => Promise.reject(thrown), database, findOutageSinceMs }, Date.now)()

  expect(await ask(refused)).toEqual({ ready: false, why: "GitHub answers the App's credentials with 401" })
  expect(await ask(new Error('connect ECONNREFUSED canary'))).toEqual({ ready: false, why: 'GitHub does not answer' })
})

test('in an outage it says since when', async () => {
  const github = () => Promise.reject(new Error('socket hang up'))
  const since = () => Date.parse('2026-11-21T03:12:00.000Z')

  const answer = await createReadiness({ github, database, findOutageSinceMs: since }, Date.now)()

  expect(answer).toEqual({ ready: false, why: 'GitHub does not answer, since 2026-11-21T03:12:00.000Z' })
})

test('it is not where the database does not answer, and the database is asked every second at most', async () => {
  let looks = 0
  let now = 0
  const readiness = createReadiness(
    {
      github: () => Promise.resolve(),
      findOutageSinceMs,
      database: () => ((looks += 1) === 1 ? Promise.reject(new Error('canary')) : Promise.resolve(0)),
    },
    () => now,
  )

  const answers = [await readiness()]
  now = 999
  answers.push(await readiness())
  now = 1_000
  answers.push(await readiness())

  const away = { ready: false, why: 'the database does not answer' }
  expect(answers).toEqual([away, away, { ready: true }])
})
