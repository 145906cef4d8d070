import { anyOf } from '../../../text/any-of.ts'
import { foldMarks } from '../words/fold-marks.ts'
import { finalWords } from '../words/outline-words.ts'
import { findTaskIds } from './parse-task-text.ts'
import type { FinalLine } from './task-outline.ts'

const lead = new RegExp(`^${anyOf(finalWords.lead)}\\s*:\\s*(?:由\\s*)?`, 'i')
const assembling = new RegExp(`^\\s*${anyOf(finalWords.assembles)}\\s*`, 'i')
const all = new RegExp(`^${anyOf(finalWords.all)}$`, 'i')
const someIds = /^(?:T[\d.]+|[\s,&和与及]|and|以及)+/i

/**
 * How the final deliverable comes about: `Final: T5 assembles T1, T2` (or `all`, or nothing, which means all) is
 * ASSEMBLE, `Final: T1, T2` passes these tasks' deliverables through (spec 003 §1.4). Undefined where it says neither.
 */
export function parseFinalLine(text: string, line: number): FinalLine | undefined {
  if (text.length > 1000) return undefined
  const plain = foldMarks(text.replaceAll(/\*\*|__/g, '')).trim()
  const said = lead.exec(plain)
  if (said === null) return undefined
  const rest = plain.slice(said[0].length).replace(/\.$/, '').trim()
  const named = someIds.exec(rest)?.[0] ?? ''
  const ids = findTaskIds(named)
  const behind = rest.slice(named.length)
  if (ids.length === 0) return undefined
  if (behind === '') return { line, ids, assembles: false, from: null }
  const verb = assembling.exec(behind)
  if (verb === null || ids.length > 1) return undefined
  const parts = behind.slice(verb[0].length).trim()
  if (parts === '' || all.test(parts)) return { line, ids, assembles: true, from: null }
  const from = findTaskIds(someIds.exec(parts)?.[0] ?? '')
  return from.length > 0 && someIds.exec(parts)?.[0] === parts ? { line, ids, assembles: true, from } : undefined
}
