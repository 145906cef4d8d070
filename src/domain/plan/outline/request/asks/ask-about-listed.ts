import { recordText } from '../../../../language/message.ts'
import type { PlanAnswer } from '../../../plan-answer.ts'
import { cutText } from '../../../../text/cut-text.ts'
import type { OutlineNode } from '../../read/parse-outline.ts'
import type { TaskOutline } from '../../read/task-outline.ts'
import { givesOrder, saysExpectation, saysTrouble } from '../judge-sentence.ts'
import { isOrder, tellsState } from '../tells-state.ts'

/** Boxes that only name what something is wrong with, as the line above says: nobody said what is to be done. */
export function askAboutListed(tasks: readonly TaskOutline[], nodes: readonly OutlineNode[]): PlanAnswer | undefined {
  const leads = tasks.map((task) => (namesOnly(task) ? findTrouble(task.line, nodes) : undefined))
  const [lead] = leads
  if (lead === undefined || leads.includes(undefined)) return undefined
  return {
    kind: 'needs_input',
    lacks: [
      recordText(
        '“{said}” (line {line}) tells what is wrong, and the boxes below it only name where. What is to be done with each? Begin every box with it (`- [ ] Raise …`) and comment `/answer`.',
        { said: cutText(lead.text.replace(/[:：]$/, ''), 160), line: lead.line },
      ),
    ],
  }
}

function namesOnly({ title, criteria, work, steps, paths }: TaskOutline): boolean {
  const isBare = [criteria, work, steps, paths].every((list) => list.length === 0)
  return (
    isBare &&
    !givesOrder(title) &&
    !isOrder(title) &&
    !saysExpectation(title) &&
    !tellsState(title.replace(/\. .*$/, ''))
  )
}

/** The line that announces the list, where it says what is wrong. */
function findTrouble(line: number, nodes: readonly OutlineNode[]): { text: string; line: number } | undefined {
  const above = nodes.findLast((node) => node.kind !== 'item' && node.line < line)
  if (above?.kind !== 'line' || !/[:：]$/.test(above.text)) return undefined
  return saysTrouble(above.text) && !givesOrder(above.text) && !saysExpectation(above.text) ? above : undefined
}
