import { Listr, PRESET_TIMER } from 'listr2'
import { approveTask, mergeFinal, pushFix } from './deeds.ts'
import { findPull, findVerdicts, getComment, readPulls, readVersions } from './look.ts'
import { exportThroughAction, verifyRelease } from './release.ts'
import type { Report } from './report.ts'
import type { Stage } from './stage.ts'

interface Progress {
  issue: number
  hash: string
  planId: string
  release: Report['release']
  verified: boolean
}

/** The main job from end to end: people act through the API and git, the App answers; each stage is checked before the next. */
export async function tellStory(stage: Stage, renderer: 'default' | 'simple' | 'silent'): Promise<Report> {
  const started = performance.now()
  const progress: Progress = {
    issue: 0,
    hash: '',
    planId: '',
    release: { tag: '', url: '', manifestSha256: '', files: 0 },
    verified: false,
  }
  const tasks = new Listr(makeStages(stage, progress), {
    renderer,
    rendererOptions: { timer: PRESET_TIMER, collapseSubtasks: false },
  })
  await tasks.run()
  return makeReport(stage, progress, (performance.now() - started) / 1000)
}

function makeStages(stage: Stage, progress: Progress) {
  return [...beginning(stage, progress), ...work(stage, progress), ...ending(stage, progress)]
}

type Handle = { output: string; title: string }

function beginning(stage: Stage, progress: Progress) {
  const { place, running, as } = stage
  return [
    {
      title: 'A maintainer opens an issue and labels it',
      task: async (_context: unknown, task: Handle) => {
        const issue = await as('maintainer').rest.issues.create({ ...place, ...stage.issue })
        progress.issue = issue.data.number
        await as('maintainer').rest.issues.addLabels({
          ...place,
          issue_number: progress.issue,
          labels: ['countersign'],
        })
        task.title = `@${running.sandbox.logins.maintainer} opened issue #${progress.issue} and labelled it`
      },
    },
    {
      title: 'Plan comment',
      task: async (_context: unknown, task: Handle) => {
        task.output = 'the issue becomes an ISS record, the outline planner reads it'
        await running.idle()
        const comment = await getComment(stage, progress.issue, 'plan')
        const found = /Plan `([0-9a-f]{7})`/.exec(comment)
        const key = /countersign:plan (SOL-\S+)/.exec(comment)
        if (found === null || key === null) throw new Error(`no plan was proposed; the bot said:\n${comment}`)
        progress.hash = found[1] ?? ''
        progress.planId = key[1] ?? ''
        task.title = `Plan ${progress.hash} proposed as a comment`
      },
    },
    {
      title: 'Approval',
      task: async (_context: unknown, task: Handle) => {
        await as('maintainer').rest.issues.createComment({
          ...place,
          issue_number: progress.issue,
          body: `/approve plan@${progress.hash}`,
        })
        task.title = `/approve plan@${progress.hash}`
      },
    },
  ]
}

function work(stage: Stage, progress: Progress) {
  const { running } = stage
  return [
    {
      title: 'T1: first version',
      task: async (_context: unknown, task: Handle) => {
        task.output = 'branch, commit, pull request, CHECK'
        await running.idle()
        const pull = await findPull(stage, 'T1')
        await expectVerdicts(stage, pull.number, ['CHANGES_REQUESTED'])
        task.title = `T1 version 1 in #${pull.number}: REJECTED, its test fails`
      },
    },
    {
      title: 'T1: a person pushes the second version',
      task: async (_context: unknown, task: Handle) => {
        task.output = 'git clone, git commit, git push over HTTP'
        await pushFix(stage, progress.planId)
        await running.idle()
        const pull = await findPull(stage, 'T1')
        await expectVerdicts(stage, pull.number, ['CHANGES_REQUESTED', 'APPROVED'])
        task.title = `T1 version 2 pushed by @${running.sandbox.logins.writer}: APPROVED and merged`
      },
    },
    {
      title: 'T2: on the approved T1',
      task: async (_context: unknown, task: Handle) => {
        const pull = await findPull(stage, 'T2')
        await expectVerdicts(stage, pull.number, ['APPROVED'])
        task.title = `T2 in #${pull.number}: APPROVED by machine, merged`
      },
    },
    {
      title: 'T3: a person decides',
      task: async (_context: unknown, task: Handle) => {
        const pull = await findPull(stage, 'T3')
        task.output = `#${pull.number} waits for a person's judgement`
        await approveTask(stage, pull.number)
        await running.idle()
        task.title = `T3 in #${pull.number}: APPROVED by @${running.sandbox.logins.maintainer}'s review, merged`
      },
    },
  ]
}

async function expectVerdicts(stage: Stage, number: number, wanted: readonly string[]): Promise<void> {
  const verdicts = await findVerdicts(stage, number)
  if (verdicts.join() !== wanted.join())
    throw new Error(
      `pull request #${number} has the reviews ${verdicts.join(', ') || 'none'}, not ${wanted.join(', ')}`,
    )
}

function ending(stage: Stage, progress: Progress) {
  const { running } = stage
  return [
    {
      title: 'Final pull request',
      task: async (_context: unknown, task: Handle) => {
        const pull = await findPull(stage, 'base')
        await mergeFinal(stage, pull.number)
        await running.idle()
        task.title = `Final pull request #${pull.number} merged by @${running.sandbox.logins.maintainer}`
      },
    },
    {
      title: 'Export',
      task: async (_context: unknown, task: Handle) => {
        task.output = 'the companion Action, with a runner’s environment'
        progress.release = await exportThroughAction(stage, progress.planId)
        task.title = `Released as ${progress.release.tag}: ${progress.release.files} files and a manifest`
      },
    },
    {
      title: 'Verify',
      task: async (_context: unknown, task: Handle) => {
        progress.verified = await verifyRelease(stage, progress.release.tag)
        if (!progress.verified) throw new Error('the release could not be verified')
        task.title = 'Downloaded and verified against the repository: these bytes are what was approved'
      },
    },
  ]
}

async function makeReport(stage: Stage, progress: Progress, seconds: number): Promise<Report> {
  const versions = await readVersions(stage, progress.issue)
  const app = stage.running.requests.filter(
    (request) => !request.route.startsWith('git ') && /bot\]|^app$|reviewer/.test(request.actor),
  )
  return {
    verified: progress.verified,
    seconds: Math.round(seconds * 10) / 10,
    repository: stage.repository,
    issue: progress.issue,
    plan: { id: progress.planId, hash: progress.hash, tasks: new Set(versions.map((one) => one.task)).size },
    versions,
    pullRequests: await readPulls(stage),
    release: progress.release,
    calls: app.length,
    isolated: stage.isolated,
  }
}
