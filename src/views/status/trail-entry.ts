import type { TrailEntry } from '../../domain/records/iss-record.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderName } from '../text/person.ts'
import { renderShortTime } from '../text/time.ts'

const longest = 240

/** `- 03:12 T1: version 1 is approved, ada`: one line of a list. */
export function renderTrailEntry(entry: TrailEntry): string {
  const by = entry.by === null || entry.text.includes(entry.by) ? '' : `, ${renderName(entry.by)}`
  return `- ${renderShortTime(entry.at)} ${neutraliseInline(shorten(entry.text, longest))}${by}`
}
