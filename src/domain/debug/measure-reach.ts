import type { SourceFile } from './read/analysis-request.ts'
import { findLinks } from './read/find-links.ts'
import { type SourceBlock, outlineSource } from './read/outline-source.ts'

const maxSteps = 6
const maxTokens = 4_000

/** How far a place is from a piece of code, in steps from one name to what it stands for. */
export interface Reach {
  /** Steps to each block that is reached, and the names on the way. */
  steps: Map<SourceBlock, { distance: number; way: string[] }>
  /** Steps to each file by imports. */
  files: Map<string, number>
}

export interface SourceSurroundings {
  blocks: SourceBlock[]
  mentions: (block: SourceBlock, name: string) => boolean
  reachFrom: (start: Pick<SourceBlock, 'path' | 'from' | 'to'>) => Reach
}

/**
 * What a piece of code leads to, by names alone: from the names in its lines to the blocks so called in files that
 * it imports, from their lines on to further ones. It is no call graph, but needs no language.
 */
export function surveySources(sources: readonly SourceFile[]): SourceSurroundings {
  const blocks = sources.flatMap(outlineSource)
  const lines = new Map(sources.map(({ path, text }) => [path, text.split('\n')]))
  const links = new Map(sources.map((source) => [source.path, linksOf(source, lines)]))
  const named = Map.groupBy(
    blocks.filter(({ kind }) => kind === 'symbol'),
    ({ name }) => name,
  )
  const tokens = new Map<SourceBlock, Set<string>>()
  const tokensOf = (block: SourceBlock) => {
    const known = tokens.get(block) ?? readTokens(lines.get(block.path), block)
    tokens.set(block, known)
    return known
  }

  function reachFrom(start: Pick<SourceBlock, 'path' | 'from' | 'to'>): Reach {
    const files = walkFiles(start.path, links)
    const steps: Reach['steps'] = new Map()
    let edge = [{ tokens: readTokens(lines.get(start.path), start), way: [] as string[] }]
    for (let distance = 1; distance <= maxSteps && edge.length > 0; distance += 1) {
      const next: typeof edge = []
      for (const { tokens, way } of edge)
        for (const token of tokens)
          for (const block of named.get(token) ?? []) {
            if (steps.has(block) || !files.has(block.path)) continue
            const longer = [...way, block.name]
            steps.set(block, { distance, way: longer })
            next.push({ tokens: tokensOf(block), way: longer })
          }
      edge = next
    }
    return { steps, files }
  }

  return { blocks, mentions: (block, name) => tokensOf(block).has(name), reachFrom }
}

function walkFiles(start: string, links: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const files = new Map([[start, 0]])
  for (const [path, distance] of files)
    for (const next of links.get(path) ?? []) if (!files.has(next)) files.set(next, distance + 1)
  return files
}

/** Known files that this one names; of a Go file also those of its folder. */
function linksOf({ path, text }: SourceFile, known: ReadonlyMap<string, unknown>): string[] {
  const named = findLinks(path, text).filter((link) => known.has(link))
  if (!path.endsWith('.go')) return named
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = [...known.keys()].filter(
    (one) => one.endsWith('.go') && one.slice(0, one.lastIndexOf('/') + 1) === folder,
  )
  const imported = [...text.matchAll(/"([\w./-]+)"/g)].map(([, module = '']) => module.split('/').at(-1) ?? '')
  const packages = [...known.keys()].filter(
    (one) => one.endsWith('.go') && imported.includes(one.split('/').at(-2) ?? ''),
  )
  return [...named, ...beside, ...packages]
}

function readTokens(lines: readonly string[] | undefined, { from, to }: Pick<SourceBlock, 'from' | 'to'>): Set<string> {
  const text = (lines ?? [])
    .slice(from - 1, to)
    .join('\n')
    .slice(0, 100_000)
  const tokens = new Set<string>()
  for (const [token] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
    tokens.add(token)
    if (tokens.size >= maxTokens) break
  }
  return tokens
}
