import { setTimeout as wait } from 'node:timers/promises'
import { offerPush } from './offer-branches.ts'
import { listTasks, type Offer, say, type Scene } from '../scene.ts'
import type { Held } from '../stage.ts'

const endedWithinMs = 5_000

/** Faults of the machine itself, which no person brings about. */
export function offerMachine({ backstage }: Scene): Offer[] {
  const fail = (times: number) => () => {
    backstage.failingReviews = times
    return Promise.resolve()
  }
  return [
    { text: 'machine: the next review fails', weight: 1, act: fail(1) },
    { text: 'machine: the next four reviews fail', weight: 0.6, act: fail(4) },
  ]
}

/** What may happen while a run or a review is under way. */
export function offerMeanwhile(scene: Scene, doing: 'run' | 'review', held: Held): Offer[] {
  const tell = (weight: number, text: string): Offer => ({
    text: `maintainer: ${text}`,
    weight,
    act: () => say(scene, 'maintainer', text),
  })
  const task = held.task
  const { plan } = scene.state
  const branch = listTasks(scene).find((one) => one.id === task)?.action.branch ?? ''
  const path = plan?.tasks.find((one) => one.id === task)?.scope ?? 'work/none.txt'
  const pushed = offerPush(scene, branch, 5, 'a version meanwhile', { [path]: `${task}: good meanwhile\n` })
  const common = [
    pushed,
    tell(3, '/pause'),
    tell(0.5, '/stop'),
    { text: 'nothing', weight: 2, act: () => Promise.resolve() },
  ]
  if (doing === 'review') return [...common, tell(2, `/approve ${task}`), tell(1, `/reject ${task} not like this`)]
  const inputs = plan?.tasks.find((one) => one.id === task)?.depends_on ?? []
  return [
    ...common,
    ...inputs.map((id) => tell(8, `/reject ${id} it does not fit`)),
    tell(2, `/assign ${task} human`),
    tell(0.5, `/retry ${task}`),
    { text: `machine: the worker of ${task} goes away`, weight: 2, act: () => loseWorker(scene, held, 1) },
    {
      text: `machine: the worker of ${task} goes away again and again`,
      weight: 2,
      act: () => loseWorker(scene, held, 3),
    },
  ]
}

/** No worker really goes away while there is one process, so the event is told as the machine would. */
async function loseWorker(scene: Scene, first: Held, times: number): Promise<void> {
  let held: Held | undefined = first
  for (let lost = 0; lost < times && held !== undefined; lost += 1) {
    const next: Promise<Held> = scene.backstage.hold('run', held.task)
    await loseLease(scene, held)
    // It was no longer the live one: what is held instead would never let everything come to rest.
    if (!(await isEnded(held.signal))) return
    held = await Promise.race([next, scene.running.idle().then(() => undefined)])
  }
}

/** A run hears of it a moment later than the decision is made. */
async function isEnded(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return true
  const { promise: aborted, resolve } = Promise.withResolvers<boolean>()
  signal.addEventListener('abort', () => resolve(true))
  return Promise.race([aborted, wait(endedWithinMs, false, { ref: false })])
}

/** By way of the inbox: what is pushed into a partition that this process does not hold is left alone. Resolves once it is decided on. */
async function loseLease({ repo, running, stage, issue, seed }: Scene, { task, id }: Held): Promise<void> {
  const { owner, repo: name } = repo.place
  const repository = { owner, name, key: repo.repository, installationId: running.sandbox.app.installationId }
  const key = `lease:${seed}:${id}`
  const at = new Date().toISOString()
  const gate = { kind: 'lease_lost' as const, task, run_id: id }
  const event = { key, at, kind: 'gate' as const, op: null, by: null, on: null, gate }
  const handled = stage.handled(key)
  await stage.ports().enqueue([{ repository, issueNumber: issue, planNumber: null, key, at, kind: 'event', event }])
  await handled
}
