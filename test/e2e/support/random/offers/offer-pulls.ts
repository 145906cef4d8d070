import type { PersonRole } from 'github-sandbox'
import type { Pull } from 'github-sandbox'
import { isOpen, listTasks, type Offer, say, type Scene, type TaskView } from '../scene.ts'

/** What people do in pull requests, and what CI says of their heads. */
export function offerPulls(scene: Scene): Offer[] {
  const { record } = scene.state
  const final = scene.github.pulls.findLast((one) => one.head.ref === record?.base_branch)
  return [...offerFinal(scene, final), ...listTasks(scene).flatMap((task) => offerTaskPull(scene, task))]
}

function offerFinal(scene: Scene, final: Pull | undefined): Offer[] {
  if (final === undefined || final.merged) return []
  if (!isOpen(scene, final)) return [offerState(scene, final, 'open', 0.3)]
  return [offerMerge(scene, final, 0.2), offerState(scene, final, 'closed', 0.4)]
}

function offerTaskPull(scene: Scene, { id, action, check, pull }: TaskView): Offer[] {
  if (pull === undefined) return []
  const { number, head, merged } = pull
  const judged = check.state === 'WAITING_EXTERNAL' ? 6 : 0.8
  const review = (role: PersonRole, event: 'APPROVE' | 'REQUEST_CHANGES', weight: number, sha = head.sha): Offer => ({
    text: `${role}: ${event} on #${number} (${id}) at ${sha.slice(0, 7)}`,
    weight,
    likely: 'run',
    act: () =>
      scene.repo.as(role).rest.pulls.createReview({
        ...scene.repo.place,
        pull_number: number,
        event,
        body: event === 'APPROVE' ? '' : 'Not yet',
        commit_id: sha,
      }),
  })
  const old = scene.state.execution?.artifacts.find((one) => one.task === id && one.commit_sha !== head.sha)
  const reviews = [
    ...(['maintainer', 'writer'] as const).flatMap((role) => [
      review(role, 'APPROVE', judged / 2),
      review(role, 'REQUEST_CHANGES', judged / 5),
    ]),
    review('reader', 'APPROVE', 0.4),
    review('outsider', 'REQUEST_CHANGES', 0.4),
    ...(old === undefined ? [] : [review('maintainer', 'APPROVE', 1, old.commit_sha)]),
    ...offerDismissals(scene, pull, action.merge === 'pending' ? 20 : 1),
  ]
  if (!isOpen(scene, pull))
    return [...(merged ? [] : [offerState(scene, pull, 'open', 1)]), ...offerDismissals(scene, pull, 1)]
  return [
    ...reviews,
    offerMerge(scene, pull, 1),
    offerMerge(scene, pull, 1.5, 'writer'),
    offerState(scene, pull, 'closed', 0.8),
    offerState(scene, pull, 'closed', 0.5, 'triager'),
    {
      text: `writer: /approve in #${number}`,
      weight: judged / 3,
      likely: 'run',
      act: () => say(scene, 'writer', '/approve', number),
    },
    {
      text: `writer: /reject in #${number}`,
      weight: judged / 6,
      likely: 'run',
      act: () => say(scene, 'writer', '/reject say more', number),
    },
    { text: `reader: chats in #${number}`, weight: 0.3, act: () => say(scene, 'reader', 'Nice work', number) },
    ...offerRetryButton(scene, id),
    ...(action.state === 'DONE' ? [] : offerCi(scene, id, head.sha)),
  ]
}

/** Approvals, the bot's own as well as people's, can be dismissed by whoever maintains. */
function offerDismissals(scene: Scene, pull: Pull, weight: number): Offer[] {
  const approval = pull.reviews.findLast((one) => one.state === 'APPROVED')
  if (approval === undefined) return []
  return [
    {
      text: `maintainer: dismisses ${approval.user}'s approval on #${pull.number}`,
      weight,
      likely: 'run',
      act: () =>
        scene.repo.as('maintainer').rest.pulls.dismissReview({
          ...scene.repo.place,
          pull_number: pull.number,
          review_id: approval.id,
          message: 'Not any more',
        }),
    },
  ]
}

function offerMerge(scene: Scene, pull: Pull, weight: number, role: PersonRole = 'maintainer'): Offer {
  return {
    text: `${role}: merges #${pull.number} (${pull.head.ref})`,
    weight,
    likely: 'run',
    act: () => scene.repo.as(role).rest.pulls.merge({ ...scene.repo.place, pull_number: pull.number }),
  }
}

function offerState(
  scene: Scene,
  pull: Pull,
  state: 'open' | 'closed',
  weight: number,
  role: PersonRole = 'writer',
): Offer {
  return {
    text: `${role}: makes #${pull.number} (${pull.head.ref}) ${state}`,
    weight,
    act: () => scene.repo.as(role).rest.pulls.update({ ...scene.repo.place, pull_number: pull.number, state }),
  }
}

function offerRetryButton(scene: Scene, task: string): Offer[] {
  const run = scene.github.checkRuns.findLast(
    (one) => one.name === `countersign/${task}` && one.actions.some(({ identifier }) => identifier === 'retry'),
  )
  if (run === undefined) return []
  const press = () => {
    scene.running.sandbox.requestCheckAction(scene.repo.repository, run.id, 'retry', 'writer')
    return Promise.resolve()
  }
  return [{ text: `writer: presses retry of ${task}`, weight: 1, likely: 'run', act: press }]
}

/** A check that a criterion names reports on the head. */
function offerCi(scene: Scene, task: string, sha: string): Offer[] {
  const criteria = scene.state.plan?.tasks.find((one) => one.id === task)?.acceptance_criteria ?? []
  if (!criteria.some((one) => one.check_method === 'ci_check')) return []
  return (['success', 'failure', 'pending'] as const).map((state) => ({
    text: `CI: build is ${state} for ${task}`,
    weight: { success: 4, failure: 1.5, pending: 0.5 }[state],
    likely: 'run',
    act: () =>
      scene.repo.as('writer').rest.repos.createCommitStatus({ ...scene.repo.place, sha, state, context: 'build' }),
  }))
}
