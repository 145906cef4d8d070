import { z } from 'zod'
import { cleanLine } from '../text/clean-text.ts'

const mostSteps = 8
const longest = 100

/** What an agent says that it is about, while it works: its own words, bounded, shown and never gone by. */
export const RunProgressSchema = z.strictObject({
  /** Of its own plan; the first of them. */
  steps: z.array(z.strictObject({ text: z.string(), state: z.enum(['open', 'doing', 'done']) })).max(mostSteps),
  /** Steps beyond those. */
  more: z.int().nonnegative(),
  /** Its newest use of a tool; null before the first. */
  doing: z.string().nullable(),
  /** Uses of tools so far. */
  tools: z.int().nonnegative(),
})
export type RunProgress = z.infer<typeof RunProgressSchema>

/** Progress as it may be kept: one line each, cut, and no more steps than people read. */
export function boundProgress({ steps, more, doing, tools }: RunProgress): RunProgress {
  return {
    steps: steps.slice(0, mostSteps).map(({ text, state }) => ({ text: cleanLine(text, longest), state })),
    more: more + Math.max(0, steps.length - mostSteps),
    doing: doing === null ? null : cleanLine(doing, longest),
    tools,
  }
}
