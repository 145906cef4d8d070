import type { JudgedVersion } from './judge-versions.ts'
import type { PlayedCase } from './play-case.ts'

export interface Share {
  title: string
  count: number
  of: number
  /** A share that is to be at most this; else the more the better. */
  most?: number
}

/** The goal that is reported against: of versions with a known mistake so many may be approved. */
export const mostFalseApprovals = 0.05

/** What the plays and reviews come to, as shares. */
export function summarise(played: readonly PlayedCase[], judged: readonly JudgedVersion[]): Share[] {
  const tasks = played.flatMap((one) => one.tasks)
  const tried = played.filter(({ hidden }) => hidden !== null)
  const wrong = judged.filter(({ defect }) => defect !== null)
  const right = judged.filter(({ defect }) => defect === null)
  const planned = played.filter(
    ({ plan }) => plan === 'at once' || plan === 'after rounds' || plan === 'after questions',
  )
  return [
    { title: 'issues with a plan', count: planned.length, of: played.length },
    {
      title: 'plans that pass their review at once',
      count: count(played, ({ plan }) => plan === 'at once'),
      of: played.length,
    },
    { title: 'tasks approved at first', count: count(tasks, (one) => one === 'at first'), of: tasks.length },
    {
      title: 'tasks approved, at first or after a redo',
      count: count(tasks, (one) => one !== 'not'),
      of: tasks.length,
    },
    { title: 'issues whose hidden tests pass', count: count(tried, ({ hidden }) => hidden === true), of: tried.length },
    {
      title: 'right versions that the reviewer approves',
      count: count(right, ({ verdict }) => verdict === 'approved'),
      of: right.length,
    },
    {
      title: 'wrong versions that the reviewer approves',
      count: count(wrong, ({ verdict }) => verdict === 'approved'),
      of: wrong.length,
      most: mostFalseApprovals,
    },
    {
      title: 'wrong versions that it leaves to people',
      count: count(wrong, ({ verdict }) => verdict === 'left to people'),
      of: wrong.length,
    },
  ]
}

function count<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.filter(is).length
}
