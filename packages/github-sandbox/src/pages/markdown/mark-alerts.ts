import type { Element, Root } from 'hast'
import { makeElement, makeText, visitElements } from './visit-elements.ts'

/** Turns a quote that begins with `[!NOTE]` (or TIP, IMPORTANT, WARNING, CAUTION) into GitHub's alert. */
export function markAlerts() {
  return (tree: Root): void =>
    visitElements(tree, (element) => {
      if (element.tagName === 'blockquote') markAlert(element)
    })
}

function markAlert(quote: Element): void {
  const first = quote.children.find((child) => child.type === 'element')
  const text = first?.tagName === 'p' ? first.children[0] : undefined
  if (!first || text?.type !== 'text') return
  const kind = /^\[!(note|tip|important|warning|caution)\]\s*(\n|$)/i.exec(text.value)
  if (!kind?.[1]) return
  const name = kind[1].toLowerCase()
  text.value = text.value.slice(kind[0].length)
  const next = first.children[1]
  if (text.value === '' && next?.type === 'element' && next.tagName === 'br') first.children.splice(0, 2)
  quote.tagName = 'div'
  quote.properties = { className: ['markdown-alert', `markdown-alert-${name}`] }
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  quote.children.unshift(makeElement('p', { className: ['markdown-alert-title'] }, [makeText(title)]))
}
