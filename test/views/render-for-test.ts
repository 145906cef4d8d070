import type { Element, Root, RootContent } from 'hast'
import rehypeRaw from 'rehype-raw'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .freeze()

/** The page a Markdown text makes, as GitHub's renderer does before its sanitizer. */
export function renderToTree(markdown: string): Root {
  return processor.runSync(processor.parse(markdown))
}

/** All elements in document order. */
export function listElements(node: Root | RootContent): Element[] {
  if (node.type !== 'root' && node.type !== 'element') return []
  const inside = node.children.flatMap(listElements)
  return node.type === 'element' ? [node, ...inside] : inside
}

/** Names of all elements in document order. */
export function listTags(markdown: string): string[] {
  return listElements(renderToTree(markdown)).map((element) => element.tagName)
}

/** What a reader sees; with `outsideCode`, only where GitHub looks for mentions and references: never across a `<br>`. */
export function readText(node: Root | RootContent, outsideCode = false): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'root' && node.type !== 'element') return ''
  if (node.type === 'element' && node.tagName === 'br') return '\n'
  if (outsideCode && node.type === 'element' && (node.tagName === 'code' || node.tagName === 'pre')) return '\n'
  return node.children.map((child) => readText(child, outsideCode)).join('')
}

const mention = /(?:^|[^\w`])@[a-z\d]/i
const reference = /(?:#\d|\bgh-\d)/i
const url = /(?:[a-z]:\/\/|www\.\w)/i
const emojiCode = /:[a-z][\w+-]*:/i

/** What GitHub would make a link, a notification or a picture of in rendered text. */
export function findLiveText(text: string): string[] {
  return [mention, reference, url, emojiCode].flatMap((pattern) => text.match(pattern)?.[0] ?? [])
}
