/** What, where, what to do; the stack only when asked for. */
export function renderError(error: unknown, debug: boolean, program = 'countersign'): string {
  if (!(error instanceof Error)) return `${program}: ${String(error)}\n`
  const details =
    'details' in error && typeof error.details === 'string' && error.details !== '' ? `  ${error.details}\n` : ''
  const code = 'code' in error && typeof error.code === 'string' ? ` [${error.code}]` : ''
  return `${program}: ${error.message}${code}\n${details}${debug ? `${error.stack ?? ''}\n` : ''}`
}
