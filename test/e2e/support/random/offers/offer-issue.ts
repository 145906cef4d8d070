import { redeliver, replayDelivery } from '../../webhook-deliveries.ts'
import { findIssue, type Offer, type Scene } from '../scene.ts'
import { writeRandomIssue } from './write-random-issue.ts'

/** What people do to the issue itself, what GitHub delivers twice, and time that passes. */
export function offerIssue(scene: Scene): Offer[] {
  const issue = findIssue(scene)
  const update = (change: { state?: 'open' | 'closed'; body?: string }) =>
    scene.repo.as('maintainer').rest.issues.update({ ...scene.repo.place, issue_number: scene.issue, ...change })
  const body = issue?.body ?? ''
  const states: Offer[] =
    issue?.state === 'open'
      ? [{ text: 'maintainer: closes the issue', weight: 0.4, act: () => update({ state: 'closed' }) }]
      : [
          {
            text: 'maintainer: reopens the issue',
            weight: issue === undefined ? 0.2 : 8,
            act: () => update({ state: 'open' }),
          },
        ]
  return [
    ...states,
    ...offerTime(scene),
    ...offerDeliveries(scene),
    {
      text: 'maintainer: adds a remark to the issue',
      weight: 0.7,
      act: () => update({ body: `${body}\nBy the way.\n` }),
    },
    {
      text: 'maintainer: writes the issue anew',
      weight: 0.4,
      act: () => update({ body: writeRandomIssue(scene.random, scene.seed) }),
    },
    {
      text: 'maintainer: transfers the issue',
      weight: issue === undefined ? 0 : 0.12,
      act: () => scene.running.sandbox.transferIssue(scene.repo.repository, scene.issue, scene.elsewhere, 'maintainer'),
    },
    {
      text: 'maintainer: deletes the issue',
      weight: issue === undefined ? 0 : 0.12,
      act: () => scene.running.sandbox.deleteIssue(scene.repo.repository, scene.issue, 'maintainer'),
    },
  ]
}

/** A person can't hurry a clock: what waits for CI's deadline is let go as if the hour were over. */
function offerTime(scene: Scene): Offer[] {
  const { timers } = scene.backstage
  if (timers.length === 0) return []
  const pass = () => {
    for (const act of timers.splice(0)) act()
    return Promise.resolve()
  }
  return [{ text: "time: CI's deadline passes", weight: 4, act: pass }]
}

function offerDeliveries(scene: Scene): Offer[] {
  const all = scene.running.sandbox.world.deliveries.filter((one) => one.repositoryId === scene.github.id)
  if (all.length === 0) return []
  const recent = scene.random.pick(all.slice(-12))
  const any = scene.random.pick(all)
  const what = (one: typeof any) => `${one.event}.${one.action ?? ''}`
  return [
    { text: `GitHub: delivers ${what(recent)} again`, weight: 1.2, act: () => redeliver(scene.running, recent.id) },
    { text: `somebody: replays ${what(any)}`, weight: 1.2, act: () => replayDelivery(scene.running, any) },
  ]
}
