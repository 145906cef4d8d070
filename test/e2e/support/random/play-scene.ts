import { RequestError } from '@octokit/request-error'
import type { ExecutionRecord } from '../../../../src/domain/records/execution-record.ts'
import type { GateTransition } from '../../../support/gate/gate-rows.ts'
import type { GitObjects } from '../git/git-objects.ts'
import { readHistory } from '../git/read-history.ts'
import { parseToldEvents } from '../replay/allowed-steps.ts'
import { type Replay, replayCommits } from '../replay/replay.ts'
import { findUnrest } from './find-unrest.ts'
import { offerBranches } from './offers/offer-branches.ts'
import { offerCommands } from './offers/offer-commands.ts'
import { offerIssue } from './offers/offer-issue.ts'
import { offerMachine, offerMeanwhile } from './offers/offer-machine.ts'
import { offerPulls } from './offers/offer-pulls.ts'
import type { IssueState, Offer, Scene } from './scene.ts'

/** Chooses what happens next and lets it happen; says what it was. */
export async function takeStep(scene: Scene): Promise<string> {
  const { random } = scene
  const offers = [
    ...offerCommands(scene),
    ...offerBranches(scene),
    ...offerPulls(scene),
    ...offerIssue(scene),
    ...offerMachine(scene),
  ]
  const doing = random.weigh([
    { doing: null, weight: 14 },
    { doing: 'run' as const, weight: 4 },
    { doing: 'review' as const, weight: 3 },
  ])?.doing
  const likely = doing == null ? [] : offers.filter((offer) => offer.likely === doing)
  const offer = random.weigh(likely.length > 0 ? likely : offers)
  if (offer === undefined) return 'nothing'
  if (doing == null || likely.length === 0) return carryOut(offer)
  return carryOutHeld(scene, doing, offer)
}

/** GitHub may well say no to what people try; then that is what happened. */
async function carryOut(offer: Offer): Promise<string> {
  try {
    await offer.act()
    return offer.text
  } catch (error) {
    if (error instanceof RequestError && error.status >= 400 && error.status < 500)
      return `${offer.text} (answered ${error.status})`
    throw error
  }
}

/** What it sets off stops where it begins; something else happens, and only then it goes on. */
async function carryOutHeld(scene: Scene, doing: 'run' | 'review', offer: Offer): Promise<string> {
  const { backstage, random, running, stage } = scene
  const entered = backstage.hold(doing)
  try {
    const text = await carryOut(offer)
    const held = await Promise.race([entered, running.idle().then(() => undefined)])
    if (held === undefined) return text
    const meanwhile = random.weigh(offerMeanwhile(scene, doing, held))
    const second = meanwhile === undefined ? '' : await carryOut(meanwhile)
    await running.sandbox.idle()
    await stage.ports().messages.idle()
    return `${text}; while the ${doing} of ${held.task} is under way, ${second}`
  } finally {
    backstage.release()
  }
}

/** Follows the workflow branch of a scene, holds every commit against the rules, and tells of each transition. */
export interface Follower {
  replay: Replay
  objects: GitObjects
  note: (transition: GateTransition) => void
}

/** What is wrong now that everything rests; the scene's state is the newest afterwards. */
export async function look(scene: Scene, { replay, objects, note }: Follower): Promise<string[]> {
  const faults: string[] = []
  const history = await readHistory(objects, replay.last?.sha ?? null)
  for (const commit of history.commits) {
    const before = readState(replay)
    faults.push(...(await replayCommits(replay, { commits: [commit], blobs: history.blobs })))
    const after = readState(replay)
    note({ before, after, told: parseToldEvents(commit.message, after.record?.id ?? '') })
  }
  scene.state = readState(replay)
  faults.push(...findUnrest(scene.state), ...scene.backstage.faults.splice(0))
  return faults
}

function readState(replay: Replay): IssueState {
  const record = [...replay.records.values()][0]
  const planId = record?.plan_id ?? ''
  const execution: ExecutionRecord | undefined = replay.executions.get(planId)
  return { record, plan: replay.plans.get(planId), execution }
}
