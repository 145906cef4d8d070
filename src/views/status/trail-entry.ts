import type { TrailEntry } from '../../domain/records/iss-record.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { translate } from '../language/translate.ts'
import { shorten } from '../markdown/shorten.ts'
import { renderName } from '../text/person.ts'
import { renderShortTime } from '../text/time.ts'
import { t } from '../language/t.ts'

const longest = 240

/** `- 03:12 T1: version 1 is approved, ada`: one line of a list. */
export function renderTrailEntry(entry: TrailEntry): string {
  const by = entry.by === null || entry.text.includes(entry.by) ? '' : t(', {who}', { who: renderName(entry.by) })
  return `- ${renderShortTime(entry.at)} ${neutraliseInline(shorten(translate(entry.text), longest))}${by}`
}
