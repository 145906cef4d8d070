import { namesOfHunk } from './names-of-hunk.ts'
import type { SourceBlock } from '../read/outline-source.ts'
import type { Hunk } from '../read/parse-change.ts'
import type { RunContext } from './score-context.ts'

/** The blocks that a hunk stands in, and those of which it touches a part. */
export interface HunkLocation {
  path: string
  touched: SourceBlock[]
  holding: Set<SourceBlock>
  inner: SourceBlock | undefined
}

/** What stands outside of all blocks, as an import, takes effect where its names are used. */
export function locateHunk(hunk: Hunk, runContext: RunContext): HunkLocation {
  const { path, from, to } = hunk
  const blocks = runContext.blocks.get(path) ?? []
  const touched = blocks.filter((block) => block.from <= to && block.to >= from)
  if (touched.length === 0) {
    const names = [...namesOfHunk(hunk)].filter((name) => name !== 'import').slice(0, 40)
    const users = blocks.filter((block) => names.some((name) => runContext.mentions(block, name)))
    return { path, touched: users, holding: new Set(users), inner: undefined }
  }
  const holding = touched.filter((block) => block.from <= from && block.to >= to)
  return { path, touched, holding: new Set(holding), inner: innermost(holding) }
}

export function innermost(blocks: readonly SourceBlock[]): SourceBlock | undefined {
  return blocks.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0]
}
