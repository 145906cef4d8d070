import type { PlainMessage } from '../../domain/language/message.ts'
import { t } from '../language/t.ts'

const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const satisfies readonly PlainMessage[]

/** `21 Nov 03:12 UTC`; what is no time comes back as it is. */
export function renderTime(iso: string): string {
  const short = renderShortTime(iso)
  return short === iso ? iso : `${short} UTC`
}

/** `21 Nov 03:12`, in UTC. */
export function renderShortTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const time = at.toISOString().slice(11, 16)
  const month = t(months[at.getUTCMonth()] ?? 'Jan')
  return t('{day} {month} {time}', { day: at.getUTCDate(), month, time })
}
