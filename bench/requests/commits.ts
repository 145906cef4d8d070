import { execa } from 'execa'
import { costOfGraphql, costOfRest } from 'github-sandbox/testing'
import type { Passage } from 'github-sandbox'
import { workflowBranch } from '../../src/domain/records/iss-record.ts'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { hasFinal, findRepository } from '../stage/drive-issues.ts'
import { outlineIssue } from '../stage/outline-issue.ts'
import { openStage, type Stage } from '../stage/stage.ts'

const name = 'commits'
interface Together {
  issues: number
  tasks: number
  /** Milliseconds that each answer of the API takes longer. */
  latencyMs?: number
  /** `review.post` of the repository. */
  post?: 'always' | 'when_needed'
}

/** Of an answer of GitHub's own; the sandbox answers in a few, so that less waits to be written together. */
const githubsMs = 200
const alone: readonly Together[] = [1, 3, 4, 10].flatMap((tasks): Together[] => [
  { issues: 1, tasks },
  { issues: 1, tasks, post: 'when_needed' },
])
const together: Record<Size, readonly Together[]> = {
  small: [
    { issues: 1, tasks: 1, post: 'when_needed' },
    { issues: 2, tasks: 1 },
  ],
  usual: [...alone, { issues: 50, tasks: 1 }, { issues: 50, tasks: 1, latencyMs: githubsMs }],
  full: [
    ...alone,
    { issues: 50, tasks: 1 },
    { issues: 50, tasks: 1, latencyMs: githubsMs },
    { issues: 200, tasks: 1, latencyMs: githubsMs },
  ],
}

export const commitsBench: Bench = {
  name,
  title: 'state commits, content and points that issues cost at once',
  about: `What an issue of T tasks costs of a repository's installation, from the label to the final pull request: alone, and with so many labelled at once and approved at once in the same repository. \`state commits\` are those on the workflow branch; \`content\` is what GitHub counts for its limits of 80 a minute and 500 an hour (new issues, comments, pull requests, reviews, also in GraphQL), and \`points\` for those of 900 and 2,000 a minute. Counted are all requests of the App, its bot and its second identity, without git. \`reviews when needed\` is \`review.post: when_needed\`: machines judge all criteria, so no review is posted. It was the second issue of its repository; the first makes the workflow branch, with two calls more.`,
  run: async (tell, size) => {
    const figures: Figure[] = []
    for (const one of together[size]) figures.push(...(await countFor(one, tell)))
    return figures
  },
}

interface Counts {
  calls: number
  content: number
  restPoints: number
  graphqlPoints: number
}

async function countFor({ issues, tasks, latencyMs = 0, post = 'always' }: Together, tell: Tell): Promise<Figure[]> {
  const counts: Counts = { calls: 0, content: 0, restPoints: 0, graphqlPoints: 0 }
  let counting: ReadonlySet<string> = new Set()
  const intervene = (passage: Passage) => {
    if (counting.has(passage.actor) && !passage.route.startsWith('git ')) count(passage, counts)
    return passage.carryOut()
  }
  const files = { 'README.md': '# Bench\n', '.github/countersign.yml': `review:\n  post: ${post}\n` }
  await using stage = await openStage({ intervene, latencyMs, files })
  const { app, reviewer } = stage.running.sandbox
  // The first issue makes the workflow branch, and everything that is known of a repository from then on.
  await runTogether(stage, { issues: 1, tasks: 1 })
  const commitsBefore = await countCommits(stage)
  const { deliveries } = stage.running.sandbox.world
  const deliveriesBefore = deliveries.length
  counting = new Set([app.botLogin, reviewer.login, 'app'])
  const late = latencyMs === 0 ? '' : `, ${latencyMs} ms a call`
  tell(`${issues} at once${late}`)
  await runTogether(stage, { issues, tasks })
  const commits = (await countCommits(stage)) - commitsBefore
  const each = (total: number) => Math.round((total / issues) * 10) / 10
  const title = `${issues === 1 ? '1 issue' : `${issues} issues at once`}, T=${tasks}${late}${post === 'always' ? '' : ', reviews when needed'}`
  const figure = (total: number, unit: string): Figure => ({ bench: name, case: title, figure: each(total), unit })
  // What they may cost where machines judge; with reviews each task is a piece of content and a call more.
  const measured = (total: number, unit: string, target: number): Figure =>
    issues === 1 && post === 'when_needed'
      ? measure({ bench: name, case: title, figure: each(total), unit, target })
      : figure(total, unit)
  return [
    measured(commits, 'state commits an issue', 4 + 2 * tasks),
    measured(counts.calls, 'calls an issue', 8 + 5 * tasks),
    figure(deliveries.length - deliveriesBefore, 'webhooks an issue'),
    measured(counts.content, 'content an issue', 3 + tasks),
    figure(counts.restPoints, 'REST points an issue'),
    figure(counts.graphqlPoints, 'GraphQL points an issue'),
  ]
}

function count({ method, route, body }: Passage, counts: Counts): void {
  const isGraphql = route === 'POST /graphql'
  const cost = isGraphql
    ? costOfGraphql(readQuery(body))
    : costOfRest(route.includes(' ') ? route : `${method} ${route}`)
  counts.calls += 1
  counts.content += cost.creates
  if (isGraphql) counts.graphqlPoints += cost.points
  else counts.restPoints += cost.points
}

function readQuery(body: string | null): string {
  const { query } = JSON.parse(body ?? '{}') as { query?: string }
  return query ?? ''
}

async function runTogether(stage: Stage, { issues, tasks }: Together): Promise<void> {
  const { maintainer, place, running } = stage
  const numbers: number[] = []
  for (let made = 0; made < issues; made += 1) {
    numbers.push((await maintainer.rest.issues.create({ ...place, ...outlineIssue(tasks) })).data.number)
  }
  await running.idle()
  const onAll = (act: (issue_number: number) => Promise<unknown>) => Promise.all(numbers.map(act))
  await onAll((issue_number) => maintainer.rest.issues.addLabels({ ...place, issue_number, labels: ['countersign'] }))
  await running.idle()
  await onAll((issue_number) => maintainer.rest.issues.createComment({ ...place, issue_number, body: '/approve' }))
  await running.idle()
  const repository = findRepository(running.sandbox, stage.repository)
  const open = repository.issues.filter((issue) => numbers.includes(issue.number) && !hasFinal(repository, issue))
  if (open.length > 0) throw new Error(`${open.length} of ${issues} issues came to no final pull request`)
}

/** Commits on the workflow branch. */
export async function countCommits(stage: Stage): Promise<number> {
  const { stdout } = await execa('git', ['rev-list', '--count', workflowBranch], { cwd: stage.gitDir })
  return Number(stdout)
}
