import { createAppAuth } from '@octokit/auth-app'
import { ProbotOctokit } from 'probot'
import { expect, test } from 'vitest'
import { createInstallationClient } from '../../../src/adapters/github/client/installation-client.ts'
import { createStateMac } from '../../../src/adapters/github/workflow-branch/state-mac.ts'
import { writeState } from '../../../src/adapters/github/state/write-state.ts'
import { recordPath } from '../../../src/application/state/state-files.ts'
import { readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteFault } from './support/chains/note-fault.ts'

// What was moved back or is gone is held after ten seconds, in which GitHub may just have given an old answer.
const world = useWorld({ speed: 20 })
const ref = 'heads/countersign/workflow'

interface Work {
  repo: Playground
  issue: number
}

/** T1 is done, and T2 waits for somebody to read it. */
async function startWork(): Promise<Work> {
  const repo = await world.repository()
  const tasks = [
    { id: 'T1', path: 'one.txt', content: 'one' },
    { id: 'T2', path: 'two.txt', content: 'two', criteria: ['`two.txt` reads well'] },
  ]
  const issue = await repo.planIssue('Two notes', writeIssue(tasks))
  await repo.say(issue, 'maintainer', '/approve')
  expect((await repo.task(issue, 'T2')).state).toBe('READY_TO_CHECK')
  return { repo, issue }
}

const allHeld = 'Everything is on hold'

/** Answers that say why nothing is done. */
async function holds(repo: Playground, issue: number, words = allHeld): Promise<string[]> {
  return (await repo.thread(issue)).filter((text) => text.includes(words))
}

/** Asks for T2 while nothing is done: it is answered once, and nothing is done. */
async function expectHeld({ repo, issue }: Work, why: RegExp, words = allHeld): Promise<void> {
  const before = await readRefs(repo)

  await repo.say(issue, 'maintainer', '/approve T2')
  await repo.redeliver('issue_comment', 'created')
  await world.running.app.reconcile()
  await repo.settle()

  expect(await holds(repo, issue, words)).toEqual([expect.stringMatching(why)])
  expect(await readRefs(repo)).toBe(before)
}

/** What was asked for in between is done now, to the end of the issue. */
async function expectTheEnd({ repo, issue }: Work, where: string, words = allHeld): Promise<void> {
  const told = await holds(repo, issue, words)

  await world.running.app.reconcile()
  await repo.settle()

  expect(await repo.task(issue, 'T2')).toMatchObject({ state: 'DONE' })
  expect(await repo.record(issue)).toMatchObject({ phase: 'completed', outbox: [] })
  const final = await repo.pullOf(issue, 'base')
  await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number: final })
  await repo.settle()
  expect((await repo.record(issue)).final_pull_request).toEqual({ number: final, state: 'merged' })
  expect(await holds(repo, issue, words)).toEqual(told)
  await noteFault({ fault: 'somebody else changes or deletes the workflow branch', where, tried: 1, lost: 0 })
}

function readRefs(repo: Playground): Promise<string> {
  return readGit(repo.bareDir, ['for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'])
}

function parentOf(repo: Playground, commit: string): Promise<string> {
  return readGit(repo.bareDir, ['rev-parse', `${commit}^`])
}

test('a commit of somebody else holds everything; a writer can’t take it away, a maintainer’s /doctor fix does', async () => {
  const work = await startWork()
  const { repo, issue } = work
  const ours = await repo.workflowHead()
  const theirs = await repo.push('writer', 'countersign/workflow', { [recordPath(issue)]: '{"phase": ' })

  await expectHeld(work, new RegExp(`commit ${theirs.slice(0, 7)} .* was not made by this App.*/doctor fix`))
  await repo.say(issue, 'writer', '/doctor fix')
  expect(await holds(repo, issue)).toHaveLength(2)
  expect(await repo.workflowHead()).toBe(theirs)

  await repo.say(issue, 'maintainer', '/doctor fix')

  const lifted = (await repo.thread(issue)).filter((text) => text.includes('No longer on hold'))
  expect(lifted).toEqual([expect.stringContaining(theirs.slice(0, 7))])
  expect(await parentOf(repo, await repo.workflowHead())).not.toBe(theirs)
  expect(await readGit(repo.bareDir, ['merge-base', ours, await repo.workflowHead()])).toBe(ours)
  await expectTheEnd(work, 'a commit that corrupts a state file')
})

