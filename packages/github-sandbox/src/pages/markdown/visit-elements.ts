import type { Element, ElementContent, Root, RootContent, Text } from 'hast'

/** Calls `see` for each element, outermost first. */
export function visitElements(node: Root | Element, see: (element: Element) => void): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    see(child)
    visitElements(child, see)
  }
}

/** Replaces text outside links and code by what `replace` makes of it; undefined leaves it alone. */
export function replaceText(node: Root | Element, replace: (text: string) => ElementContent[] | undefined): void {
  const children: RootContent[] = []
  for (const child of node.children) {
    const made = child.type === 'text' ? replace(child.value) : undefined
    if (child.type === 'element' && !['a', 'code', 'pre'].includes(child.tagName)) replaceText(child, replace)
    children.push(...(made ?? [child]))
  }
  node.children = children as ElementContent[]
}

/** All text within a node, as a reader sees it. */
export function readText(node: Root | Element): string {
  return node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? readText(child) : ''))
    .join('')
}

export function makeText(value: string): Text {
  return { type: 'text', value }
}

export function makeElement(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
