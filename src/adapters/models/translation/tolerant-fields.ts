/** What agents send is read field by field: what isn't there or is something else counts as nothing. */
export type Loose = Readonly<Record<string, unknown>>

export function asLoose(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

export function asList(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(asLoose) : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** An object with only those fields that have a value. */
export function withValues<Of extends object>(fields: { [Key in keyof Of]: Of[Key] | undefined }): Partial<Of> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Of>
}

/** Text of a list of parts that each have one, whatever else is in it. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return asList(value)
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
    .join('\n')
}
