import type { RequestRecord } from 'github-sandbox'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { outlineIssue } from '../stage/outline-issue.ts'
import { proposePlan } from '../stage/propose-plan.ts'
import { openStage, type Stage } from '../stage/stage.ts'

const name = 'calls'
const usual = [1, 3, 10]
const tasksOf: Record<Size, readonly number[]> = { small: [1], usual, full: usual }

export const callsBench: Bench = {
  name,
  title: 'calls to GitHub for an issue, by its number of tasks',
  about: `Calls to GitHub for an issue of T tasks in which nothing goes wrong, from the label until all is at rest with the final pull request open. Half of the tasks are independent, each of the others waits for the one before it; a machine judges all criteria, and reviews are posted when needed (\`review.post\`), which is never here. It is the second issue of its repository: the first makes the workflow branch with two calls more. It is approved as soon as its plan stands, and all that waits to be written with something else is written at the end. Counted is each REST and GraphQL request of the App, its bot and its second identity. Not counted: git's own protocol (listed as \`git …\`), and the labels that are made once when the App is installed, with the token for it.`,
  run: runCalls,
}

async function runCalls(tell: Tell, size: Size): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const tasks of tasksOf[size]) {
    tell(`an issue of ${tasks} tasks`)
    figures.push(...(await countCalls(tasks)))
  }
  return figures
}

async function countCalls(tasks: number): Promise<Figure[]> {
  const files = { 'README.md': '# Bench\n', '.github/countersign.yml': 'review:\n  post: when_needed\n' }
  await using stage = await openStage({ files })
  await finish(stage, 1, 'first')
  const mark = stage.running.requests.length
  await finish(stage, tasks, 'notes')
  const requests = stage.botRequests(mark)
  const pulls = await stage.maintainer.rest.pulls.list({ ...stage.place, state: 'all', per_page: 100 })
  const finals = pulls.data.filter((pull) => pull.head.ref.endsWith('/base'))
  if (finals.length < 2) throw new Error(`the issue of ${tasks} tasks came to no final pull request`)
  return [...makeTotal(tasks, requests), ...makeRoutes(tasks, requests)]
}

/** An issue from its label until all is at rest. */
async function finish(stage: Stage, tasks: number, folder: string): Promise<void> {
  const { issue, hash } = await proposePlan(stage, outlineIssue(tasks, folder))
  const body = `/approve plan@${hash}`
  await stage.maintainer.rest.issues.createComment({ ...stage.place, issue_number: issue, body })
  await stage.running.idle()
}

function isGit(request: RequestRecord): boolean {
  return request.route.startsWith('git ')
}

function makeTotal(tasks: number, requests: readonly RequestRecord[]): Figure[] {
  const figure = requests.filter((request) => !isGit(request)).length
  return [measure({ bench: name, case: `T=${tasks}`, figure, unit: 'calls', target: 8 + 5 * tasks })]
}

/** Most called first, git at the end. */
function makeRoutes(tasks: number, requests: readonly RequestRecord[]): Figure[] {
  const counts = new Map<string, number>()
  for (const { route } of requests) counts.set(route, (counts.get(route) ?? 0) + 1)
  const sorted = [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
  return [
    ...sorted.filter(([route]) => !route.startsWith('git ')),
    ...sorted.filter(([route]) => route.startsWith('git ')),
  ].map(([route, figure]) => ({ bench: name, case: `T=${tasks} ${route}`, figure, unit: 'calls' }))
}
