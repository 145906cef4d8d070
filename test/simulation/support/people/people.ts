import type { ActionNode } from '../../../../src/domain/records/node-state.ts'
import type { Random } from '../../../e2e/support/random/random.ts'
import type { GitHub, Issue, Pull, User } from '../github/github.ts'
import type { IssueState } from '../issue-state.ts'

export const ada: User = { login: 'ada', id: 1, type: 'User', role: 'maintain' }
export const bob: User = { login: 'bob', id: 2, type: 'User', role: 'write' }
export const eve: User = { login: 'eve', id: 3, type: 'User', role: null }

export interface Scene {
  github: GitHub
  issue: Issue
  random: Random
  state: () => IssueState
}

interface Offer {
  weight: number
  text: string
  act: () => void
}

/** What some person might do now; one of it is done, and told. */
export function actAtRandom(scene: Scene): string {
  const offers = [
    ...offerCommands(scene),
    ...offerIssue(scene),
    ...listActions(scene).flatMap((node) => offerTask(scene, node)),
  ]
  const chosen = scene.random.weigh(offers)
  chosen?.act()
  return chosen?.text ?? 'nothing'
}

export function listActions({ state }: Pick<Scene, 'state'>): ActionNode[] {
  return Object.values(state().execution?.nodes ?? {}).flatMap((node) => (node.kind === 'ACTION' ? [node] : []))
}

function offerCommands(scene: Scene): Offer[] {
  const { github, issue, random } = scene
  const { record, plan } = scene.state()
  const tell = (weight: number, text: string, by = ada): Offer => ({
    weight,
    text: `@${by.login}: ${text}`,
    act: () => void github.comment(issue.number, text, by),
  })
  const isProposed = record?.phase === 'proposed' || record?.phase === 'stopped'
  const hash = plan?.hash.slice(0, 7) ?? '0000000'
  return [
    tell(isProposed ? 12 : 0.5, random.chance(0.5) ? '/approve' : `/approve plan@${hash}`),
    tell(record?.paused == null ? 0.1 : 4, '/resume'),
    tell(record?.phase === 'working' ? 0.8 : 0.1, '/pause'),
    tell(0.3, '/stop'),
    tell(0.5, '/status'),
    tell(0.3, '/replan make T1 shorter'),
    tell(0.2, '/approve', eve),
    tell(0.2, '/help'),
    tell(record?.phase === 'awaiting_input' ? 3 : 0.1, '/plan'),
    tell(0.6, '/retry'),
    tell(0.3, 'Thank you all.', bob),
  ]
}

function offerIssue({ github, issue, state }: Scene): Offer[] {
  const { record } = state()
  const final = record?.final_pull_request
  const pull = final == null ? undefined : github.issues.get(final.number)?.pull
  return [
    {
      weight: 0.25,
      text: '@ada edits the issue',
      act: () => github.edit(issue, `${issue.body}\n\nOne more word.`, ada),
    },
    {
      weight: issue.state === 'open' ? 0.15 : 3,
      text: issue.state === 'open' ? '@ada closes the issue' : '@ada reopens the issue',
      act: () => github.setOpen(issue, issue.state !== 'open', ada),
    },
    ...(pull?.state === 'open' && !pull.draft
      ? [
          { weight: 0.5, text: '@ada merges the final pull request', act: () => void github.merge(pull, 'merge', ada) },
          { weight: 0.1, text: '@ada closes the final pull request', act: () => github.closePull(pull, ada) },
        ]
      : []),
  ]
}

function offerTask(scene: Scene, node: ActionNode): Offer[] {
  const { github, random } = scene
  const { execution } = scene.state()
  const check = Object.values(execution?.nodes ?? {}).find((one) => one.kind === 'CHECK' && one.target === node.id)
  const asked = check?.kind === 'CHECK' && check.waiting_for?.kind === 'judgement'
  const tell = (weight: number, text: string, by = ada): Offer => ({
    weight,
    text: `@${by.login}: ${text}`,
    act: () => void github.comment(scene.issue.number, text, by),
  })
  const waits = node.state === 'WAITING_EXTERNAL' || check?.state === 'WAITING_EXTERNAL'
  return [
    tell(asked ? 3 : 0.1, `/approve ${node.id}`),
    tell(asked ? 1 : 0.15, `/reject ${node.id} not like this`),
    tell(waits ? 3 : 0.1, `/retry ${node.id}`),
    tell(waits ? 0.7 : 0.05, `/waive ${node.id} AC-1 it does not matter`),
    tell(waits ? 1 : 0.1, `/assign ${node.id} ${random.pick(['shell', 'human', '@bob'])}`),
    ...offerPush(scene, node, node.waiting_for?.kind === 'push' ? 4 : 0.3),
    ...offerPull(scene, node, asked),
  ]
}

/** A version of a task by hand; returns what was done. */
export function pushVersion(scene: Scene, { id, branch }: ActionNode, word: 'good' | 'poor'): string {
  scene.github.write(branch, { [scopeOf(scene, id)]: `${id}: ${word} by hand ${scene.github.id()}\n` }, bob)
  return `@bob pushes a ${word} version to ${branch}`
}

function scopeOf({ state }: Scene, task: string): string {
  return state().plan?.tasks.find(({ id }) => id === task)?.scope ?? 'work/none.txt'
}

function offerPush(scene: Scene, node: ActionNode, weight: number): Offer[] {
  const { github, random, state } = scene
  const path = scopeOf(scene, node.id)
  if (github.git.head(node.branch) === undefined) return []
  const word = random.pick(['good', 'good', 'poor'] as const)
  return [
    {
      weight,
      text: `@bob pushes a ${word} version to ${node.branch}`,
      act: () => void pushVersion(scene, node, word),
    },
    { weight: 0.05, text: `@bob deletes ${node.branch}`, act: () => github.deleteBranch(node.branch, bob) },
    {
      weight: 0.05,
      text: `@bob force-pushes ${node.branch}`,
      act: () => {
        const base = state().record?.base_sha
        if (base == null) return
        const tree = new Map(github.git.get(base).tree)
        tree.set(path, { blob: github.git.writeBlob(new TextEncoder().encode('forced\n')), mode: '100644' })
        github.point(node.branch, github.git.commit(tree, [base], 'forced', bob.login).sha, bob, true)
      },
    },
  ]
}

function offerPull({ github, random }: Scene, node: ActionNode, asked: boolean): Offer[] {
  const pull = node.pull_request === null ? undefined : github.issues.get(node.pull_request.number)?.pull
  if (pull?.state !== 'open') return []
  const by = random.pick([ada, bob, eve])
  const judge = (state: 'APPROVED' | 'CHANGES_REQUESTED', weight: number): Offer => ({
    weight,
    text: `@${by.login} reviews ${node.id}: ${state}`,
    act: () => void github.review(pull, { state, body: 'I looked.', commit_id: pull.headSha }, by),
  })
  return [
    judge('APPROVED', asked ? 4 : 0.3),
    judge('CHANGES_REQUESTED', asked ? 1 : 0.2),
    { weight: 0.2, text: `@bob closes the pull request of ${node.id}`, act: () => github.closePull(pull, bob) },
    { weight: 0.2, text: `@bob merges ${node.id} by hand`, act: () => mergeByHand(github, pull) },
  ]
}

function mergeByHand(github: GitHub, pull: Pull): void {
  if (github.canMerge(pull)) github.merge(pull, 'by hand', bob)
}
