import { recordText } from '../../../../language/message.ts'
import type { FormReading } from '../../form/read-form.ts'
import { listLines } from '../../words/lists/list-lines.ts'
import { givesOrder, saysExpectation } from '../judge-sentence.ts'
import type { IssueRequest } from '../read-request.ts'

/** Two items may be about different things; of more the others are hardly told for nothing. */
const ofList = 3

/** What to ask where some items of a list say what should be, and the others may mean the same; undefined where none is left. */
export function askRestOfList(
  { placed }: FormReading,
  { stated, derived, isReport }: IssueRequest,
): string | undefined {
  if (derived.length > 0 || isReport) return undefined
  const isTaken = (line: number): boolean => stated.some((one) => one.line === line)
  const lines = gatherLists(placed)
    .filter((list) => list.some(({ line, text }) => isTaken(line) || givesOrder(text) || saysExpectation(text)))
    .flatMap((list) => list.map(({ line }) => line))
  const taken = lines.filter((line) => isTaken(line))
  const left = lines.filter((line) => !taken.includes(line))
  if (lines.length < ofList || taken.length === 0 || left.length === 0) return undefined
  return recordText(
    taken.length === 1
      ? 'Of the {n} items of the list only {taken} says it for sure; if the other {left} are to be done too ({lines}), put a box before each (`- [ ] …`) and comment `/answer`. Else:'
      : 'Of the {n} items of the list only {taken} say it for sure; if the other {left} are to be done too ({lines}), put a box before each (`- [ ] …`) and comment `/answer`. Else:',
    { n: lines.length, taken: taken.length, left: left.length, lines: listLines(left) },
  )
}

/** Its lists of plain items; a reason's list beside the one that is wanted has a place of its own. */
function gatherLists(placed: FormReading['placed']): { line: number; text: string }[][] {
  const lists: { line: number; text: string }[][] = [[]]
  for (const { node, part } of placed) {
    if (node.kind === 'item' && node.checked === null && part === 'other') lists.at(-1)?.push(node)
    else lists.push([])
  }
  return lists.filter((list) => list.length > 0)
}
