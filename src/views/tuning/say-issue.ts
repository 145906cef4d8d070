import { getPattern, tuningPatterns } from '../../domain/tuning/patterns/catalogue.ts'
import type { TuningIssue } from '../../domain/tuning/state/tuning-state.ts'
import { t } from '../language/t.ts'
import { translate } from '../language/translate.ts'

/** `AGT-001` of `ISS-AGT-001-1a2b3c4d`. */
export function patternIdOf({ id }: Pick<TuningIssue, 'id'>): string {
  return /^ISS-(.+)-[\da-f]{8}$/.exec(id)?.[1] ?? id
}

/** What was found and what mends it, by the words of its pattern. */
export function sayTuningIssue(issue: TuningIssue): { found: string; fix: string } {
  const { description, suggested_fix: fix } = issue
  const known = tuningPatterns.some(({ id }) => id === patternIdOf(issue)) ? getPattern(patternIdOf(issue)) : undefined
  const lead = `${known?.title}: `
  if (known === undefined || !description.startsWith(lead)) return { found: description, fix }
  const told = { title: t(known.title), message: translate(description.slice(lead.length)) }
  const named = known.strategies.map((one) => `\`${one}\``).join(t(', '))
  return {
    found: t('{title}: {message}', told),
    fix:
      fix === `${known.remedy} (${known.strategies.join(', ')})`
        ? t('{remedy} ({strategies})', { remedy: t(known.remedy), strategies: named })
        : fix,
  }
}
