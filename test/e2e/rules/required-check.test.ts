import { expect, test } from 'vitest'
import { runDoctorRules } from '../../../src/entrypoints/commands/read/doctor-rules.ts'
import { checksRule, makeRuleset, repositoryOf, reviewsRule } from '../support/house-rules.ts'
import type { Playground } from '../support/playground.ts'
import { useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'
import { noteStory } from './support/story-rows.ts'

const world = useWorld()
const note = writeIssue([{ id: 'T1', path: 'note.txt', content: 'note' }])

/** A maintainer requires `countersign`, of this App and no other, on the default branch. */
function requireCheck(repo: Playground, more: { type: string }[] = []): void {
  const rule = checksRule('countersign')
  const required = [{ context: 'countersign', integration_id: world.running.sandbox.app.id }]
  Object.assign(rule.parameters ?? {}, { required_status_checks: required })
  makeRuleset(world.running, repo, [rule, ...more], { include: ['~DEFAULT_BRANCH'] })
}

async function finish(repo: Playground): Promise<{ issue: number; final: number }> {
  const issue = await repo.planIssue('A note', note)
  await repo.say(issue, 'maintainer', '/approve')
  return { issue, final: await repo.pullOf(issue, 'base') }
}

function checksOf(repo: Playground) {
  const { checkRuns } = repositoryOf(world.running, repo)
  return checkRuns.filter(({ name }) => name === 'countersign')
}

async function merge(repo: Playground, number: number): Promise<string> {
  try {
    await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number: number })
    await repo.settle()
    return 'merged'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function openPull(repo: Playground, head: string, title: string): Promise<number> {
  const { data } = await repo.as('writer').rest.pulls.create({ ...repo.place, head, base: 'main', title })
  await repo.settle()
  return data.number
}

test('a ruleset that requires the check lets the true final pull request through and stops a forged one', async () => {
  const repo = await world.repository()
  requireCheck(repo)
  const { issue, final } = await finish(repo)
  const { title } = (await repo.pulls()).find(({ number }) => number === final) ?? { title: '' }
  await repo.push('writer', 'main', { 'note.txt': 'forged' }, { to: 'countersign/ISS-001/2/base' })

  const forged = await openPull(repo, 'countersign/ISS-001/2/base', title)
  const stopped = await merge(repo, forged)
  const merged = await merge(repo, final)

  expect(stopped).toContain('Required status check "countersign" is failing.')
  expect(checksOf(repo).at(-1)).toMatchObject({
    conclusion: 'failure',
    output: { title: 'Not the final pull request of a plan' },
  })
  expect(merged).toBe('merged')
  expect((await repo.record(issue)).final_pull_request).toMatchObject({ state: 'merged' })
  expect(checksOf(repo)[0]).toMatchObject({ conclusion: 'success', output: { title: '1 task approved' } })
  await noteStory('`countersign` required on the default branch')
})

test('`doctor --rules` reads what a repository has, and is content with what the guide says', async () => {
  const repo = await world.repository()
  const { sandbox } = world.running
  const doctor = async () => {
    let out = ''
    const env = {
      GITHUB_SERVER_URL: sandbox.web,
      GITHUB_API_URL: sandbox.url,
      GITHUB_TOKEN: sandbox.tokens.reader,
      APP_ID: String(sandbox.app.id),
    }
    const io = { env, stdout: (text: string) => void (out += text), stderr: (text: string) => void (out += text) }
    const code = await runDoctorRules({ repo: repo.repository }, io)
    return { code, out }
  }

  const bare = await doctor()
  const all = makeRuleset(world.running, repo, [{ type: 'creation' }])
  const blocked = await doctor()
  all.enforcement = 'disabled'
  requireCheck(repo, [reviewsRule(1), { type: 'non_fast_forward' }])
  const protectedOne = await doctor()

  expect(bare).toMatchObject({ code: 1, out: expect.stringContaining('no ruleset requires the check `countersign`') })
  expect(blocked.out).toContain('✗ “Restrict creations” of “House rules” holds for the branches below `countersign/`')
  expect(blocked.out).toContain('→ exclude `countersign/**/*` there')
  expect(protectedOne).toEqual({ code: 0, out: `${repo.repository}: its rules fit\n` })
})

test('what is pushed past the gate fails the check, with the path and the way on', async () => {
  const repo = await world.repository()
  requireCheck(repo)
  const { issue, final } = await finish(repo)

  await repo.push('writer', 'countersign/ISS-001/1/base', { 'smuggled.txt': 'smuggled' })

  const [newest] = checksOf(repo).toReversed()
  expect(newest).toMatchObject({ conclusion: 'failure', output: { title: 'Not what was approved' } })
  expect(newest?.output.summary).toContain('`smuggled.txt`')
  expect(await merge(repo, final)).toMatch(/draft|is failing/)

  await repo.say(issue, 'maintainer', '/doctor fix')
  await repo.say(issue, 'maintainer', '/resume')

  expect(await merge(repo, final)).toBe('merged')
})

test('the default branch is merged into it by a button, and the check is given to the new head', async () => {
  const repo = await world.repository()
  requireCheck(repo)
  const { final } = await finish(repo)
  repositoryOf(world.running, repo).rulesets = []
  await repo.push('writer', 'main', { 'other.txt': 'other' })
  requireCheck(repo)

  await repo.as('maintainer').rest.pulls.updateBranch({ ...repo.place, pull_number: final })
  await repo.settle()

  expect(await merge(repo, final)).toBe('merged')
})

test.each([
  [undefined, 'Required status check "countersign" is expected.'],
  ['success', 'merged'],
])('another’s pull request, with check.others %s: %s', async (others, outcome) => {
  const repo = await world.repository(others === undefined ? {} : { config: `check:\n  others: ${others}\n` })
  requireCheck(repo)
  await repo.push('writer', 'main', { 'bees.md': 'bees' }, { to: 'bees' })

  const pull = await openPull(repo, 'bees', 'Bees')

  expect(await merge(repo, pull)).toContain(outcome)
})

test('a merge queue is answered: the final pull request gets through, what a person brings does not', async () => {
  const repo = await world.repository()
  requireCheck(repo, [{ type: 'merge_queue' }])
  const { final } = await finish(repo)
  await repo.push('writer', 'main', { 'bees.md': 'bees' }, { to: 'bees' })
  const other = await openPull(repo, 'bees', 'Bees')
  const { sandbox } = world.running
  const queue = async (number: number) => {
    await sandbox.queueMerge(repo.repository, number, 'maintainer')
    await repo.settle()
    const lacking = await sandbox.settleMergeQueue(repo.repository, number, 'maintainer')
    await repo.settle()
    return lacking
  }

  expect(await merge(repo, final)).toContain('Changes must be made through the merge queue')
  expect(await queue(other)).toEqual(['Required status check "countersign" is expected.'])
  expect(await queue(final)).toEqual([])
  await noteStory('Merge queue on the default branch')
})
