import type { PlanChange } from './plan-difference.ts'

/**
 * The differences of several steps as those of one, from the first plan to the last: what was changed twice is told once,
 * what was changed back is not told, nor what became of a task that came or went in between.
 */
export function joinChanges(steps: readonly (readonly PlanChange[])[]): PlanChange[] {
  const joined = new Map<string, PlanChange>()
  for (const change of steps.flat()) {
    if (change.what === 'task') joinTask(joined, change)
    else if (joined.get(keyOf({ ...change, what: 'task' }))?.kind === 'added') continue
    else if (isCriterion(change)) joinCriterion(joined, change)
    else joinPart(joined, change)
  }
  return [...joined.values()]
}

/** Of a task that is there anew, its parts are not told; of one that came and went, nothing. */
function joinTask(joined: Map<string, PlanChange>, change: PlanChange): void {
  const key = keyOf(change)
  const earlier = joined.get(key)
  for (const [one, { task }] of joined) if (task === change.task) joined.delete(one)
  if (earlier === undefined || earlier.kind === change.kind) joined.set(key, change)
  else if (earlier.kind === 'removed') joined.set(key, replaced(earlier, change))
}

/** Dropped and written anew: what the task is called tells enough, as nobody kept the rest of both. */
function replaced(removed: PlanChange, added: PlanChange): PlanChange {
  return { kind: 'changed', task: added.task, what: 'written anew', before: removed.before, after: added.after }
}

function joinPart(joined: Map<string, PlanChange>, change: PlanChange): void {
  const key = keyOf(change)
  const earlier = joined.get(key)
  if (earlier === undefined) {
    joined.set(key, change)
    return
  }
  const told = joinTwo(earlier, change)
  if (told === undefined) joined.delete(key)
  else joined.set(key, told)
}

/** Undefined where it is as it was. */
function joinTwo({ before }: PlanChange, change: PlanChange): PlanChange | undefined {
  const { after } = change
  if (before === after && isWhole(before)) return undefined
  return { ...change, kind: before === null ? 'added' : after === null ? 'removed' : 'changed', before }
}

function isCriterion({ what }: PlanChange): boolean {
  return /^AC-\d+$/.test(what)
}

/** By its words: from plan to plan, another one in front of it gives it another id. */
function joinCriterion(joined: Map<string, PlanChange>, change: PlanChange): void {
  const continues = (one: PlanChange) =>
    change.before === null ? one.after === null && one.before === change.after : one.after === change.before
  const [key, earlier] =
    [...joined].find(([, one]) => one.task === change.task && isCriterion(one) && continues(one)) ?? []
  if (key !== undefined) joined.delete(key)
  const told = earlier === undefined ? change : joinTwo(earlier, change)
  if (told !== undefined) joined.set(JSON.stringify(told), told)
}

/** Of two long texts that begin alike nobody kept where they part. */
function isWhole(text: string | null): boolean {
  return text === null || !/^…|…$/.test(text)
}

function keyOf({ task, what }: PlanChange): string {
  return JSON.stringify([task, what])
}
