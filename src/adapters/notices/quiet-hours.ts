const pattern = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)(?: ([A-Za-z][\w+/-]{0,60}))?$/

export interface QuietHours {
  /** Minutes of the day, in the time zone. */
  from: number
  until: number
  zone: string
}

/** `22:00-07:00 Europe/Berlin`, UTC where no zone is named; undefined where it can't be read. */
export function parseQuietHours(text: string): QuietHours | undefined {
  const [, fromHour, fromMinute, untilHour, untilMinute, zone = 'UTC'] = pattern.exec(text.trim()) ?? []
  if (fromHour === undefined || !isZone(zone)) return undefined
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const until = Number(untilHour) * 60 + Number(untilMinute)
  return from === until ? undefined : { from, until, zone }
}

/** Milliseconds from a time to the end of the quiet hours that it is in; 0 outside of them. */
export function findQuietMs({ from, until, zone }: QuietHours, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .formatToParts(at)
    .reduce<Record<string, number>>((found, { type, value }) => ({ ...found, [type]: Number(value) }), {})
  const now = (parts['hour'] ?? 0) * 60 + (parts['minute'] ?? 0)
  const isQuiet = from < until ? from <= now && now < until : from <= now || now < until
  if (!isQuiet) return 0
  const minutes = (until - now + 24 * 60) % (24 * 60)
  return minutes * 60_000 - (at.getTime() % 60_000)
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
