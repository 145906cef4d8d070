/** Lines that could be run, and those that were. */
export interface Coverage {
  lines: number
  covered: number
}

/** Of several reports together; one that tells of none counts for nothing, and null where none does. */
export function sumCoverage(reports: readonly (Coverage | null)[]): Coverage | null {
  const told = reports.filter((one) => one !== null)
  if (told.length === 0) return null
  return {
    lines: told.reduce((sum, one) => sum + one.lines, 0),
    covered: told.reduce((sum, one) => sum + one.covered, 0),
  }
}
