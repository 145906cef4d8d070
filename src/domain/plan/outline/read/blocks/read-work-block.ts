import { recordText } from '../../../../language/message.ts'
import type { IssueOutline } from '../task-outline.ts'
import { parseFence } from '../parse-fence.ts'
import type { OutlineNode } from '../parse-outline.ts'
import { readShown } from '../read-criterion.ts'
import type { Reading } from '../reading.ts'
import { addCriterion, readsCriteria } from './take-criterion.ts'

/** What a line announces in a code block stands elsewhere in the plan: `This is how we call it: (line 3)`. */
function pointToShown({ tasks, preamble }: IssueOutline, line: number): void {
  const last = preamble.at(-1)
  if (tasks.length === 0 && last !== undefined && /[:：]$/.test(last)) preamble.splice(-1, 1, `${last} (line ${line})`)
}

export function readWorkBlock(node: OutlineNode & { kind: 'fence' }, reading: Reading): void {
  const fence = parseFence(node.info, node.content)
  if (fence === undefined) {
    const criterion = readsCriteria(reading) ? readShown(node.content, node.line, reading.criteria) : undefined
    if (criterion !== undefined) addCriterion(criterion, reading)
    pointToShown(reading.outline, node.line)
    return
  }
  const { work, task: named } = fence
  if ((work.kind === 'diff' && work.diff.trim() === '') || (work.kind === 'run' && work.command === '')) {
    reading.outline.problems.push(
      recordText('Line {n}: the code block says `{info}` but is empty.', {
        n: node.line,
        info: node.info.slice(0, 40),
      }),
    )
    return
  }
  reading.outline.fences.push({
    work,
    info: node.info,
    line: node.line,
    inside: reading.task?.outline ?? null,
    after: reading.after,
    named,
    rightBelow: reading.after !== null && reading.afterUnder === reading.under,
    under: reading.under?.title ?? null,
    reported: reading.report !== null,
  })
}
