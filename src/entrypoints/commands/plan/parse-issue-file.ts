import { parseSafeYaml } from '../../../domain/text/parse-safe-yaml.ts'

/** `bodyLine` is the line of the file on which the issue's text begins. */
export type IssueFile = { ok: true; title: string; body: string; bodyLine: number } | { ok: false; faults: string[] }

/**
 * An issue in a Markdown file: `title:` in front matter, else the heading that the file begins with, is its title, all
 * below is its text.
 */
export function parseIssueFile(text: string): IssueFile {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
  const end =
    lines[0]?.trimEnd() === '---' ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === '---') : -1
  const first = lines.findIndex((line, index) => index > end && line.trim() !== '')
  const heading = readHeading(lines[first] ?? '')
  if (end > 0) {
    const matter = parseSafeYaml(lines.slice(1, end).join('\n'), { line: 2, indent: 0 })
    if (!matter.ok) return matter
    const title = findTitle(matter.value)
    if (title !== undefined) return withBody(title, lines, first)
  }
  if (heading !== undefined) return withBody(heading, lines, nextText(lines, first + 1))
  const line = Math.max(first, 0) + 1
  return { ok: false, faults: [`Line ${line}: an issue needs a title; begin the file with \`# Title\`.`] }
}

/** Also `# Title #`, whose last mark is none of its words. */
function readHeading(line: string): string | undefined {
  const words = /^#\s+(?!\s)(.+)$/.exec(line.trimEnd())?.[1]
  return words === undefined ? undefined : words.replace(/(?<!#)#+$/, '').trimEnd() || words
}

function findTitle(matter: unknown): string | undefined {
  if (typeof matter !== 'object' || matter === null || !('title' in matter)) return undefined
  return typeof matter.title === 'string' && matter.title.trim() !== '' ? matter.title : undefined
}

function nextText(lines: readonly string[], from: number): number {
  return lines.findIndex((line, index) => index >= from && line.trim() !== '')
}

function withBody(title: string, lines: readonly string[], first: number): IssueFile {
  const start = first === -1 ? lines.length : first
  return { ok: true, title, body: lines.slice(start).join('\n').trimEnd(), bodyLine: start + 1 }
}
