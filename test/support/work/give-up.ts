import type { Work } from '../../../src/domain/records/work.ts'
import { buildContext, comment, playWork } from './play-work.ts'

/** The work once this task has come to its limit, after whatever was asked next. */
export function giveUp(work: Work, task: string): Work {
  const given = structuredClone(work)
  const node = given.execution?.nodes[task]
  if (node?.kind !== 'ACTION') throw new Error(`no task ${task}`)
  const waiting_for = { kind: 'decision' as const, who: ['ada'], what: 'failed 3 times' }
  Object.assign(node, { state: 'WAITING_EXTERNAL', run: null, waiting_for })
  return playWork(given, buildContext(), comment([{ kind: 'status' }]))
}
