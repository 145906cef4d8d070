import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type RunningApp, startApp } from '../../../src/entrypoints/server/start-app.ts'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { appSettings } from '../support/processes/app-settings.ts'
import { countingIssue, listedRuns, untilAtWork } from '../support/runner/task-jobs.ts'
import { describeJobs, stateSecret, useRunners } from '../support/runner/use-runners.ts'

const runners = useRunners()
const taskWorkflow = new URL('../../../examples/workflows/countersign-task.yml', import.meta.url)

/** A server of the sandbox's App whose webhooks it gets, with nothing of an earlier one. */
async function startServer(name: string): Promise<RunningApp> {
  const { sandbox, dir } = runners
  const settings = {
    ...appSettings(sandbox),
    STATE_SECRET: stateSecret,
    DATA_DIR: join(dir, name),
    DATABASE: 'memory',
    PORT: '0',
    SWEEP_MINUTES: '0',
    WRITE_SPACING_MS: '0',
    SECONDARY_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  }
  const server = await startApp(parseSettings(settings), process.env)
  await server.begun
  sandbox.setWebhookUrl(server.webhookUrl)
  return server
}

test('a server has a task done in a job, ends meanwhile, and the next one takes what comes back', async () => {
  const { sandbox, player, dir } = runners
  const workflow = await readFile(taskWorkflow, 'utf8')
  const playground = await runners.repository({
    config: 'run: { isolation: none, runner: { executors: [shell], workflow: countersign.yml } }\n',
    edit: () => workflow,
  })
  const gate = join(dir, 'go-on')
  const first = await startServer('first')
  const { rest } = playground.as('maintainer')
  const issue = await playground.openIssue(
    'Count',
    countingIssue(`until [ -e ${gate} ]; do sleep 0.1; done\nseq 3 > count.txt`),
  )
  await playground.label(issue)
  await sandbox.idle()
  await first.idle()
  await rest.issues.createComment({ ...playground.place, issue_number: issue, body: '/approve' })
  await untilAtWork(runners, playground, 1)
  await first.close()

  const second = await startServer('second')
  await writeFile(gate, '')
  await second.reconcile()
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await player.idle()
    await second.idle()
  }
  sandbox.setWebhookUrl(null)
  await second.close()

  const { record, execution } = await runners.standing(playground, issue)
  expect(execution?.nodes['T1'], describeJobs(player)).toMatchObject({ state: 'DONE' })
  expect(record.outbox).toEqual([])
  expect(listedRuns(runners, playground).map(({ conclusion }) => conclusion)).toEqual(['success'])
})
