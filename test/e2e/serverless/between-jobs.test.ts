import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSettings } from '../../../src/entrypoints/settings/parse-settings.ts'
import { startApp } from '../../../src/entrypoints/server/start-app.ts'
import { appSettings } from '../support/processes/app-settings.ts'
import { stateSecret, useRunners } from '../support/runner/use-runners.ts'
import { writeIssue } from '../support/write-issue.ts'

const runners = useRunners()
const twoFiles = writeIssue([
  { id: 'T1', path: 'one.txt', content: 'one' },
  { id: 'T2', path: 'two.txt', content: 'two', after: 'T1', criteria: ['A reader understands the output'] },
])

/** Lets any number of jobs work on an issue at once, which the workflow that people copy never does. */
function withoutTurns(workflow: string): string {
  return workflow.replace(/ {4}# One job at a time[\s\S]*?queue: max\n/, '')
}

test('two jobs on one issue at once come to one decision, and the sweep to the end of it', async () => {
  const { player } = runners
  const playground = await runners.repository({ edit: withoutTurns })
  const issue = await playground.planIssue('Two files', twoFiles)
  const { rest } = playground.as('maintainer')
  const say = (body: string) => rest.issues.createComment({ ...playground.place, issue_number: issue, body })

  await Promise.all([say('/approve'), say('/approve'), say('/status')])
  await player.idle()
  player.schedule(playground.repository)
  await player.idle()

  const { record, execution } = await runners.standing(playground, issue)
  expect(record.outbox).toEqual([])
  expect(execution?.artifacts.map(({ task, version }) => `${task} v${version}`)).toEqual(['T1 v1', 'T2 v1'])
  expect(execution?.nodes).toMatchObject({ T1: { state: 'DONE' }, C2: { state: 'WAITING_EXTERNAL' } })
  expect((await playground.pulls()).map(({ head }) => head).toSorted()).toEqual([
    'countersign/ISS-001/1/T1',
    'countersign/ISS-001/1/T2',
  ])
})

test('what no job was told of, the sweep finds', async () => {
  const { sandbox, player } = runners
  const playground = await runners.repository()
  const issue = await playground.openIssue('Two files', twoFiles)
  const app = sandbox.world.apps.find(({ slug }) => slug === 'github-actions')
  const url = app?.webhookUrl ?? null
  sandbox.setWorkflowUrl(null)
  await playground.label(issue)
  sandbox.setWorkflowUrl(url)

  player.schedule(playground.repository)
  await player.idle()

  const { record } = await runners.standing(playground, issue)
  expect(record.phase).toBe('proposed')
})

test('jobs and a server take turns on one issue, from the branch alone', async () => {
  const { sandbox, player, dir } = runners
  const playground = await runners.repository({ edit: asApp })
  const issue = await playground.planIssue('Two files', twoFiles)
  const jobs = sandbox.world.apps.find(({ slug }) => slug === 'github-actions')
  const url = jobs?.webhookUrl ?? null

  // The server alone is told of the approval, and is ended once T2 waits for a person.
  sandbox.setWorkflowUrl(null)
  const server = await startApp(
    parseSettings({
      ...appSettings(sandbox),
      STATE_SECRET: stateSecret,
      DATA_DIR: join(dir, 'server'),
      DATABASE: 'memory',
      PORT: '0',
      SWEEP_MINUTES: '0',
      WRITE_SPACING_MS: '0',
      SECONDARY_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    }),
    process.env,
  )
  await server.begun
  sandbox.setWebhookUrl(server.webhookUrl)
  const { rest } = playground.as('maintainer')
  await rest.issues.createComment({ ...playground.place, issue_number: issue, body: '/approve' })
  for (let quiet = 0; quiet < 2; quiet += 1) {
    await sandbox.idle()
    await server.idle()
  }
  sandbox.setWebhookUrl(null)
  await server.close()
  expect((await runners.standing(playground, issue)).execution?.nodes).toMatchObject({ T1: { state: 'DONE' } })

  // Jobs go on: a person approves, and the final pull request is opened.
  sandbox.setWorkflowUrl(url)
  const judged = await playground.pullOf(issue, 'T2')
  await rest.pulls.createReview({ ...playground.place, pull_number: judged, event: 'APPROVE' })
  await player.idle()

  const { record } = await runners.standing(playground, issue)
  expect(record).toMatchObject({ phase: 'completed', outbox: [], final_pull_request: { state: 'open' } })
  // One plan, one status: each went on with the other's comments.
  const { data } = await rest.issues.listComments({ ...playground.place, issue_number: issue })
  expect(data.filter(({ user }) => user?.login === sandbox.app.botLogin)).toHaveLength(2)
})

/** As docs/action.md says: the token of an App in both jobs. */
function asApp(workflow: string): string {
  const step = [
    '      - id: app',
    '        uses: actions/create-github-app-token@0000000000000000000000000000000000000000 # v2.0.0',
    '',
  ].join('\n')
  return workflow
    .replaceAll(/^ {4}steps:\n/gm, `    steps:\n${step}`)
    .replaceAll('          mode: ', '          token: ${{ steps.app.outputs.token }}\n          mode: ')
}
