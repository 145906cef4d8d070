import type { OutlineNode } from './parse-outline.ts'
import { splitLabel } from './parse-task-text.ts'
import type { Reading } from './reading.ts'
import { isReportTitle } from './report-titles.ts'

/** A title that names a task is that task's; a label counts down to the next. */
export function noteTitle(node: OutlineNode, reading: Reading): void {
  if (node.kind === 'fence') return
  const { report, definitions } = reading
  const isTask = definitions.has(node) || splitLabel(node.text).id !== null
  if (node.kind === 'heading') {
    reading.under = isTask ? null : { title: node.text, line: node.line }
    if (report !== null && node.level <= report.level) reading.report = null
    if (!isTask && isReportTitle(node.text)) reading.report = { level: node.level }
    return
  }
  if (isTask) {
    if (report?.level === 7) reading.report = null
    return
  }
  const isTitle =
    node.kind === 'line' && /^(?:\*\*|__).{1,80}(?:\*\*|__)\s*[:：]?$|^[^\s:：][^:：]{0,80}[:：]$/.test(node.text)
  if (isTitle && isReportTitle(node.text)) reading.report = report ?? { level: 7 }
  else if (isTitle && report?.level === 7) reading.report = null
}
