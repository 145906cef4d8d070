import type { StatedItem } from '../task-outline.ts'
import { isAsideText, isBareLabel, isFactText } from '../../words/aside-text.ts'
import type { OutlineNode } from '../parse-outline.ts'
import { findStatedCriterion } from '../read-criterion.ts'
import type { Reading } from '../reading.ts'
import { saysDone, sectionKind } from '../../words/section-titles.ts'
import { joinScenario } from '../../words/join-scenario.ts'

/** Beside what must hold, and no part of it. */
export function isAside(node: OutlineNode & { text: string }, { criteria }: Reading): boolean {
  const isEmpty = node.kind === 'item' && isBareLabel(node.text) && !criteria.parents.has(node)
  return (
    isEmpty ||
    isAsideText(node.text) ||
    (node.kind === 'line' && node.depth === 0 && (isFactText(node.text) || isFooter(node.text)))
  )
}

/** `*This task is part of …*`: a line of its own that is set apart as a whole. */
function isFooter(text: string): boolean {
  return /^([*_])(?![*_]).*(?<![*_])\1$/.test(text)
}

/** What stands here says when something is done. */
export function readsCriteria(reading: Reading): boolean {
  return reading.label?.kind === 'acceptance' || (reading.task === null && reading.section.kind === 'acceptance')
}

export function addCriterion(criterion: StatedItem, reading: Reading): void {
  const list = reading.task?.outline.criteria ?? reading.outline.acceptance
  const last = list.at(-1)
  const scenario = last === undefined ? undefined : joinScenario(last.text, criterion.text)
  if (last !== undefined && scenario !== undefined) {
    last.text = scenario
    return
  }
  if (reading.expects) criterion.expected = true
  list.push(criterion)
}

/** `Acceptance: the tests pass` on one line. */
export function takeCriterionOr(node: OutlineNode & { text: string }, reading: Reading, otherwise: () => void): void {
  const text = findStatedCriterion(node.text)
  if (text === undefined) return otherwise()
  const label = node.text.slice(0, node.text.search(/[:：]/))
  addCriterion({ text, line: node.line }, { ...reading, expects: !saysDone(label) && sectionKind(label) !== 'other' })
}
