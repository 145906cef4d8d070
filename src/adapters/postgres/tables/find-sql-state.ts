/** The five characters by which Postgres names a fault (SQLSTATE); undefined where it was none of Postgres's. */
export function findSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
