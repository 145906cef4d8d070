import { expect, test } from 'vitest'
import { createReadiness, type ReadinessLooks } from '../../../src/entrypoints/intake/create-readiness.ts'

const database = () => Promise.resolve(0)
const begun: Omit<ReadinessLooks, 'github' | 'database'> = {
  findGitHubAwaySinceMs: () => undefined,
  findDatabaseAwaySinceMs: () => undefined,
  findMissing: () => [],
  isRefused: () => false,
}

test('it is ready while GitHub takes the credentials, and GitHub is asked every 15 seconds at most', async () => {
  let looks = 0
  let now = 0
  const readiness = createReadiness({ ...begun, github: () => Promise.resolve((looks += 1)), database }, () => now)

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
  const response = { headers: { 'x-github-request-id': '1' } }
  const refused = Object.assign(new Error('canary: bad credentials'), { status: 401, response })
  const ask = (thrown: Error) =>
    createReadiness({ ...begun, github: () => Promise.reject(thrown), database }, Date.now)()

  const away = { ready: false, why: 'GitHub does not answer', waits_for: ['github'] }
  expect(await ask(refused)).toEqual({ ...away, why: "GitHub answers the App's credentials with 401" })
  expect(await ask(new Error('connect ECONNREFUSED canary'))).toEqual(away)
  expect(await ask(Object.assign(new Error('canary'), { status: 502 }))).toEqual(away)
  expect(await ask(Object.assign(new Error('canary'), { status: 401, response: { headers: {} } }))).toEqual(away)
})

test('in an outage it says since when', async () => {
  const github = () => Promise.reject(new Error('socket hang up'))
  const since = () => Date.parse('2026-11-21T03:12:00.000Z')

  const answer = await createReadiness({ ...begun, github, database, findGitHubAwaySinceMs: since }, Date.now)()

  expect(answer).toEqual({
    ready: false,
    why: 'GitHub does not answer, since 2026-11-21T03:12:00.000Z',
    waits_for: ['github'],
    since: '2026-11-21T03:12:00.000Z',
  })
})

test('it is not where the database does not answer, and the database is asked every second at most', async () => {
  let looks = 0
  let now = 0
  const readiness = createReadiness(
    {
      ...begun,
      github: () => Promise.resolve(),
      database: () => ((looks += 1) === 1 ? Promise.reject(new Error('canary')) : Promise.resolve(0)),
    },
    () => now,
  )

  const answers = [await readiness()]
  now = 999
  answers.push(await readiness())
  now = 1_000
  answers.push(await readiness())

  const away = { ready: false, why: 'the database does not answer', waits_for: ['database'] }
  expect(answers).toEqual([away, away, { ready: true }])
})

test('a server that has not begun asks nobody again, and says what it waits for', async () => {
  const at = Date.parse('2026-11-21T03:12:00.000Z')
  const never = () => Promise.reject(new Error('it was asked'))
  const ask = (looks: Partial<ReadinessLooks>) =>
    createReadiness({ ...begun, github: never, database: never, ...looks }, Date.now)()

  const answers = [
    await ask({ findMissing: () => ['database', 'github'] }),
    await ask({ findMissing: () => ['github'], findGitHubAwaySinceMs: () => at }),
    await ask({
      findMissing: () => ['database', 'github'],
      findDatabaseAwaySinceMs: () => at,
      isRefused: () => true,
    }),
  ]

  const since = '2026-11-21T03:12:00.000Z'
  expect(answers).toEqual([
    {
      ready: false,
      why: 'the server starts: no answer yet of the database and GitHub',
      waits_for: ['database', 'github'],
    },
    {
      ready: false,
      why: `GitHub does not answer, since ${since}: the work begins once it does`,
      waits_for: ['github'],
      since,
    },
    {
      ready: false,
      why: `the database does not answer, since ${since}: webhooks are answered with 503; GitHub refuses the App's credentials`,
      waits_for: ['database', 'github'],
      since,
    },
  ])
})

test('a GitHub that says nothing is waited for no longer than who asks has patience', async () => {
  const wait = (ms: number) => (ms === 4_000 ? Promise.resolve() : new Promise<void>(() => {}))
  const github = () => new Promise(() => {})

  const answer = await createReadiness({ ...begun, github, database, wait }, Date.now)()

  expect(answer).toMatchObject({ ready: false, why: 'GitHub does not answer' })
})
