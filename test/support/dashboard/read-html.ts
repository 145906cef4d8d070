import type { Element, Nodes, Root } from 'hast'
import rehypeRaw from 'rehype-raw'
import { unified } from 'unified'

/** Elements of a page as a browser reads it. */
export function readElements(html: string): Element[] {
  const raw: unknown = { type: 'root', children: [{ type: 'raw', value: html }] }
  return listElements(
    unified()
      .use(rehypeRaw)
      .runSync(raw as Root),
  )
}

/** What a browser shows of it, white space as one space. */
export function readText(html: string): string {
  const raw: unknown = { type: 'root', children: [{ type: 'raw', value: html }] }
  return textOf(
    unified()
      .use(rehypeRaw)
      .runSync(raw as Root),
  ).replace(/\s+/g, ' ')
}

function listElements(node: Nodes): Element[] {
  const children = 'children' in node ? node.children.flatMap(listElements) : []
  return node.type === 'element' ? [node, ...children] : children
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
