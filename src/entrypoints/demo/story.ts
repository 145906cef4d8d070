import { Listr, PRESET_TIMER } from 'listr2'
import type { Chapter, Progress } from './chapter.ts'
import { breakAndMend } from './break-and-mend.ts'
import { readPulls, readVersions } from './look.ts'
import { planAndApprove } from './plan-and-approve.ts'
import { replanMidway } from './replan-midway.ts'
import { releaseAndVerify } from './release-and-verify.ts'
import { readSpent } from './release.ts'
import type { Report } from './report.ts'
import type { Stage } from './stage.ts'
import { workAndReview } from './work-and-review.ts'

/** People and commands do the work. */
export const peopleStory: readonly Chapter[] = [
  planAndApprove,
  workAndReview,
  replanMidway,
  breakAndMend,
  releaseAndVerify,
]

/** The main job from end to end: people act through the API and git, the App answers; each scene is checked before the next. */
export async function tellStory(
  stage: Stage,
  chapters: readonly Chapter[],
  renderer: 'default' | 'simple' | 'silent',
): Promise<Report> {
  const started = performance.now()
  const progress: Progress = {
    issue: 0,
    hash: '',
    planId: '',
    release: { tag: '', url: '', manifestSha256: '', files: 0 },
    verified: false,
  }
  const scenes = chapters.flatMap((chapter) => chapter(stage, progress))
  const tasks = new Listr(
    scenes.map(({ title, play }) => ({
      title,
      task: async (_context: unknown, task: { output: string; title: string }) => {
        task.title = await play((detail) => {
          task.output = detail
        })
      },
    })),
    { renderer, rendererOptions: { timer: PRESET_TIMER, collapseSubtasks: false } },
  )
  await tasks.run()
  return makeReport(stage, progress, (performance.now() - started) / 1000)
}

async function makeReport(stage: Stage, progress: Progress, seconds: number): Promise<Report> {
  const versions = await readVersions(stage, progress.issue)
  const tasks = new Set(versions.filter((one) => one.plan === progress.planId).map((one) => one.task))
  const app = stage.running.requests.filter(
    (request) => !request.route.startsWith('git ') && /bot\]|^app$|reviewer/.test(request.actor),
  )
  return {
    verified: progress.verified,
    seconds: Math.round(seconds * 10) / 10,
    repository: stage.repository,
    repositoryId: (await stage.as('reader').rest.repos.get(stage.place)).data.id,
    issue: progress.issue,
    plan: { id: progress.planId, hash: progress.hash, tasks: tasks.size },
    versions,
    pullRequests: await readPulls(stage),
    release: progress.release,
    calls: app.length,
    isolated: stage.isolated,
    models: await readSpent(stage),
  }
}
