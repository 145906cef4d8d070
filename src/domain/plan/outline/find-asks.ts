import { readForm } from './form/read-form.ts'
import { parseOutline } from './read/parse-outline.ts'
import { readOutline } from './read/read-outline.ts'
import { givesOrder, saysExpectation } from './request/judge-sentence.ts'
import { splitSentences } from './words/split-sentences.ts'

/** A sentence of the issue that asks for something. */
export interface Ask {
  id: string
  line: number
  text: string
  /** An item of a checklist, or of what is to be accepted: some criterion must cover it. */
  isItem: boolean
}

const mostAsks = 60
const longestLine = 1_000

/** Every sentence of an issue that asks for something, by line: items of checklists and acceptance, and prose. Linear. */
export function findAsks(body: string): Ask[] {
  const outline = readOutline(readForm(parseOutline(body)).nodes)
  const items = [
    ...outline.acceptance,
    ...outline.boxes,
    ...outline.tasks.flatMap((task) => task.criteria),
    ...outline.tasks.map(({ line, title }) => ({ line, text: title })),
  ].map(({ line, text }) => ({ line, text, isItem: true }))
  const prose = outline.unread.flatMap(({ line, text }) =>
    splitSentences(text.slice(0, longestLine))
      .filter((one) => saysExpectation(one) || givesOrder(one))
      .map((one) => ({ line, text: one, isItem: false })),
  )
  const seen = new Set<string>()
  return [...items, ...prose]
    .filter(({ text }) => text.trim() !== '' && !seen.has(text) && seen.add(text))
    .toSorted((a, b) => a.line - b.line)
    .slice(0, mostAsks)
    .map((ask, index) => ({ id: `A${index + 1}`, ...ask }))
}
