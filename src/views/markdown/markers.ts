export interface Marker {
  kind: string
  key: string
  mac: string
}

const kindPattern = /^[a-z][a-z_]*$/
// No `--`, no `>`: the marker is an HTML comment.
const keyPattern = /^(?!.*--)[\w./:@-]+$/
const markerLine = /^<!-- countersign:([a-z][a-z_]*) ([\w./:@-]+) ([\w+/=-]+) -->(?:\r?\n|$)/

/** What the MAC of a marker is made over. */
export function markerText(kind: string, key: string): string {
  return `${kind} ${key}`
}

/**
 * `<!-- countersign:plan SOL-ISS-007-1 mac -->`: tells our comments, reviews and pull requests from each other.
 * It is the first line; `sign` makes the MAC over `markerText`.
 */
export function renderMarker(kind: string, key: string, sign: (text: string) => string): string {
  if (!kindPattern.test(kind) || !keyPattern.test(key)) throw new Error(`not a marker: ${kind} ${key}`)
  return `<!-- countersign:${kind} ${key} ${sign(markerText(kind, key))} -->`
}

/** The body with its marker as first line. */
export function withMarker(marker: string, body: string): string {
  return `${marker}\n${body}`
}

/** The marker in the first line, unchecked: whoever acts on it compares the MAC and the author. */
export function findMarker(body: string): Marker | undefined {
  const match = markerLine.exec(body)
  const [, kind, key, mac] = match ?? []
  return kind === undefined || key === undefined || mac === undefined ? undefined : { kind, key, mac }
}
