import { findStanding } from './state-label.ts'
import type { Work } from './work.ts'

/** Why nothing of a plan that is being worked on goes on until a person decides; null where something may (design 2 "Session"). */
export function whyGivenUp({ record, execution }: Pick<Work, 'record' | 'execution'>): string | null {
  if (record?.phase !== 'working' || record.paused !== null || record.replanning !== null) return null
  if (findStanding({ execution }) !== 'given_up') return null
  const [first, ...others] = Object.values(execution?.nodes ?? {}).flatMap((node) => {
    if (node.kind === 'GOAL' || node.state !== 'WAITING_EXTERNAL') return []
    return [`${node.kind === 'CHECK' ? node.target : node.id}: ${node.waiting_for?.what ?? 'given up'}`]
  })
  return others.length === 0 ? (first ?? null) : `${first} (and ${others.length} more)`
}
