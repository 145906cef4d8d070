import type { ExecutionRecord } from '../../../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../../../src/domain/records/iss-record.ts'
import type { Sandbox } from 'github-sandbox'
import type { Playground } from '../../../support/playground.ts'
import { writeIssue } from '../../../support/write-issue.ts'
import { isPlanShown } from '../../../support/is-plan-shown.ts'

/** Where an issue stands, as the workflow branch has it. */
export interface Standing {
  record: IssRecord
  execution: ExecutionRecord | null
}

export interface Stage {
  playground: Playground
  /** Resolves once it holds and nothing is owed any more: people act on what they see at rest. */
  until: (what: string, holds: (standing: Standing) => boolean | Promise<boolean>) => Promise<void>
  sandbox: Sandbox
  /** What happens while the App is not there is told to nobody. */
  away: (act: () => Promise<void>) => Promise<void>
  /** GitHub makes no webhook of what happens: there is none to send again. */
  unsent: (act: () => Promise<void>) => Promise<void>
  /** Has the App look for what it missed; a process of its own did when it started. */
  reconcile: () => Promise<void>
}

export interface Story {
  name: string
  config: string
  /** What the repository holds at the start beside its README. */
  files?: Record<string, string>
  title: string
  body: string
  /** From the labelled issue to its end. */
  play(stage: Stage, issue: number): Promise<void>
}

/**
 * The golden path: plan, approval, work by patch and by shell, a rejection and its redo, a person's review, release.
 * One task after the other: side by side, which is first in the trail would be chance.
 */
export const goldenStory: Story = {
  name: 'golden',
  config: [
    'mirror: { sub_issues: true, dependencies: true }',
    // Where there is no bubblewrap the shell executor works too; nothing here is about isolation.
    'run: { isolation: none }',
    '',
  ].join('\n'),
  title: 'Three files',
  body: writeIssue([
    {
      id: 'T1',
      path: 'docs/one.txt',
      content: 'one',
      criteria: ['`docs/one.txt` exists', '`docs/one.txt` contains `first line`'],
    },
    {
      id: 'T2',
      path: 'docs/two.sh',
      run: String.raw`printf '#!/bin/sh\necho two\n' > docs/two.sh && chmod +x docs/two.sh`,
      after: 'T1',
    },
    { id: 'T3', path: 'docs/three.txt', content: 'three', after: 'T2', criteria: ['A reader understands the output'] },
  ]),

  async play({ playground, until }, issue) {
    await until('a plan is shown', ({ record }) => isPlanShown(record))
    await comment(playground, issue, '/approve')

    await until('the first version of T1 is rejected', (standing) => stateOf(standing, 'T1') === 'WAITING_EXTERNAL')
    await playground.push('writer', 'countersign/ISS-001/1/T1', { 'docs/one.txt': 'one\nfirst line\n' })

    await until(
      'T3 waits for its reviewer',
      (standing) => stateOf(standing, 'T2') === 'DONE' && stateOf(standing, 'C3') === 'WAITING_EXTERNAL',
    )
    const judged = await playground.pullOf(issue, 'T3')
    const { rest } = playground.as('maintainer')
    await rest.pulls.createReview({ ...playground.place, pull_number: judged, event: 'APPROVE' })

    await until('the final pull request is open', ({ record }) => record.phase === 'completed')
    const final = await playground.pullOf(issue, 'base')
    // GitHub finds out whether it can be merged once somebody has asked.
    await rest.pulls.get({ ...playground.place, pull_number: final })
    await rest.pulls.merge({ ...playground.place, pull_number: final })

    await until('the merge is recorded', ({ record }) => record.final_pull_request?.state === 'merged')
    await comment(playground, issue, '/export')
    await until('the release is out', ({ record }) => record.exports.length === 1)
  },
}

export async function comment(playground: Playground, number: number, body: string): Promise<void> {
  const { rest } = playground.as('maintainer')
  await rest.issues.createComment({ ...playground.place, issue_number: number, body })
}

export function stateOf({ execution }: Standing, id: string): string | undefined {
  return execution?.nodes[id]?.state
}
