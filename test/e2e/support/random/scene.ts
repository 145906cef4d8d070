import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import type { IssRecord } from '../../../../src/domain/records/iss-record.ts'
import type { ActionNode, CheckNode } from '../../../../src/domain/records/node-state.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import type { SandboxApp } from '../../../../src/entrypoints/sandbox/start-sandbox-app.ts'
import type { PersonRole } from 'github-sandbox'
import type { Issue, Pull, Repository } from 'github-sandbox'
import type { Playground } from '../playground.ts'
import type { Random } from './random.ts'
import type { Backstage, Stage } from './stage.ts'

/** One sequence: an issue in a repository of its own, and all that a person or the test can lay hands on. */
export interface Scene {
  seed: number
  random: Random
  running: SandboxApp
  stage: Stage
  backstage: Backstage
  repo: Playground
  /** The same repository as GitHub has it, to look at only. */
  github: Repository
  issue: number
  /** Another repository, to which issues may be moved. */
  elsewhere: string
  /** What the workflow branch says now. */
  state: IssueState
}

export interface IssueState {
  record: IssRecord | undefined
  plan: Plan | undefined
  execution: ExecutionRecord | undefined
}

/** Something that could be done now. `likely` names what it may well set off, so that it is done while a run is held. */
export interface Offer {
  text: string
  weight: number
  likely?: 'run' | 'review'
  act: () => Promise<unknown>
}

export interface TaskView {
  id: string
  action: ActionNode
  check: CheckNode
  /** Its newest pull request, however it stands. */
  pull: Pull | undefined
}

export function listTasks({ state, github }: Scene): TaskView[] {
  const nodes = Object.values(state.execution?.nodes ?? {})
  return nodes.flatMap((action): TaskView[] => {
    if (action.kind !== 'ACTION') return []
    const check = nodes.find((one) => one.kind === 'CHECK' && one.target === action.id)
    const pull = github.pulls.findLast((one) => one.head.ref === action.branch)
    return check?.kind === 'CHECK' ? [{ id: action.id, action, check, pull }] : []
  })
}

export function findIssue({ github, issue }: Scene): Issue | undefined {
  return github.issues.find((one) => one.number === issue)
}

export function isOpen({ github }: Scene, pull: Pull | undefined): pull is Pull {
  return pull !== undefined && github.issues.find((one) => one.number === pull.number)?.state === 'open'
}

/** A comment in the issue, or in a pull request. */
export function say({ repo, issue }: Scene, role: PersonRole, body: string, number = issue): Promise<unknown> {
  return repo.as(role).rest.issues.createComment({ ...repo.place, issue_number: number, body })
}
