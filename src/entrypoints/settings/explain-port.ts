/** Why it can't listen there, and what to do; undefined for every other error. `choose`: how another port is named. */
export function explainPort(error: unknown, place: string, choose: string): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `something else listens on ${place} already; ${choose}, or end what listens there`
  if (code === 'EACCES') return `this user may not listen on ${place}; ${choose}`
  return undefined
}
