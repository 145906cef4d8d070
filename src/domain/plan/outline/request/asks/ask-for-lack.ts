import { recordText } from '../../../../language/message.ts'
import type { FormReading } from '../../form/read-form.ts'
import type { IssueOutline } from '../../read/task-outline.ts'
import { listLines } from '../../words/lists/list-lines.ts'
import { isLabel } from '../../words/section-titles.ts'
import { titleNamesWork } from '../enough.ts'
import { plainTitle } from '../issue-title.ts'
import { saysLack } from '../judge-sentence.ts'
import { areOrders, listedItems } from '../taken/listed-items.ts'
import type { IssueRequest } from '../read-request.ts'
import type { Understood } from '../understand.ts'
import { askNamed, askOpenly, askWhatIsOpen, type RequestRefusal, withAnswer, yielding } from './ask-openly.ts'

/** What to ask of an issue that says nothing for sure: where nobody wrote anything, what its list or table may mean, else the one thing that is open. */
export function askForLack(
  title: string,
  body: string,
  form: FormReading,
  outline: IssueOutline,
  request: IssueRequest,
  understood: Understood,
): RequestRefusal {
  if (body.trim() === '' && understood.topic !== undefined && !request.isUnread)
    return yielding(askOpenly(askNamed(title)))
  if (body.trim() === '' && (understood.topic !== undefined || understood.wanted.length + understood.wrong.length > 0))
    return askWhatIsOpen(title, understood, request.isUnread)
  if (body.trim() === '')
    return yielding(
      askOpenly(recordText('The issue has no text, and its title does not say what should be so when it is done.')),
    )
  const says = form.nodes.some(
    (node) =>
      (node.kind === 'item' && !isEmptyItem(node.text)) ||
      (node.kind === 'line' && !isLabel(node.text)) ||
      node.kind === 'fence',
  )
  const asked = new Set(
    form.placed.filter(({ node, part }) => node.kind === 'heading' && part !== 'other').map(({ part }) => part),
  )
  // A line like "See title." or "Reported by …" is a template's too, but nobody put a template there.
  if (form.templated && !says && asked.size === 0 && !/[?？]\s*$/m.test(body))
    return askOpenly(
      recordText('The issue has no text of its own, and its title does not say what should be so when it is done.'),
    )
  if ((form.templated || asked.size > 1) && !says)
    return askPlainly(withAnswer(recordText('Only the template stands here: nobody has filled it in.')))
  const items = outline.tasks.length > 0 || request.isBug ? [] : listedItems(form)
  const isWhy = titleNamesWork(plainTitle(title)) && !areOrders(items)
  if (items.length > 1 && !isWhy)
    return yielding(
      askPlainly(
        recordText(
          'What should be so when this is done? If each item of its list is to be done ({lines}), put a box before it (`- [ ] …`) and comment `/answer`. Else say it: `/answer It should …`.',
          { lines: listLines(items.map(({ line }) => line)) },
        ),
      ),
    )
  const table = findTable(body)
  if (table <= 0) return askWhatIsOpen(title, understood, request.isUnread)
  const aboutTable = askOpenly(
    recordText(
      'What should be so when this is done? The table on line {line} is not read: write each row that is to be so as an item.',
      { line: table },
    ),
  )
  // What is wanted may stand in it; what is wrong stands above.
  return request.isBug || saysLack(title) ? yielding(aboutTable) : aboutTable
}

/** `1.`, `Version:`: a place to write, where nobody wrote. */
function isEmptyItem(text: string): boolean {
  return !/\p{L}/u.test(text) || /^[^:：]{1,60}[:：]$/.test(text.trim())
}

/** What it happened with stands in such a table. */
const ofFacts =
  /^[\s|*]*(?:property|key|device|browser|os|operating system|platform|versions?|software|hardware|environment|component|package|tool|name)\b[^|]{0,30}\|/i

/** The line of a table's head; -1 where there is none. */
function findTable(body: string): number {
  const lines = body.split('\n')
  return lines.findIndex(
    (line, at) =>
      at > 0 &&
      /^[\s|:-]+$/.test(line) &&
      line.includes('|') &&
      line.includes('--') &&
      !ofFacts.test(lines[at - 1] ?? '') &&
      !ofFacts.test(lines[at + 1] ?? ''),
  )
}

function askPlainly(lack: string): RequestRefusal {
  return { kind: 'needs_input', lacks: [lack] }
}
