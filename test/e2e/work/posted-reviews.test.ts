import { expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()

const tasks = [
  { id: 'T1', path: 'docs/good.txt', content: 'good' },
  { id: 'T2', path: 'docs/bad.txt', content: 'bad', criteria: ['`docs/bad.txt` contains `better`'] },
]

/** Where a verdict stands: its check run, its file on the workflow branch, and its reviews in words. */
async function findVerdict(repo: Playground, issue: number, id: string) {
  const octokit = repo.as('maintainer')
  const { head } = (await octokit.rest.pulls.get({ ...repo.place, pull_number: await repo.pullOf(issue, id) })).data
  const checks = await octokit.rest.checks.listForRef({ ...repo.place, ref: head.sha })
  const { artifacts, reviews } = await repo.execution(issue)
  const artifact = artifacts.find(({ task }) => task === id)
  const review = reviews.find((one) => one.reviewed_artifact_id === artifact?.artifact_id)
  const posted = await octokit.rest.pulls.listReviews({
    ...repo.place,
    pull_number: await repo.pullOf(issue, id),
  })
  return {
    check: checks.data.check_runs.find(({ name }) => name === `countersign/${id}`)?.conclusion,
    file: /verdict: "?(\w+)/.exec(await repo.readState(review?.file?.path ?? ''))?.[1],
    reviews: posted.data.length,
  }
}

test.each([
  ['always', { good: 1, bad: 1 }],
  ['when_needed', { good: 0, bad: 1 }],
  ['never', { good: 0, bad: 0 }],
] as const)('with `review.post: %s` verdicts of machines are posted as reviews like this: %j', async (post, posted) => {
  const repo = await world.repository({ config: `review:\n  post: ${post}\nrun:\n  max_attempts: 1\n` })
  const issue = await repo.planIssue('Write', writeIssue(tasks))

  await repo.say(issue, 'maintainer', '/approve')

  expect(await findVerdict(repo, issue, 'T1')).toEqual({ check: 'success', file: 'APPROVED', reviews: posted.good })
  expect(await findVerdict(repo, issue, 'T2')).toEqual({ check: 'failure', file: 'REJECTED', reviews: posted.bad })
})
