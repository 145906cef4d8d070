import { parseMarkdownBlocks } from '../../../text/parse-markdown.ts'

/** A plan written as YAML. `line` is the issue line of its first line, `indent` how far it stands in from the margin. */
export interface YamlBlock {
  line: number
  indent: number
  content: string
}

/** Fences marked `yaml countersign` or `json countersign`, and a `yaml` fence under the issue form's "Plan in YAML"; none of them in a quote. */
export function findYamlBlocks(body: string): YamlBlock[] {
  const lines = body.split('\n')
  const blocks: YamlBlock[] = []
  let heading = ''
  let inHeading = false
  let quotes = 0
  for (const token of parseMarkdownBlocks(body)) {
    if (token.type === 'inline' && inHeading) heading = token.content.trim()
    inHeading = token.type === 'heading_open'
    if (token.type === 'blockquote_open') quotes += 1
    if (token.type === 'blockquote_close') quotes -= 1
    if (token.type !== 'fence' || token.map === null || quotes > 0) continue
    const [language = '', ...words] = token.info.trim().toLowerCase().split(/\s+/)
    if (!['yaml', 'yml', 'json'].includes(language)) continue
    if (!words.includes('countersign') && !/^plan in yaml$/i.test(heading)) continue
    if (token.content.trim() === '') continue
    const first = token.map[0] + 1
    const shown = token.content.split('\n')[0] ?? ''
    const indent = Math.max(0, (lines[first] ?? '').length - shown.length)
    blocks.push({ line: first + 1, indent, content: token.content })
  }
  return blocks
}
