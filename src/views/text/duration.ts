import { t } from '../language/t.ts'

/** `0.4 s`, `42 s`, `3 min 05 s`, `1 h 20 min`, `2 d 3 h`. */
export function renderDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1000
  if (seconds < 9.95) return t('{n} s', { n: Number(seconds.toFixed(1)) })
  if (seconds < 59.5) return t('{n} s', { n: Math.round(seconds) })
  const minutes = Math.round(seconds / 60)
  if (seconds < 600) return join(Math.floor(Math.round(seconds) / 60), '{n} min', Math.round(seconds) % 60, '{n} s')
  if (minutes < 60) return t('{n} min', { n: minutes })
  const hours = Math.round(minutes / 60)
  return minutes < 24 * 60
    ? join(Math.floor(minutes / 60), '{n} h', minutes % 60, '{n} min')
    : join(Math.floor(hours / 24), '{n} d', hours % 24, '{n} h')
}

type DurationUnit = '{n} s' | '{n} min' | '{n} h' | '{n} d'

function join(whole: number, unit: DurationUnit, rest: number, restUnit: DurationUnit): string {
  const first = t(unit, { n: whole })
  return rest === 0 ? first : `${first} ${t(restUnit, { n: rest })}`
}
