import type { MessageKey } from '../../domain/language/message.ts'
import type { RootResult } from '../../domain/bundle/root-results.ts'
import { nameCover } from '../../domain/plan/whole-cover.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'
import { neutraliseInline } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

const words = {
  waived: 'waived:',
  failed: '**does not hold:**',
  open: '**open:**',
} as const satisfies Record<Exclude<RootResult['result'], 'held'>, MessageKey>

function renderWord(result: RootResult['result']): string {
  if (result === 'held') return '✓'
  return result === 'failed' ? `✗ ${t(words.failed)}` : t(words[result])
}

/** Tasks of `T1/AC-2`: what the criterion says stands with its task. */
export function listCovers(covers: readonly string[]): string {
  return [...new Set(covers.map((cover) => neutraliseInline(translate(nameCover(cover)))))].join(t(', '))
}

/** Whether each thing that the issue asks for holds, with the criteria that show it; '' where it asks for none by item. */
export function renderRootResults(results: readonly RootResult[]): string {
  if (results.length === 0) return ''
  const held = results.filter(({ result }) => result === 'held').length
  const waived = results.filter(({ result }) => result === 'waived').length
  const lines = results.map(
    ({ statement, result, covered_by: covered }) =>
      `- ${renderWord(result)} ${neutraliseInline(shorten(statement, 200))} → ${listCovers(covered.map(({ criterion }) => criterion))}`,
  )
  const all = results.length
  const head =
    all === 1
      ? t('What the issue asked for: {held} of 1 holds', { held })
      : t('What the issue asked for: {held} of {all} hold', { held, all })
  return `\n**${head}${waived === 0 ? '' : t(', {n} waived', { n: waived })}**\n\n${lines.join('\n')}\n`
}
