import { measureCpu } from './measure-cpu.ts'

/** What the reference work took of the machine on which bars were set, undisturbed. */
const referenceMs = 125
const rows = 40_000

/**
 * Milliseconds of processor time that a work would take on the machine on which bars were set; never more than it takes
 * here. A machine that is slow today is slow with the reference work too, and only a work that is slow by itself stays
 * above its bar. Each the best of three runs, in turns; one run below `barMs` as it is says enough.
 */
export function measureOnReference(work: () => unknown, barMs: number): number {
  let best = measureCpu(work)
  if (best < barMs) return best
  doReferenceWork()
  let reference = Infinity
  for (let run = 0; run < 3; run++) {
    reference = Math.min(reference, measureCpu(doReferenceWork))
    best = Math.min(best, measureCpu(work))
    if (best < barMs) return best
  }
  return best / Math.max(1, reference / referenceMs)
}

/**
 * Does what plans are made of: small objects, text, look-ups by name, copies, order and arithmetic. Never to be changed
 * without measuring `referenceMs` anew.
 */
export function doReferenceWork(): number {
  const made = Array.from({ length: rows }, (_, index) => ({
    id: `N${(index * 7_919) % rows}`,
    after: [`N${index}`],
    state: 'PENDING',
    place: { file: `src/part-${index % 100}/file-${index}.ts`, lines: index },
  }))
  const byId = new Map(made.map((row) => [row.id, row]))
  const copies = made.map((row) => ({ ...row, after: row.after.map((id) => byId.get(id)?.place.file ?? id) }))
  const text = JSON.stringify(copies.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0
  return sum
}
