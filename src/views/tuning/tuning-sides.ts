import type { TuningMeasure } from '../../domain/tuning/state/tuning-record.ts'

/** What of a measure is shown, and how it is called. */
export const tuningFigures = [
  ['critical', 'critical'],
  ['high', 'high'],
  ['medium', 'medium'],
  ['low', 'low'],
  ['score', 'score'],
  ['gate', 'gate'],
  ['tokens', 'tokens it loads'],
] as const

/** A skill before and after, side by side; what was not measured stays open. */
export function renderTuningSides(before: TuningMeasure | null, after: TuningMeasure | null): string {
  const cells = (key: (typeof tuningFigures)[number][0]) =>
    [before, after].map((side) => tellTuningFigure(side?.[key])).join(' | ')
  return [
    '| the skill | before | after |',
    '|:--|--:|--:|',
    ...tuningFigures.map(([key, name]) => `| ${name} | ${cells(key)} |`),
  ].join('\n')
}

export function tellTuningFigure(figure: string | number | undefined): string {
  if (figure === undefined) return '–'
  return typeof figure === 'number' ? figure.toLocaleString('en') : figure
}
