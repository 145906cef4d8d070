import { expect, test } from 'vitest'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const routes = [
  'POST /graphql',
  'POST /repos/{owner}/{repo}/check-runs',
  'POST /repos/{owner}/{repo}/git/commits',
  'POST /repos/{owner}/{repo}/git/refs',
  'POST /repos/{owner}/{repo}/git/trees',
  'POST /repos/{owner}/{repo}/pulls',
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
  'PUT /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
]
const world = useWorld({
  expectedAnswers: [
    ...routes.map((route) => `502 ${route}`),
    // What was done although its answer was lost is found there by the second try.
    '422 POST /repos/{owner}/{repo}/git/refs',
    '422 POST /repos/{owner}/{repo}/pulls',
  ],
})

test.each([
  ['not done', 'before'],
  ['done all the same', 'after'],
] as const)('writes that are answered with 502 and were %s end in the same state, each once', async (_, when) => {
  const repo = await world.repository()
  const issue = await repo.openIssue('A note', writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }]))
  // The four steps of the branch's first commit would each be waited for longer than the one before.
  const faulty = when === 'after' ? routes : routes.filter((route) => !route.includes('/git/'))
  for (const route of faulty) world.running.sandbox.injectFault({ route, when, status: 502 })
  await repo.label(issue)
  await repo.settle()
  world.running.sandbox.injectFault({ route: 'POST /graphql', when, status: 502 })
  await repo.say(issue, 'maintainer', '/approve')

  expect((await repo.record(issue)).phase).toBe('completed')
  expect((await repo.pulls()).map(({ head, state }) => `${head} ${state}`)).toEqual([
    'countersign/ISS-001/1/T1 closed',
    'countersign/ISS-001/1/base open',
  ])
  expect(await repo.thread(issue)).toEqual([
    expect.stringContaining('### Plan'),
    expect.stringContaining('1 of 1 task approved'),
  ])
})
