import { expect, test } from 'vitest'
import { readGit } from '../support/git/git.ts'
import { useWorld } from '../support/processes/start-world.ts'
import type { CheckNode } from '../../../src/domain/records/node-state.ts'
import type { Playground } from '../support/playground.ts'
import { writeIssue } from '../support/write-issue.ts'

const world = useWorld()
const lines = (...changes: [number, string][]) =>
  Array.from({ length: 9 }, (_, at) => changes.find(([line]) => line === at + 1)?.[1] ?? `line ${at + 1}`).join('\n')

test('what people changed in one file is merged where git can, and else whoever made it is told in both places', async () => {
  const repo = await world.repository({ files: { 'shared.txt': `${lines()}\n` } })
  const text = writeIssue(['T1', 'T2', 'T3'].map((id) => ({ id, title: `Part ${id} of`, path: 'shared.txt' })))
  const issue = await repo.planIssue('Shared', text)
  await repo.say(issue, 'maintainer', '/approve')
  const push = (task: string, content: string) =>
    repo.push('writer', `countersign/ISS-001/1/${task}`, { 'shared.txt': `${content}\n` })

  await push('T1', lines([1, 'first']))
  await push('T2', lines([9, 'last']))

  expect([(await repo.task(issue, 'T1')).state, (await repo.task(issue, 'T2')).state]).toEqual(['DONE', 'DONE'])
  const merged = (await repo.execution(issue)).artifacts.filter(({ task }) => task === 'T2')
  expect(merged).toMatchObject([{ version: 1 }, { version: 2, by: { kind: 'person', login: 'grace' } }])
  const base = await readGit(repo.bareDir, ['show', 'countersign/ISS-001/1/base:shared.txt'])
  expect(base).toBe(lines([1, 'first'], [9, 'last']))
  expect((await repo.thread(await repo.pullOf(issue, 'T2'))).join('\n')).toContain(
    '**T2 was approved, and T1 changed `shared.txt` meanwhile.** Git merged both without a conflict.',
  )

  await push('T3', lines([1, 'foremost']))

  const commands = [
    'git fetch && git switch countersign/ISS-001/1/T3 && git pull',
    'git merge origin/countersign/ISS-001/1/base',
    'git push',
  ]
  const onPull = (await repo.thread(await repo.pullOf(issue, 'T3'))).filter((one) =>
    one.includes('T3 is approved, but'),
  )
  const onIssue = (await repo.thread(issue)).filter((one) => one.includes('T3 is approved, but'))
  expect(onPull).toEqual([
    expect.stringContaining('⚠️ **T3 is approved, but conflicts with T1 and T2 in `shared.txt`.** @grace, please'),
  ])
  expect(onIssue).toEqual([
    expect.stringContaining('**Needs you:** grace: T3 is approved, but conflicts with T1 and T2 in `shared.txt`.'),
  ])
  for (const text of [...onPull, ...onIssue]) {
    expect(text).toContain(commands.join('\n'))
    expect(text).toContain('is judged like any other')
  }
  expect(onIssue.join('')).toContain('🙋 approved, but conflicts: waits for grace')
  expect(onIssue.join('')).not.toContain('@grace')
})