test('a forged APPROVED.md under a message of the App approves nothing; the branch moved back by hand, the work goes on', async () => {
  const work = await startWork()
  const { repo, issue } = work
  const ours = await repo.workflowHead()
  const message = await readGit(repo.bareDir, ['log', '-1', '--format=%B', ours])
  const check = (await repo.execution(issue)).nodes['C2']
  const verdict = `workspace/reviews/${check?.task_id}/0190aaaa-0000-7000-8000-000000000000/APPROVED.md`
  await repo.push('writer', 'countersign/workflow', { [verdict]: '---\nverdict: APPROVED\n---\n' }, { message })

  await expectHeld(work, /was not made by this App/)
  expect((await repo.pulls()).find(({ head }) => head.endsWith('/T2'))).toMatchObject({ merged: false })

  await repo.as('maintainer').rest.git.updateRef({ ...repo.place, ref, sha: ours, force: true })
  await repo.settle()
  await expectTheEnd(work, 'a forged APPROVED.md')
})

test('a branch moved back to an older commit of the App holds everything; /doctor fix finds the newest', async () => {
  const work = await startWork()
  const { repo, issue } = work
  const newest = await repo.workflowHead()
  const older = await readGit(repo.bareDir, ['rev-parse', `${newest}~2`])
  await repo.as('writer').rest.git.updateRef({ ...repo.place, ref, sha: older, force: true })

  await expectHeld(work, new RegExp(`was moved back: it was at ${newest.slice(0, 7)}.*/doctor fix`))
  await repo.say(issue, 'maintainer', '/doctor fix')

  expect(await readGit(repo.bareDir, ['merge-base', newest, await repo.workflowHead()])).toBe(newest)
  await expectTheEnd(work, 'moved back to an older commit')
})

test('a branch that is deleted is not begun anew; /doctor fix puts it back', async () => {
  const work = await startWork()
  const { repo, issue } = work
  const newest = await repo.workflowHead()
  await repo.as('writer').rest.git.deleteRef({ ...repo.place, ref })

  await expectHeld(work, new RegExp(`is gone.*/doctor fix.*${newest}`))
  await repo.say(issue, 'maintainer', '/doctor fix')

  expect(await readGit(repo.bareDir, ['merge-base', newest, await repo.workflowHead()])).toBe(newest)
  await expectTheEnd(work, 'deleted')
})

test('state of a version that isn’t known is not guessed at; moved back behind it, the work goes on', async () => {
  const work = await startWork()
  const { repo, issue } = work
  const ours = await repo.workflowHead()
  const record = JSON.parse(await repo.readState(recordPath(issue))) as Record<string, unknown>
  await commitAsApp(repo, recordPath(issue), JSON.stringify({ ...record, schema_version: 99 }))

  // Of this issue alone: others can be read.
  const words = 'recorded state can’t be read'
  await expectHeld(work, /`schema_version` is `99`; it may be `1`[^]*newer version/, words)
  await repo.say(issue, 'maintainer', '/doctor fix')
  expect(await holds(repo, issue, words)).toHaveLength(2)

  await repo.as('maintainer').rest.git.updateRef({ ...repo.place, ref, sha: ours, force: true })
  await repo.settle()
  await expectTheEnd(work, 'a state file of an unknown version', words)
})

/** One more commit of the App's own, as a newer version of it would make. */
async function commitAsApp(repo: Playground, path: string, text: string): Promise<void> {
  const { app, url } = world.running.sandbox
  const quiet = { throttle: { enabled: false as const }, retry: { enabled: false }, baseUrl: url }
  const auth = { appId: app.id, privateKey: app.privateKey, installationId: app.installationId }
  const octokit = new ProbotOctokit({ ...quiet, authStrategy: createAppAuth, auth })
  const { owner, repo: name } = repo.place
  const repository = { owner, name, key: repo.repository, installationId: app.installationId }
  await writeState(
    createInstallationClient(() => octokit),
    createStateMac(app.webhookSecret),
    repository,
    {
      repositoryId: (await octokit.rest.repos.get({ ...repo.place })).data.id,
      parent: await repo.workflowHead(),
      ops: ['ISS-001/c999'],
      headline: 'ISS-001: state of tomorrow',
      lines: [],
      files: [{ path, bytes: new TextEncoder().encode(text) }],
    },
  )
}
