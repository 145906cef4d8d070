import { renderDataBlock } from '../prompts/data-block.ts'

/** What one call gives at most, and all calls of one conversation together. */
const mostAtOnce = 40_000
const mostInAll = 600_000

/** Gives what a tool found as a marked block, bounded; beyond what all may give together there is only the advice to end. */
export type ToolRoom = (name: string, about: string, find: () => Promise<string>) => Promise<string>

/** `counts` is counted up by the name of each tool that is used. */
export function createToolRoom(mark: string, counts: Record<string, number>): ToolRoom {
  let left = mostInAll
  return async (name, about, find) => {
    counts[name] = (counts[name] ?? 0) + 1
    if (left <= 0) return 'You have read as much as there is room for. Answer with what you know.'
    const text = await find()
    const shown = renderDataBlock({ label: JSON.stringify(about), text }, mark, Math.min(mostAtOnce, left))
    left -= shown.length
    return shown
  }
}
