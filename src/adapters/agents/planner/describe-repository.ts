import type { DataBlock } from '../../../application/ports/models/language-model.ts'
import type { RepositoryReader } from '../../../application/ports/roles/repository-reader.ts'
import { findCodeSpans } from '../../../domain/plan/outline/words/find-path-spans.ts'

const bytesPerToken = 4
/** Of what is told; what one part leaves goes to the next. */
const shares = { map: 0.4, manifests: 0.2 }
const manifests =
  /^(?:README(?:\.\w+)?|CONTRIBUTING\.md|package\.json|pyproject\.toml|setup\.cfg|tox\.ini|Cargo\.toml|go\.mod|Makefile|justfile|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|mix\.exs|deno\.json)$/i
const mostWords = 12
const mostHits = 20
const mostOutlined = 8
/** A line that defines something, in most languages. */
const defining =
  /^\s{0,8}(?:(?:export|default|public|private|protected|static|async|abstract|final|pub|unsafe|open|override)(?:\([\w ]*\))? ){0,4}(?:function\*?|class|interface|type|enum|def|fn|func|fun|struct|trait|impl|module|namespace|const|let|var|val)\b/

/**
 * What a model is told of a repository before it looks for itself, within a budget of tokens: the map, how it is built and
 * tested, and where words of the issue stand. What was left out is said in each part.
 */
export async function describeRepository(
  reader: RepositoryReader,
  issue: { title: string; body: string },
  tokens: number,
): Promise<DataBlock[]> {
  const budget = tokens * bytesPerToken
  const { files, more } = await reader.files()
  const paths = [...files.keys()]
  const map = drawMap(paths, more, Math.floor(budget * shares.map))
  const built = await readManifests(reader, paths, Math.floor(budget * shares.manifests))
  const found = await findWords(reader, issue, budget - map.length - built.length)
  return [
    { label: 'map of the repository', text: map },
    ...(built === '' ? [] : [{ label: 'beginnings of files that say how it is built', text: built }]),
    ...(found === '' ? [] : [{ label: 'where words of the issue stand', text: found }]),
  ]
}

/** All paths where there is room, else folders with how many files are below, down to where there is room. */
function drawMap(paths: readonly string[], more: number, room: number): string {
  const beyond = more > 0 ? `\n[${more} more files are not listed anywhere]` : ''
  const all = paths.join('\n')
  if (all.length <= room) return `${all}${beyond}`
  let drawn = ''
  for (let depth = 1; depth <= 12; depth += 1) {
    const lines = countBelow(paths, depth)
    if (lines.length > room) break
    drawn = lines
  }
  const shown = drawn === '' ? countBelow(paths, 1).slice(0, room) : drawn
  return `${shown}\n[${paths.length} files; deeper ones are left out here: list_files and search_files find them]${beyond}`
}

function countBelow(paths: readonly string[], depth: number): string {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const parts = path.split('/')
    const shown = parts.length <= depth ? path : `${parts.slice(0, depth).join('/')}/`
    counts.set(shown, (counts.get(shown) ?? 0) + 1)
  }
  return [...counts].map(([shown, count]) => (shown.endsWith('/') ? `${shown} (${count} files)` : shown)).join('\n')
}

async function readManifests(reader: RepositoryReader, paths: readonly string[], room: number): Promise<string> {
  const names = paths.filter((path) => manifests.test(path.slice(path.lastIndexOf('/') + 1)))
  const near = names.toSorted((a, b) => a.split('/').length - b.split('/').length).slice(0, 6)
  const parts: string[] = []
  let left = room
  for (const path of near) {
    const each = Math.min(2_500, left - path.length - 20)
    if (each < 200) break
    const found = await reader.read(path, each)
    if (found?.kind !== 'text') continue
    const part = `== ${path}\n${found.text.trimEnd()}${found.isCut ? '\n[cut]' : ''}`
    parts.push(part)
    left -= part.length
  }
  return parts.join('\n\n')
}

async function findWords(
  reader: RepositoryReader,
  { title, body }: { title: string; body: string },
  room: number,
): Promise<string> {
  const words = namesIn(`${title}\n${body}`)
  const hits = new Map<string, number>()
  const lines: string[] = []
  let left = room
  for (const word of words) {
    const found = await reader.search(word, '', mostHits)
    if (found.lines.length === 0) continue
    for (const { path } of found.lines) hits.set(path, (hits.get(path) ?? 0) + 1)
    const shown = found.lines.slice(0, 6).map(({ path, line, text }) => `${path}:${line}: ${text.trim().slice(0, 160)}`)
    const rest = found.isCut ? `[${mostHits} or more in all]` : `[${found.lines.length} in all]`
    const part = [`== ${word} ${rest}`, ...shown].join('\n')
    if (part.length > left) break
    lines.push(part)
    left -= part.length
  }
  const best = [...hits].toSorted((a, b) => b[1] - a[1]).slice(0, mostOutlined)
  for (const [path] of best) {
    const part = await outlineFile(reader, path)
    if (part === '' || part.length > left) continue
    lines.push(part)
    left -= part.length
  }
  return lines.join('\n\n')
}

/** What is defined in a file, by its lines. */
async function outlineFile(reader: RepositoryReader, path: string): Promise<string> {
  const found = await reader.read(path, 200_000)
  if (found?.kind !== 'text') return ''
  const defined = found.text
    .split('\n')
    .flatMap((line, index) => (defining.test(line) ? [`${index + 1}: ${line.trimEnd().slice(0, 140)}`] : []))
  if (defined.length === 0) return ''
  const left = defined.length - 40
  return [`== ${path} defines`, ...defined.slice(0, 40), ...(left > 0 ? [`[and ${left} more]`] : [])].join('\n')
}

/** Words of an issue that name something in code: in backticks, with a point, a dash or an underscore inside, camelCase, flags. */
function namesIn(text: string): string[] {
  const spans = findCodeSpans(text).flatMap((span) => (span.length <= 60 ? [span] : []))
  const words = text
    .slice(0, 20_000)
    .split(/[\s,;:()[\]{}"'“”<>`]+/)
    .filter((word) => word.length >= 4 && word.length <= 60 && !word.includes('://'))
    .filter((word) => /^--?[a-z][\w-]+$|[a-z][A-Z]|\w[_./]\w/.test(word))
    .map((word) => word.replace(/[.!?]$/, ''))
  return [...new Set([...spans, ...words])].slice(0, mostWords)
}
