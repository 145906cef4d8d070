import type { RequestRecord } from 'github-sandbox'
import { type Bench, type Figure, measure, type Tell } from '../bench.ts'
import { outlineIssue } from '../stage/outline-issue.ts'
import { proposePlan } from '../stage/propose-plan.ts'
import { countRoundTrips } from './round-trips.ts'
import { openStage, type Stage } from '../stage/stage.ts'

const name = 'first-comment'
const latencyMs = 50
const mostRoundTrips = 6

export const firstCommentBench: Bench = {
  name,
  title: 'round trips and time from the label to the plan comment',
  about: `From the label on an issue of five tasks, one of them on a file that is there already, to its plan comment, with ${latencyMs} ms added to each answer of the API. Round trips are the longest chain of the App's requests of which each began after the one before it had ended, up to and with the one that writes the comment. The time begins when the label stands. \`first in the repository\` makes the workflow branch; \`after a restart\` gets a token and reads what the branch says; \`warm\` is any later issue.`,
  run: runFirstComment,
}

async function runFirstComment(tell: Tell): Promise<Figure[]> {
  tell(`three issues at ${latencyMs} ms a call`)
  await using stage = await openStage({ latencyMs })
  const first = await labelToComment(stage, 'first in the repository')
  const warm = await labelToComment(stage, 'warm')
  await stage.restart()
  const restarted = await labelToComment(stage, 'after a restart')
  return [...first, ...restarted, ...warm]
}

async function labelToComment(stage: Stage, which: string): Promise<Figure[]> {
  const spelledOut = outlineIssue(4)
  // A task whose work is not spelled out has the repository looked at: how large the file is that it changes.
  const body = spelledOut.body.replace('\n\n', '\n- [ ] T9: Say in `README.md` where the notes are (@octocat)\n\n')
  const { issue } = await proposePlan(stage, { ...spelledOut, body })
  const labelledAt = findMoment(stage, issue, 'issues', 'labeled')
  const commentedAt = findMoment(stage, issue, 'issue_comment', 'created')
  const requests = stage.botRequests(0).filter((request) => startOf(request) >= labelledAt - 1)
  const writing = requests.find((request) => startOf(request) <= commentedAt && commentedAt <= endOf(request))
  if (writing === undefined) throw new Error(`no request wrote the plan comment of issue ${issue}`)
  const figure = countRoundTrips(requests.filter((request) => endOf(request) <= endOf(writing)))
  return [
    measure({ bench: name, case: which, figure, unit: 'round trips', target: mostRoundTrips }),
    { bench: name, case: which, figure: endOf(writing) - labelledAt, unit: 'ms' },
  ]
}

function endOf(request: RequestRecord): number {
  return Date.parse(request.time)
}

function startOf(request: RequestRecord): number {
  return endOf(request) - request.ms
}

/** When GitHub first told of it, in milliseconds: webhooks leave at once, answers wait for the latency. */
function findMoment(stage: Stage, issue: number, event: string, action: string): number {
  const told = stage.running.sandbox.world.deliveries.find((delivery) => {
    const payload = delivery.request.payload as { issue?: { number: number } }
    return delivery.event === event && delivery.action === action && payload.issue?.number === issue
  })
  if (told === undefined) throw new Error(`${event}.${action} of issue ${issue} was never delivered`)
  return Date.parse(told.deliveredAt)
}
