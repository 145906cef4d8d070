/** A timestamp as the drivers give it, as ISO 8601 with milliseconds. */
export function toIsoTime(value: unknown): string {
  return (value instanceof Date ? value : new Date(String(value))).toISOString()
}
