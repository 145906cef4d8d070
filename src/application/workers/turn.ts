/** A repository of an installation, as repositories take turns. */
export interface Turn {
  installationId: number
  repository: string
}

/** Before everybody's. */
export const firstTurn: Turn = { installationId: -1, repository: '' }

/** Whose turn it is after that one: one repository after the other, round and round; undefined where nobody waits. */
export function findNextTurn(waiting: Iterable<Turn>, after: Turn): Turn | undefined {
  let first: Turn | undefined
  let next: Turn | undefined
  for (const one of waiting) {
    if (first === undefined || isBefore(one, first)) first = one
    if (isBefore(after, one) && (next === undefined || isBefore(one, next))) next = one
  }
  return next ?? first
}

export function isSameTurn(a: Turn, b: Turn | undefined): boolean {
  return a.installationId === b?.installationId && a.repository === b.repository
}

function isBefore(a: Turn, b: Turn): boolean {
  if (a.installationId !== b.installationId) return a.installationId < b.installationId
  return a.repository < b.repository
}
