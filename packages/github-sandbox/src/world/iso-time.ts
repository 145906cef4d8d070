/** ISO 8601 to the second, as GitHub writes times. */
export function isoTime(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
