import { z } from 'zod'
import { cleanLine } from '../text/clean-text.ts'

const mostSteps = 8
const longest = 100

/** How a run goes: what an agent says that it is about, its own words, bounded, shown and never gone by; and in which job. */
export const RunProgressSchema = z.strictObject({
  /** Of its own plan; the first of them. */
  steps: z.array(z.strictObject({ text: z.string(), state: z.enum(['open', 'doing', 'done']) })).max(mostSteps),
  /** Steps beyond those. */
  more: z.int().nonnegative(),
  /** Its newest use of a tool; null before the first. */
  doing: z.string().nullable(),
  /** Uses of tools so far. */
  tools: z.int().nonnegative(),
  /** Where it is worked on, if that is a job of its own; absent where not. */
  job: z.strictObject({ url: z.url(), state: z.enum(['waiting', 'at_work']) }).optional(),
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
