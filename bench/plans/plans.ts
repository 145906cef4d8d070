import { assemblePlan } from '../../src/domain/plan/assemble/assemble-plan.ts'
import { findPlanFaults } from '../../src/domain/plan/rules/find-plan-faults.ts'
import { orderTasks } from '../../src/domain/plan/graph/order-tasks.ts'
import { hashPlan } from '../../src/domain/plan/plan-hash.ts'
import type { Plan } from '../../src/domain/plan/plan.ts'
import { scorePlan } from '../../src/domain/plan/score/score-plan.ts'
import { type Bench, compare, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { draftLarge, type Shape } from './large-draft.ts'
import { measureStack } from './measure-stack.ts'
import { median } from '../stage/median.ts'
import { openMergePending } from './merge-pending.ts'
import { type OrderPeer, orderPeers } from './order-peers.ts'

const name = 'plans'
const usual: Amounts = { count: 100_000, rounds: 5 }
const amountsOf: Record<Size, Amounts> = { small: { count: 1_000, rounds: 1 }, usual, full: usual }
const targetMs = 1_000
const targetFrames = 100
const shapes: readonly Shape[] = ['chain', 'layers']

interface Amounts {
  /** Tasks of each plan. */
  count: number
  rounds: number
}

export const plansBench: Bench = {
  name,
  title: 'plans of 100,000 tasks: read, checked, scored, decided on',
  about: `Plans of ${usual.count.toLocaleString('en')} tasks: in a chain, where each waits for the one before, and in random layers of 1,000 with one to four dependencies each (the same in each run). Median of ${usual.rounds} rounds after one to warm up. \`validate\` looks for all faults, \`score\` and \`hash\` are those of a plan, \`decide\` is the whole decision on the event that a task was merged: what depends on it starts, and all that mirrors the state is brought up to date. \`order\` is the acyclic test and a topological order at once, from the plan as it is; the peers are given their own graph, ready built, and their time to build it stands apart. \`@dagrejs/graphlib\` is asked once: its \`topsort\` throws where its \`isAcyclic\` says no. Stack is the deepest that sampling every 0.1 ms saw.`,
  run: async (tell, size) => shapes.flatMap((shape) => measureShape(shape, amountsOf[size], tell)),
}

function measureShape(shape: Shape, { count, rounds }: Amounts, tell: Tell): Figure[] {
  tell(`${shape}: assembling`)
  const draft = draftLarge(shape, count)
  const [plan, assembleMs] = time(() => assemblePlan(draft, facts))
  const faults = findPlanFaults(plan)
  if (faults.length > 0) throw new Error(`the ${shape} has a fault: ${faults[0]?.message}`)
  const works: Record<string, () => unknown> = {
    validate: () => findPlanFaults(plan),
    score: () => scorePlan(plan, faults, new Map()),
    hash: () => hashPlan(plan),
    decide: openMergePending(plan),
    order: () => orderTasks(plan.tasks),
  }
  const own = Object.entries(works).flatMap(([work, run]): Figure[] => {
    tell(`${shape}: ${work}`)
    const title = `${shape}, ${work}`
    return [
      measure({ bench: name, case: title, figure: repeat(run, rounds), unit: 'ms', target: targetMs }),
      measure({ bench: name, case: title, figure: measureStack(run), unit: 'frames of stack', target: targetFrames }),
    ]
  })
  return [
    { bench: name, case: `${shape}, assemble from a draft`, figure: Math.round(assembleMs), unit: 'ms' },
    ...own,
    ...orderPeers.flatMap((peer) => besidePeer(shape, plan, peer, rounds, tell)),
  ]
}

/** In turns, so that a slow moment of the machine falls on both. */
function besidePeer(shape: Shape, plan: Plan, peer: OrderPeer, rounds: number, tell: Tell): Figure[] {
  tell(`${shape}: ${peer.name}`)
  const [order, buildMs] = time(() => peer.build(plan.tasks))
  const ours: number[] = []
  const theirs: number[] = []
  let failed: string | undefined
  for (let round = 0; round <= rounds; round++) {
    const mine = time(() => orderTasks(plan.tasks))[1]
    const taken = timePeer(order, plan.tasks.length)
    if (typeof taken === 'string') failed = taken
    else if (round > 0) theirs.push(taken)
    if (round > 0) ours.push(mine)
  }
  const title = `${shape}, order beside ${peer.name}`
  const beside = failed ?? Math.round(median(theirs))
  return [
    compare({ bench: name, case: title, figure: Math.round(median(ours)), unit: 'ms', peer: beside }),
    { bench: name, case: title, figure: 0, unit: 'ms to build', peer: Math.round(buildMs) },
  ]
}

function timePeer(order: () => readonly string[], count: number): number | string {
  try {
    const [ids, ms] = time(order)
    return ids.length === count ? ms : `${ids.length} of ${count}`
  } catch (error) {
    if (error instanceof RangeError) return 'stack overflow'
    throw error
  }
}

function repeat(work: () => unknown, rounds: number): number {
  work()
  return Math.round(median(Array.from({ length: rounds }, () => time(work)[1])))
}

function time<T>(work: () => T): [T, number] {
  const started = performance.now()
  const result = work()
  return [result, performance.now() - started]
}

const facts = {
  planId: 'SOL-ISS-007-1',
  issId: 'ISS-007',
  issueNumber: 7,
  repository: 'octo/widgets',
  createdAt: '2026-11-21T03:12:00Z',
  textSha256: 'a'.repeat(64),
  commentIds: [],
  removed: 0,
  planner: 'bench',
  defaultExecutor: 'human',
  reviewer: 'rules',
}
