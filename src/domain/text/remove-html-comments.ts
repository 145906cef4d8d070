import { parseMarkdownBlocks } from './parse-markdown.ts'

interface Cleaned {
  text: string
  removed: number
  /** A comment is still open at the end. */
  open: boolean
}

type Segment = { kind: 'code' | 'html' | 'inline'; text: string }

/**
 * Takes out what GitHub renders as an HTML comment, leaving its line breaks; comments in code are content and stay.
 * A comment left open in an HTML block hides everything up to the next `-->` in HTML, as it does for a browser.
 */
export function removeHtmlComments(text: string): { text: string; removed: number } {
  if (!text.includes('<!') && !text.includes('<?')) return { text, removed: 0 }
  const shown: string[] = []
  let removed = 0
  let open = false
  for (const segment of splitSegments(text)) {
    if (open && segment.kind !== 'html') {
      shown.push(lineBreaks(segment.text))
      continue
    }
    if (segment.kind === 'code') {
      shown.push(segment.text)
      continue
    }
    const cleaned: Cleaned =
      segment.kind === 'html' ? cleanHtml(segment.text, open) : { ...cleanInline(segment.text), open }
    open = cleaned.open
    removed += cleaned.removed
    shown.push(cleaned.text)
  }
  return { text: shown.join(''), removed }
}

/** The text cut at the borders of its blocks; the pieces joined are the text. */
function splitSegments(text: string): Segment[] {
  const lines = text.split('\n')
  const kinds = Array.from({ length: lines.length }, (): Segment['kind'] => 'inline')
  const starts = new Set<number>()
  for (const token of parseMarkdownBlocks(text)) {
    if (token.map === null) continue
    const [from, to] = token.map
    starts.add(from).add(to)
    if (token.type === 'fence' || token.type === 'code_block') kinds.fill('code', from, to)
    if (token.type === 'html_block') kinds.fill('html', from, to)
  }
  const segments: Segment[] = []
  let from = 0
  for (let line = 1; line <= lines.length; line++) {
    if (line < lines.length && !starts.has(line)) continue
    const end = line < lines.length ? '\n' : ''
    segments.push({ kind: kinds[from] ?? 'inline', text: lines.slice(from, line).join('\n') + end })
    from = line
  }
  return segments
}

/** `<!-- -->`, and `<!x>` and `<?x>`, which HTML reads as comments too. */
function cleanHtml(html: string, open: boolean): Cleaned {
  const shown: string[] = []
  const comment = /<!--(?:-?>)?|<[!?]/g
  let removed = 0
  let at = 0
  if (open) {
    const end = findEnd(html, 0, '-->')
    shown.push(lineBreaks(html.slice(0, end ?? html.length)))
    if (end === undefined) return { text: shown.join(''), removed, open: true }
    at = end
  }
  for (;;) {
    comment.lastIndex = at
    const start = comment.exec(html)
    if (start === null) break
    removed += 1
    shown.push(html.slice(at, start.index))
    const closed = start[0].endsWith('>')
    const end = closed ? comment.lastIndex : findEnd(html, comment.lastIndex, start[0] === '<!--' ? '-->' : '>')
    shown.push(lineBreaks(html.slice(start.index, end ?? html.length)))
    if (end === undefined) return { text: shown.join(''), removed, open: start[0] === '<!--' }
    at = end
  }
  shown.push(html.slice(at))
  return { text: shown.join(''), removed, open: false }
}

/** Comments among words: only closed ones, outside code spans, not escaped. */
function cleanInline(text: string): { text: string; removed: number } {
  const shown: string[] = []
  const closers = lastCloserOfEachLength(text)
  const mark = /\\[\s\S]|`+|<!--(?:-?>)?/g
  let lastComment = text.lastIndexOf('-->')
  let removed = 0
  let at = 0
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match[0].startsWith('`')) {
      mark.lastIndex = endOfCodeSpan(text, match.index, match[0].length, closers) ?? mark.lastIndex
    } else if (match[0].startsWith('<')) {
      const closed = match[0].endsWith('>')
      if (!closed && mark.lastIndex > lastComment) continue
      const end = closed ? mark.lastIndex : text.indexOf('-->', mark.lastIndex) + 3
      removed += 1
      shown.push(text.slice(at, match.index), lineBreaks(text.slice(match.index, end)))
      at = end
      mark.lastIndex = end
    }
  }
  shown.push(text.slice(at))
  return { text: shown.join(''), removed }
}

function lastCloserOfEachLength(text: string): Map<number, number> {
  return new Map([...text.matchAll(/`+/g)].map((run) => [run[0].length, run.index]))
}

function endOfCodeSpan(text: string, start: number, length: number, closers: Map<number, number>): number | undefined {
  if ((closers.get(length) ?? -1) <= start) return undefined
  const run = /`+/g
  run.lastIndex = start + length
  for (let match = run.exec(text); match !== null; match = run.exec(text)) {
    if (match[0].length === length) return run.lastIndex
  }
  return undefined
}

function findEnd(text: string, from: number, close: string): number | undefined {
  const index = text.indexOf(close, from)
  return index === -1 ? undefined : index + close.length
}

function lineBreaks(text: string): string {
  return text.replaceAll(/[^\n]+/g, '')
}