test('a final pull request that conflicts with the default branch says so, and /replan brings both together', async () => {
  const repo = await world.repository({ files: { 'shared.txt': `${lines()}\n`, 'other.txt': 'as it was\n' } })
  const issue = await repo.planIssue(
    'Shared',
    writeIssue([
      { id: 'T1', title: 'The shared part', path: 'shared.txt' },
      { id: 'T2', title: 'The other part', path: 'other.txt' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  await repo.push('writer', 'countersign/ISS-001/1/T2', { 'other.txt': 'done\n' })
  await repo.push('maintainer', 'main', { 'shared.txt': `${lines([1, 'a fix on main'])}\n` })

  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'shared.txt': `${lines([1, 'first'])}\n` })

  const final = await repo.pullOf(issue, 'base')
  expect((await repo.thread(final)).join('\n')).toMatch(
    /⚠️ \*\*This conflicts with `main`\*\*, which has changed `shared\.txt`.*@ada: `\/replan` in \[the issue\]\([^)]*\) makes the plan anew on `main` as it is now: T1 and what builds on it anew/s,
  )
  expect((await repo.thread(issue)).join('\n')).toContain('🙋 #1 is approved, and conflicts with main')
  expect(await repo.labels(issue)).toContain('countersign: needs you')
  await repo.say(issue, 'triager', '/list')
  expect((await repo.thread(issue)).at(-1)).toMatch(/conflicts with `main`.*`\/replan`/)

  await repo.say(issue, 'maintainer', '/replan')
  expect((await repo.thread(issue)).at(-1)).toMatch(
    /T2 is taken over .*T1 is done anew, as `main` has changed the same lines/,
  )
  await repo.say(issue, 'maintainer', '/approve')
  expect([(await repo.task(issue, 'T1')).state, (await repo.task(issue, 'T2')).state]).toEqual([
    'WAITING_EXTERNAL',
    'DONE',
  ])
  expect((await repo.thread(issue)).join('\n')).toMatch(
    /git fetch origin pull\/\d+\/head\ngit diff .* \| git apply --3way/,
  )
  await repo.push('writer', 'countersign/ISS-001/2/T1', { 'shared.txt': `${lines([1, 'a fix on main, first'])}\n` })

  expect(await repo.labels(issue)).toContain('countersign: ready')
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  expect((await repo.record(issue)).final_pull_request).not.toHaveProperty('conflict')
})

test('a push that brings the default branch with it is refused with what to do about that', async () => {
  const repo = await world.repository({ files: { 'shared.txt': `${lines()}\n`, 'other.txt': 'as it was\n' } })
  const issue = await repo.planIssue('Shared', writeIssue([{ id: 'T1', title: 'The shared part', path: 'shared.txt' }]))
  await repo.say(issue, 'maintainer', '/approve')
  await repo.push('maintainer', 'main', { 'other.txt': 'newer\n' })

  await repo.push('writer', 'main', { 'shared.txt': 'mine\n' }, { to: 'countersign/ISS-001/1/T1' })

  expect((await repo.thread(issue)).join('\n')).toContain(
    'git rebase --onto origin/countersign/ISS-001/1/base origin/main',
  )
})

test('a conflict that is settled is judged by somebody else, who sees the lines before and after', async () => {
  const repo = await conflictOnOneLine()

  await settleConflict(repo, 'limit = 10 seconds\n')

  const { waiting_for: waiting } = (await repo.execution(1)).nodes['C1'] as CheckNode
  expect(waiting).toMatchObject({ kind: 'judgement', who: ['ada'] })
  expect(waiting?.what).toContain('are rewritten: `- limit = 5 seconds`, `+ limit = 10 seconds`')
  await repo.say(1, 'maintainer', '/approve T1')

  expect((await repo.task(1, 'T1')).state).toBe('DONE')
})

test('who is told of a conflict hears beforehand whom it takes where work of the other task goes', async () => {
  const repo = await conflictOnOneLine()

  const told = (await repo.thread(await repo.pullOf(1, 'T1'))).join('\n')
  expect(told).toContain('Keep what T2 brought')
  expect(told).toContain('ada')
  await settleConflict(repo, 'limit = 10\n')

  const { waiting_for: waiting } = (await repo.execution(1)).nodes['C1'] as CheckNode
  expect(waiting).toMatchObject({ kind: 'judgement', who: ['ada'] })
  expect(waiting?.what).toMatch(/^judge whether T1 may undo approved work of T2/)
})

/** T2 is approved and merged, and T1, which changed the same line, is to be brought together with it. */
async function conflictOnOneLine(): Promise<Playground> {
  const repo = await world.repository({ files: { 'shared.txt': 'limit = 5\n' } })
  const text = writeIssue(['T1', 'T2'].map((id) => ({ id, title: `Part ${id} of`, path: 'shared.txt' })))
  const issue = await repo.planIssue('Shared', text)
  await repo.say(issue, 'maintainer', '/approve')
  await repo.push('writer', 'countersign/ISS-001/1/T2', { 'shared.txt': 'limit = 5 seconds\n' })
  await repo.push('writer', 'countersign/ISS-001/1/T1', { 'shared.txt': 'limit = 10\n' })
  return repo
}

/** The three commands that were told, as one commit: T1's branch brought together with the integration branch. */
async function settleConflict(repo: Playground, content: string): Promise<void> {
  const git = repo.as('writer').rest.git
  const [own, base] = await Promise.all(
    ['T1', 'base'].map(async (leaf) =>
      (await readGit(repo.bareDir, ['rev-parse', `countersign/ISS-001/1/${leaf}`])).trim(),
    ),
  )
  const file = { path: 'shared.txt', mode: '100644' as const, type: 'blob' as const, content }
  const tree = await git.createTree({ ...repo.place, base_tree: base ?? '', tree: [file] })
  const merge = { message: 'Merge', tree: tree.data.sha, parents: [own ?? '', base ?? ''] }
  const { data } = await git.createCommit({ ...repo.place, ...merge })
  await git.updateRef({ ...repo.place, ref: 'heads/countersign/ISS-001/1/T1', sha: data.sha })
  await repo.settle()
}
