import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Octokit } from '@octokit/rest'
import type { Sandbox } from 'github-sandbox'
import type { Issue, Repository } from 'github-sandbox'
import { issId } from '../../src/domain/records/iss-record.ts'
import { outlineIssue } from './outline-issue.ts'

/** An issue on its way: labelled, approved as soon as its plan stands, at its end when the final pull request waits for a person. */
export interface DrivenIssue {
  repository: Repository
  number: number
  labelledMs: number
  proposedMs: number
  finishedMs: number
}

export interface Drive {
  sandbox: Sandbox
  maintainer: Octokit
  /** Full names; issues go to them in turn. */
  repositories: readonly string[]
  issues: number
  /** Issues on their way at the same time, at most. */
  atOnce: number
  deadlineMs: number
  /** Its plan stands, and the next thing is its approval. */
  onApproving?: () => void
  onFinished?: (finished: number) => void
}

const lookEveryMs = 25

/** Takes one-task issues from the label to their final pull requests as a maintainer would; throws where one doesn't get there in time. */
export async function driveIssues(drive: Drive): Promise<DrivenIssue[]> {
  const done: DrivenIssue[] = []
  let next = 0
  const takeNext = async (): Promise<void> => {
    while (next < drive.issues) {
      const name = drive.repositories[next % drive.repositories.length] ?? ''
      next += 1
      done.push(await driveIssue(drive, name))
      drive.onFinished?.(done.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(drive.atOnce, drive.issues) }, takeNext))
  return done
}

async function driveIssue(drive: Drive, name: string): Promise<DrivenIssue> {
  const repository = findRepository(drive.sandbox, name)
  const place = { owner: repository.owner, repo: repository.name }
  const { data } = await drive.maintainer.rest.issues.create({ ...place, ...outlineIssue(1, `notes/${randomUUID()}`) })
  const issue = repository.issues.find((one) => one.number === data.number)
  if (issue === undefined) throw new Error(`#${data.number} is not in ${name}`)
  const labelledMs = performance.now()
  await drive.maintainer.rest.issues.addLabels({ ...place, issue_number: issue.number, labels: ['countersign'] })
  await until(drive, () => hasPlan(drive.sandbox, issue), `${name}#${issue.number} to be planned`)
  const proposedMs = performance.now()
  drive.onApproving?.()
  await drive.maintainer.rest.issues.createComment({ ...place, issue_number: issue.number, body: '/approve' })
  await until(drive, () => hasFinal(repository, issue), `${name}#${issue.number} to come to its end`)
  return { repository, number: issue.number, labelledMs, proposedMs, finishedMs: performance.now() }
}

export function findRepository(sandbox: Sandbox, name: string): Repository {
  const found = sandbox.world.repositories.find((one) => `${one.owner}/${one.name}` === name)
  if (found === undefined) throw new Error(`there is no repository ${name}`)
  return found
}

export function hasPlan(sandbox: Sandbox, issue: Issue): boolean {
  return issue.comments.some(
    ({ user, body }) => user === sandbox.app.botLogin && /Plan `[0-9a-f]{7}`/.test(body) && body.includes('/approve'),
  )
}

/** The final pull request is open and no draft. */
export function hasFinal(repository: Repository, issue: Issue): boolean {
  const head = `countersign/${issId(issue.number)}/1/base`
  return repository.pulls.some((pull) => pull.head.ref === head && !pull.draft)
}

async function until(drive: Drive, isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + drive.deadlineMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`waited ${drive.deadlineMs / 1_000} s for ${what}`)
    await wait(lookEveryMs)
  }
}
