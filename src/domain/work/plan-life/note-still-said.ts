import { recordText } from '../../language/message.ts'
import { newComment } from '../../plan/outline/read/guidance.ts'
import type { Plan } from '../../plan/plan.ts'
import type { IssRecord } from '../../records/iss-record.ts'
import { withoutRecord } from './say-to-what.ts'

const mostNamed = 3
const longest = 60

/** The plan with a note on what goes before a text that was edited since it was said: nobody sees that in the issue. */
export function noteStillSaid(plan: Plan, { guidance, frozen, replanning }: IssRecord): Plan {
  if (guidance === null || replanning === null || replanning.frozen.sha256 === frozen.sha256) return plan
  if (replanning.guidance?.startsWith(guidance) !== true) return plan
  const said = guidance.split(newComment).map(quoteSaid)
  const standing = said.filter((one) => one !== '')
  if (standing.length === 0) return plan
  const named = standing.slice(-mostNamed).map((one) => `“${one}”`)
  const left = standing.length - named.length
  const words = left > 0 ? recordText('{items} and {n} more', { items: named.join(', '), n: left }) : named.join(', ')
  const note = recordText(
    'The issue was edited since, and what was said in the thread before that still goes before it: {said}. `/replan fresh` begins without.',
    { said: words },
  )
  return { ...plan, notes: [note, ...plan.notes] }
}

/** A yes asks for nothing. */
function quoteSaid(comment: string): string {
  const words = withoutRecord(comment).replaceAll(/^yes$/gm, '').trim().replaceAll(/\s+/g, ' ')
  return words.length > longest ? `${words.slice(0, longest - 1)}…` : words
}
