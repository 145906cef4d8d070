import type { RootResult } from '../../domain/bundle/root-results.ts'
import { nameCover } from '../../domain/plan/whole-cover.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

const words: Record<RootResult['result'], string> = {
  held: '✓',
  waived: 'waived:',
  failed: '✗ **does not hold:**',
  open: '**open:**',
}

/** Tasks of `T1/AC-2`: what the criterion says stands with its task. */
export function listCovers(covers: readonly string[]): string {
  return [...new Set(covers.map((cover) => neutraliseInline(nameCover(cover))))].join(', ')
}

/** Whether each thing that the issue asks for holds, with the criteria that show it; '' where it asks for none by item. */
export function renderRootResults(results: readonly RootResult[]): string {
  if (results.length === 0) return ''
  const held = results.filter(({ result }) => result === 'held').length
  const waived = results.filter(({ result }) => result === 'waived').length
  const lines = results.map(
    ({ statement, result, covered_by: covered }) =>
      `- ${words[result]} ${neutraliseInline(shorten(statement, 200))} → ${listCovers(covered.map(({ criterion }) => criterion))}`,
  )
  return `\n**What the issue asked for: ${held} of ${results.length} ${results.length === 1 ? 'holds' : 'hold'}${waived === 0 ? '' : `, ${waived} waived`}**\n\n${lines.join('\n')}\n`
}
