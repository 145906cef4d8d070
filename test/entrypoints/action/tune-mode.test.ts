import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runAction } from '../../../src/entrypoints/action/run-action.ts'
import { RecordedOutput } from '../../support/action/recorded-output.ts'

async function checkout(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await cp('examples/skills/manual-writer', join(root, 'skills/manual-writer'), { recursive: true })
  await mkdir(join(root, 'skills/well'), { recursive: true })
  await writeFile(join(root, 'skills/well/SKILL.md'), '---\nname: well\n---\n\nWrite a page.\n')
  return root
}

async function tune(root: string, inputs: Record<string, string> = {}): Promise<RecordedOutput> {
  const output = new RecordedOutput()
  const named = Object.entries({ token: 'ghs_one', mode: 'tune', ...inputs })
  const env = Object.fromEntries(named.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
  await runAction({ GITHUB_REPOSITORY: 'octo/widgets', GITHUB_WORKSPACE: root, ...env }, output)
  return output
}

test('all skills of the checkout are looked at, with annotations on the lines, and the worst gate fails the step', async () => {
  const output = await tune(await checkout())

  expect(output.outputs).toEqual({ gate: 'fail', score: '60' })
  expect(output.failures).toEqual(['The gate of manual-writer does not pass.'])
  expect(output.calls).toContainEqual([
    'error',
    'skills/manual-writer/phases/03-write.md:6',
    '`history` grows with each round, and nothing takes from it. Keep the last few entries, and a summary of those before.',
  ])
  expect(output.calls.filter(([kind]) => kind === 'summary')).toHaveLength(2)
})

test('one skill that is well passes', async () => {
  const output = await tune(await checkout(), { skills: 'skills/well' })

  expect(output).toMatchObject({ outputs: { gate: 'pass', score: '100' }, failures: [] })
})

test('the step need not fail, and findings go to code scanning with their paths in the repository', async () => {
  const root = await checkout()

  const output = await tune(root, { 'fail-on': 'never', 'tune-sarif': 'out.sarif' })

  expect(output.failures).toEqual([])
  const log = JSON.parse(await readFile(join(root, 'out.sarif'), 'utf8'))
  const places = log.runs[0].results.map(
    (one: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      one.locations[0]?.physicalLocation.artifactLocation.uri,
  )
  expect(places).toContain('skills/manual-writer/specs/settings.md')
})

test('where there is no skill, that is said', async () => {
  expect((await tune(await checkout(), { skills: 'nowhere' })).failures).toEqual([
    'There is no SKILL.md, nor agent instructions, in nowhere.',
  ])
})
