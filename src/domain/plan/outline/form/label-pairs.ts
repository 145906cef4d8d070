import { anyOf } from '../../../text/any-of.ts'
import type { OutlineNode } from '../read/parse-outline.ts'
import { splitLabel } from '../read/parse-task-text.ts'
import { formPart } from './form-part.ts'

/** How it is, beside how it should be: what one of them means the other tells. */
const pairs: readonly { today: string; wanted: string }[] = [
  {
    today:
      'today|now|currently|current(?: (?:state|situation|behaviou?r))?|at the moment|status quo|what (?:we|you) (?:have|get|see)(?: (?:now|today))?|what happens(?: now)?|observed|actual|got|is',
    wanted:
      'wanted|desired|(?:we |i )?want(?:ed)?|wish|wished|target|goal|future|ideal(?:ly)?|proposed|what (?:we|i|you) (?:want|need|expect(?:ed)?)(?: instead)?|should(?: be)?|should instead|expected|instead',
  },
  { today: 'before|now|old|today', wanted: 'after|then|new' },
  { today: 'as[- ]is', wanted: 'to[- ]be' },
  {
    today: 'ist(?:-?zustand)?|aktuell|derzeit|heute|tatsächlich',
    wanted: 'soll(?:-?zustand)?|gewünscht|erwartet|künftig',
  },
  { today: 'ahora|actual(?:mente)?|hoy', wanted: 'deseado|esperado|se espera|quiero|debería' },
  { today: "actuellement|aujourd[’']hui|actuel", wanted: 'souhaité|attendu|voulu' },
  { today: '现状|现在|目前|当前|现象|实际|問題|现况', wanted: '期望|希望|预期|目标|想要|理想|期待' },
  { today: '現状|現在|今|実際', wanted: '期待|希望|理想|要望|あるべき姿|本来' },
]
const inline = /^(?:\*\*|__)?([^:：*_\n]{1,40}?)(?:\s*[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：]|\s?[:：])\s*(\S.*)$/su
const patterns = pairs.map(({ today, wanted }) => ({
  today: new RegExp(`^${anyOf([today])}$`, 'iu'),
  wanted: new RegExp(`^${anyOf([wanted])}$`, 'iu'),
}))

/**
 * `Today: a grey box` and `Wanted: the initials`, on lines or in items, as the labels that forms have for them. Each alone
 * may be anything ("After: T1"); side by side nobody means it otherwise.
 */
export function labelPairs(nodes: readonly OutlineNode[]): OutlineNode[] {
  // Below a task such words are its own: `After: T1`.
  if (nodes.some((node) => node.kind !== 'fence' && splitLabel(node.text).id !== null)) return [...nodes]
  const labelled = nodes.map((node, index) => (beginsBoxes(nodes, index) ? undefined : splitLine(node)))
  const pair = patterns.find(
    ({ today, wanted }) =>
      labelled.some((one) => one !== undefined && today.test(one.label)) &&
      labelled.some((one) => one !== undefined && wanted.test(one.label)),
  )
  if (pair === undefined) return [...nodes]
  return nodes.map((node, index) => {
    const one = labelled[index]
    if (one === undefined) return node
    if (pair.today.test(one.label)) return nameLine(node, 'Actual', one.rest)
    return pair.wanted.test(one.label) ? nameLine(node, 'Expected', one.rest) : node
  })
}

/** Below `Before` and `After` of a release stands what is to be done. */
function beginsBoxes(nodes: readonly OutlineNode[], index: number): boolean {
  if (nodes[index]?.kind !== 'heading') return false
  const below = nodes[index + 1]
  return below?.kind === 'item' && below.checked !== null
}

function splitLine(node: OutlineNode): { label: string; rest: string } | undefined {
  if (node.kind === 'heading') return { label: node.text.replace(/[:：]$/, '').trim(), rest: '' }
  if (node.kind === 'fence' || node.depth > 1 || (node.kind === 'item' && node.checked !== null)) return undefined
  const [, label = '', rest = ''] = inline.exec(node.text) ?? []
  return label === '' ? undefined : { label: label.trim(), rest }
}

function nameLine(node: OutlineNode, label: string, rest: string): OutlineNode {
  if (node.kind === 'heading') return formPart(node.text) === 'other' ? { ...node, text: `${label} behavior` } : node
  const own = 'text' in node ? node.text : ''
  // A label that is known stays in its author's words.
  const isKnown = formPart(own.slice(0, own.search(/[:：]/))) === (label === 'Expected' ? 'expected' : 'report')
  return { kind: 'line', line: node.line, depth: 0, text: isKnown ? own : `${label}: ${rest}` }
}
