import { raw } from 'hono/html'
import type { Root } from 'hast'
import rehypeHighlight from 'rehype-highlight'
import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Markup, RepositoryView } from '../page.ts'
import { breakLines } from './break-lines.ts'
import { readFrontMatter } from './front-matter.ts'
import { linkFiles, type FilePlace } from './link-files.ts'
import { linkReferences } from './link-references.ts'
import { markAlerts } from './mark-alerts.ts'
import { markDiagrams } from './mark-diagrams.ts'
import { visitElements } from './visit-elements.ts'

const parser = unified().use(remarkParse).use(remarkGfm)
// Whatever comes from a writer passes the sanitizer (its default is GitHub's schema); only our own marks come after it.
const toHtml = unified()
  .use(remarkRehype, { allowDangerousHtml: true, clobberPrefix: '' })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(markAlerts)
  .use(markDiagrams)
  .use(rehypeHighlight)
  .use(rehypeStringify)
  .freeze()

/** A comment, issue, review or check output: line ends are kept, references become links. */
export async function renderComment(text: string, view: RepositoryView): Promise<Markup> {
  const source = parser.parse(text)
  breakLines(source)
  const tree = await toHtml.run(source)
  await linkReferences(tree, view)
  linkOwnAnchors(tree)
  return raw(toHtml.stringify(tree))
}

/** A Markdown file of the repository: relative links resolve beside it. */
export async function renderMarkdownFile(text: string, place: FilePlace): Promise<Markup> {
  const front = readFrontMatter(text)
  const tree = await toHtml.run(parser.parse(front?.rest ?? text))
  linkFiles(tree, place)
  linkOwnAnchors(tree)
  if (front !== null) tree.children.unshift(front.table)
  return raw(toHtml.stringify(tree))
}

/** Source text in its colours; the language is a name or a file extension. */
export async function renderCode(text: string, language: string): Promise<Markup> {
  const fence = { type: 'code' as const, lang: language, value: text }
  const tree = await toHtml.run({ type: 'root', children: [fence] })
  return raw(toHtml.stringify(tree))
}

/** The sanitizer puts `user-content-` before ids; links to them (footnotes) must follow. */
function linkOwnAnchors(tree: Root): void {
  const ids = new Set<unknown>()
  visitElements(tree, (element) => ids.add(element.properties['id']))
  visitElements(tree, (element) => {
    const href = element.properties['href']
    if (typeof href !== 'string' || !href.startsWith('#')) return
    const id = `user-content-${href.slice(1)}`
    if (ids.has(id)) element.properties['href'] = `#${id}`
  })
}
