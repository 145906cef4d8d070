/** `0.4 s`, `42 s`, `3 min 05 s`, `1 h 20 min`, `2 d 3 h`. */
export function renderDuration(durationMs: number): string {
  const seconds = Math.max(0, durationMs) / 1000
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (seconds < 600) return join(Math.floor(Math.round(seconds) / 60), 'min', Math.round(seconds) % 60, 's')
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return minutes < 24 * 60
    ? join(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
    : join(Math.floor(hours / 24), 'd', hours % 24, 'h')
}

function join(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`
}
