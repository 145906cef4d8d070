import type { Bench, Figure, Size } from './bench.ts'
import type { Outcome } from './document.ts'

/** A bench that came to no figures, and why. */
export interface Failure {
  bench: string
  error: unknown
}

/** What several benches came to. */
export interface Report {
  figures: Figure[]
  failures: Failure[]
}

/** Without when and where. */
export type EndedOutcome = Omit<Outcome, 'at' | 'machine'>

/** Anything longer says what it is at. */
const quietMs = 1_000

/**
 * Runs one after the other. One that fails takes nothing with it: what the others came to is kept, and they go on.
 * `onEnd` has each outcome when its bench has ended, `say` is told what a bench is at that takes its time.
 */
export async function runBenches(
  benches: readonly Bench[],
  size: Size,
  say: (line: string) => void,
  onEnd: (outcome: EndedOutcome) => Promise<void> = async () => {},
): Promise<Report> {
  const report: Report = { figures: [], failures: [] }
  for (const bench of benches) {
    try {
      const figures = await runBench(bench, size, say)
      if (figures.length === 0) throw new Error('it came to no figure')
      report.figures.push(...figures)
      await onEnd({ bench, figures, size })
    } catch (error) {
      report.failures.push({ bench: bench.name, error })
    }
  }
  return report
}

async function runBench(bench: Bench, size: Size, say: (line: string) => void): Promise<Figure[]> {
  let timer: NodeJS.Timeout | undefined
  const tell = (progress: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => say(`${bench.name}: ${progress} …`), quietMs)
  }
  try {
    return await bench.run(tell, size)
  } finally {
    clearTimeout(timer)
  }
}
