import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readExample } from '../../../src/entrypoints/commands/read/read-example.ts'
import {
  commandsOnRelease,
  downloadRelease,
  publicKeyOf,
  runCommand,
  verifyRelease,
} from '../support/git/download-release.ts'
import { readGit } from '../support/git/git.ts'
import type { Playground } from '../support/playground.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'

const world = useWorld({ expectedAnswers: [secondToWorkflowBranch] })

async function listVersions(clock: Playground, issue: number): Promise<string[]> {
  const { artifacts, reviews } = await clock.execution(issue)
  const versions = artifacts.map(({ artifact_id: id, task, version, by }) => {
    const verdict = reviews.findLast((review) => review.reviewed_artifact_id === id)?.verdict ?? 'none'
    return `${task} v${version} by ${by.kind === 'person' ? `@${by.login}` : by.name}: ${verdict}`
  })
  return versions.toSorted()
}

/** What somebody put on an issue and took off it: `+countersign: planned`. */
async function listLabelEvents(clock: Playground, issue: number, login: string): Promise<string[]> {
  const events = await clock.as('reader').paginate('GET /repos/{owner}/{repo}/issues/{issue_number}/timeline', {
    ...clock.place,
    issue_number: issue,
    per_page: 100,
  })
  return events.flatMap((entry) => {
    if (!('label' in entry) || !('actor' in entry) || entry.actor?.login !== login) return []
    return [`${entry.event === 'labeled' ? '+' : '-'}${entry.label?.name ?? ''}`]
  })
}

test('an issue goes from its label to a release that anybody can verify', async () => {
  const { files, issues } = await readExample()
  const clock = await world.repository({ files })
  const { logins } = world.running.sandbox
  const number = await clock.openIssue(issues[0]?.title ?? '', issues[0]?.body ?? '')
  const labels = ['bug', 'good first issue', 'help wanted']
  await clock.as('maintainer').rest.issues.addLabels({ ...clock.place, issue_number: number, labels })
  await clock.label(number)
  await clock.settle()

  const { id, phase, plan_hash: hash } = await clock.record(number)
  expect([id, phase]).toEqual(['ISS-001', 'proposed'])
  expect(await clock.thread(number)).toEqual([expect.stringContaining(`/approve plan@${hash?.slice(0, 7)}`)])

  await clock.say(number, 'maintainer', `/approve plan@${hash?.slice(0, 7)}`)
  expect(await listVersions(clock, number)).toEqual(['T1 v1 by patch: none'])
  expect(await clock.task(number, 'T1')).toMatchObject({
    state: 'WAITING_EXTERNAL',
    reason: expect.stringContaining('the same tests fail'),
  })

  const text = await readGit(clock.bareDir, ['show', 'countersign/ISS-001/1/T1:src/duration.js'])
  const mended = text.replace('return `${seconds % 60}`', 'return `${seconds % 60} s`')
  await clock.push('writer', 'countersign/ISS-001/1/T1', { 'src/duration.js': `${mended}\n` })
  expect(await listVersions(clock, number)).toEqual([
    'T1 v1 by patch: none',
    `T1 v2 by @${logins.writer}: APPROVED`,
    'T2.1 v1 by patch: APPROVED',
    'T2.2 v1 by patch: none',
  ])
  expect(await clock.task(number, 'T1')).toMatchObject({ state: 'DONE', merge: 'merged' })

  const describing = await clock.pullOf(number, 'T2.2')
  const asked = await clock.as('reader').rest.pulls.listRequestedReviewers({ ...clock.place, pull_number: describing })
  expect(asked.data.users.map((user) => user.login)).toEqual([logins.maintainer])
  await clock.as('maintainer').rest.pulls.createReview({ ...clock.place, pull_number: describing, event: 'APPROVE' })
  await clock.settle()
  expect((await listVersions(clock, number)).at(-1)).toBe('T2.2 v1 by patch: APPROVED')
  expect(await clock.record(number)).toMatchObject({ phase: 'completed', final_pull_request: { state: 'open' } })
  expect((await clock.execution(number)).validations.at(-1)).toMatchObject({ task: null, passed: true })
  expect(await readGit(clock.bareDir, ['rev-parse', 'main'])).toBe(clock.startHead)

  const final = await clock.pullOf(number, 'base')
  await clock.as('maintainer').rest.pulls.get({ ...clock.place, pull_number: final })
  await clock.as('maintainer').rest.pulls.merge({ ...clock.place, pull_number: final })
  await clock.settle()
  expect((await clock.record(number)).final_pull_request).toEqual({ number: final, state: 'merged' })
  expect(await readGit(clock.bareDir, ['show', 'main:src/duration.js'])).toBe(mended)
  const branches = await readGit(clock.bareDir, ['branch', '--format=%(refname:short)'])
  expect(branches.split('\n').toSorted()).toEqual(['countersign/workflow', 'main'])
  expect(await clock.labels(number)).toEqual([...labels, 'countersign'].toSorted())
  const changed = await listLabelEvents(clock, number, world.running.sandbox.app.botLogin)
  // T1 got stuck once: four events beside the six that there are else.
  expect(changed.length, changed.join(', ')).toBeLessThanOrEqual(10)
  expect(changed.filter((name) => !name.includes('countersign: '))).toEqual([])
  await clock.say(number, 'maintainer', '/doctor')
  expect((await clock.thread(number)).at(-1)).toContain('Doctor: nothing is wrong')

  await clock.say(number, 'maintainer', '/export')
  const [exported] = (await clock.record(number)).exports
  const told = (await clock.thread(number)).at(-1)
  expect(told).toContain(`--manifest-sha256 ${exported?.manifest_sha256}`)
  const dir = await downloadRelease(clock, exported?.tag ?? '', world.dir)
  expect(await verifyRelease(dir, {}, world.running.sandbox)).toMatchObject({ code: 3 })
  expect(
    await verifyRelease(dir, { manifestSha256: exported?.manifest_sha256 ?? '' }, world.running.sandbox),
  ).toMatchObject({ code: 0 })
  const publicKey = publicKeyOf(world.running.sandbox)
  const byClone = await verifyRelease(dir, { repo: clock.cloneUrl, publicKey }, world.running.sandbox)
  expect(byClone).toMatchObject({ code: 0, report: expect.stringContaining('reviews_not_looked_at') })
  const env = { GITHUB_TOKEN: world.running.sandbox.tokens.reader }
  const byApi = await verifyRelease(dir, { repo: clock.repository, publicKey }, world.running.sandbox, env)
  expect([byApi.code, JSON.parse(byApi.report)]).toEqual([0, expect.objectContaining({ findings: [] })])
  const commands = await commandsOnRelease(clock, exported?.tag ?? '')
  expect(commands).toHaveLength(2)
  for (const command of commands)
    expect(await runCommand(command, dir), command).toMatchObject({ exitCode: 0, stderr: '' })
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as { items: { task_id: string }[] }
  expect(manifest.items).toHaveLength(3)
})
