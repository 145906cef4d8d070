import { neutraliseBlock } from '../markdown/neutralise.ts'
import { shorten } from '../markdown/shorten.ts'

/** What the plan is for, without the title where it begins with that: the page's heading says it already. */
export function renderPlanDescription(description: string, title: string): string {
  const [first = '', ...rest] = description.split('\n\n')
  const told = first.trim() === title.trim() ? rest.join('\n\n') : description
  return told.trim() === '' ? '' : `\n${neutraliseBlock(shorten(told, 1_500))}`
}
