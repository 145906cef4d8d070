import { expect, test } from 'vitest'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { keepPlayed } from './support/played-rows.ts'
import { ruleRows, type RuleRow } from './support/rule-rows.ts'

const world = useWorld({
  expectedAnswers: [
    '403 POST /graphql',
    '404 GET /repos/{owner}/{repo}/branches/{branch}',
    '405 PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
    '409 POST /repos/{owner}/{repo}/merges',
    '422 DELETE /repos/{owner}/{repo}/git/refs/{ref}',
    '422 PATCH /repos/{owner}/{repo}/git/refs/{ref}',
    '422 POST /repos/{owner}/{repo}/git/refs',
  ],
})
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])

/** All of them, or each sixth: `RULE_TURN=1` begins with the second. */
const every = process.env['REPOSITORY_RULES'] === 'all' ? 1 : 6
const turn = Number(process.env['RULE_TURN'] ?? 0)
const played = ruleRows.filter((_row, index) => index % every === turn % every)

test.each(played)('$rule: $happens', async (row) => {
  const repo = await world.repository()
  const issue = row.early === true ? await planUnder(repo, row) : await approveUnder(repo, row)

  if (row.told !== undefined) {
    await expect.poll(() => failures(repo, issue), { timeout: 20_000 }).toEqual([expect.stringContaining(row.told)])
    await row.lift?.(world.running, repo)
    if (row.early === true) {
      await expect.poll(async () => (await repo.thread(issue)).join('\n'), { timeout: 30_000 }).toContain('### Plan')
      await repo.say(issue, 'maintainer', '/approve')
    } else await repo.say(issue, 'maintainer', '/resume')
  }

  expect(await failures(repo, issue)).toHaveLength(row.told === undefined ? 0 : 1)
  expect((await repo.record(issue)).phase).toBe('completed')
  expect((await repo.task(issue, 'T1')).attempts).toBe(0)
  if (row.merge !== undefined) {
    const pull_number = await repo.pullOf(issue, 'base')
    await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number, merge_method: row.merge })
    await repo.settle()
    expect((await repo.record(issue)).final_pull_request).toMatchObject({ state: 'merged' })
  }
  await keepPlayed(row.rule, new Date().toISOString())
})

async function approveUnder(repo: Playground, row: RuleRow): Promise<number> {
  const issue = await repo.planIssue('A note', note)
  await row.prepare(world.running, repo)
  await repo.say(issue, 'maintainer', '/approve')
  return issue
}

async function planUnder(repo: Playground, row: RuleRow): Promise<number> {
  await row.prepare(world.running, repo)
  const issue = await repo.openIssue('A note', note)
  await repo.label(issue)
  return issue
}

async function failures(repo: Playground, issue: number): Promise<string[]> {
  return (await repo.thread(issue)).filter((one) => one.startsWith('❌'))
}
