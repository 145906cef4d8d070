import type { RequestRecord } from 'github-sandbox'
import type { Figure, Size } from '../bench.ts'
import { proposePlan } from '../stage/propose-plan.ts'
import { openStage } from '../stage/stage.ts'

const filesOf: Record<Size, readonly number[]> = { small: [3], usual: [10, 100], full: [10, 100] }

/** Calls of the App to GitHub for an `/export`, from the comment until all is at rest, by route. */
export async function countExportCalls(bench: string, size: Size): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const files of filesOf[size]) {
    const requests = await exportOnce(files)
    const about = `/export of ${files} files`
    const figure = requests.filter(({ route }) => !route.startsWith('git ')).length
    figures.push({ bench, case: about, figure, unit: 'calls' })
    for (const [route, { length }] of byRoute(requests))
      figures.push({ bench, case: `${about} ${route}`, figure: length, unit: 'calls' })
  }
  return figures
}

async function exportOnce(files: number): Promise<RequestRecord[]> {
  await using stage = await openStage()
  const { maintainer, place, running } = stage
  const { issue, hash } = await proposePlan(stage, writeIssue(files))
  const say = async (body: string) => {
    await maintainer.rest.issues.createComment({ ...place, issue_number: issue, body })
    await running.idle()
  }
  await say(`/approve plan@${hash}`)
  const mark = running.requests.length
  await say('/export')
  const { data: releases } = await maintainer.rest.repos.listReleases(place)
  if (releases.length !== 1) throw new Error(`/export of ${files} files came to no release`)
  return stage.botRequests(mark)
}

/** Two tasks, which deliver a folder of files each. */
function writeIssue(files: number): { title: string; body: string } {
  const tasks = [1, 2].map((task) => {
    const paths = Array.from({ length: Math.ceil(files / 2) }, (_, index) => `notes/${task}/${index + 1}.md`)
    const works = paths.map((path) => `\`\`\`md path=${path}\nThis is ${path}.\n\`\`\``)
    return {
      line: `- [ ] T${task}: Write notes\n  - Delivers: \`notes/${task}/\`\n  - Acceptance:\n    - \`notes/${task}/1.md\` exists`,
      work: [`T${task}:`, ...works].join('\n\n'),
    }
  })
  const body = [tasks.map(({ line }) => line).join('\n'), ...tasks.map(({ work }) => work)].join('\n\n')
  return { title: `Write ${files} notes`, body: `${body}\n` }
}

/** Most called first, git at the end. */
function byRoute(requests: readonly RequestRecord[]): [string, RequestRecord[]][] {
  const isGit = (route: string) => (route.startsWith('git ') ? 1 : 0)
  return [...Map.groupBy(requests, ({ route }) => route)].toSorted(
    ([one, a], [other, b]) => isGit(one) - isGit(other) || b.length - a.length || one.localeCompare(other),
  )
}
