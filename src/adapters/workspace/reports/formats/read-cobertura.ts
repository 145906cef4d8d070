import type { ReportedCoverage } from './coverage.ts'
import type { ElementReader } from './element-reader.ts'

/** Cobertura's totals stand on its root; where a tool leaves them out, the lines of its classes are counted. */
export function readCobertura(coverage: ReportedCoverage): ElementReader {
  const path: string[] = []
  let told = false
  return {
    open(name, attributes) {
      path.push(name)
      if (path.length === 1) {
        const [lines, covered] = [Number(attributes['lines-valid']), Number(attributes['lines-covered'])]
        told = lines > 0 && covered >= 0
        if (told) coverage.add(lines, covered)
      }
      // Lines stand twice, below the class and below its methods.
      const isLine = name === 'line' && path.at(-2) === 'lines' && path.at(-3) === 'class'
      if (!told && isLine) coverage.add(1, Number(attributes['hits']) > 0 ? 1 : 0)
    },
    wantsText: () => false,
    text: () => undefined,
    close: () => void path.pop(),
  }
}
