import { expect, test } from 'vitest'
import { defaultConfiguration } from '../../../../src/domain/configuration/configuration.ts'
import type { TestReading, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildLimits, buildRules, createLocalRepository } from '../../../support/local-repository.ts'

const junit = (inner: string) => `<testsuite name="s">${inner}</testsuite>`
const passed = junit('<testcase name="a"/>')
const failed = junit('<testcase name="b" file="a.test.js" line="3"><failure message="no"/></testcase>')

async function runIn(files: Record<string, string>, run: (workTree: WorkTree) => Promise<unknown>): Promise<void> {
  await using repository = await createLocalRepository()
  await using workTree = await repository.open({ 'a.test.js': '', ...files })
  await run(workTree)
}

async function read(workTree: WorkTree, command: string): Promise<TestReading> {
  return (await workTree.runTests(command, buildLimits(), defaultConfiguration.run.test_reports)).tests
}

test('a report that the command writes is read, with its place in the repository', () =>
  runIn({}, async (workTree) => {
    const reading = await read(workTree, `mkdir -p build/test-results; echo '${failed}' > build/test-results/x.xml`)

    expect(reading).toMatchObject({
      kind: 'read',
      report: { totals: { failed: 1 }, tests: [{ name: 'b', message: 'no', file: 'a.test.js', line: 3 }] },
    })
  }))

test('a report that was there before is none, neither of the repository nor of an earlier command', () =>
  runIn({ 'junit.xml': passed }, async (workTree) => {
    expect(await read(workTree, 'true')).toEqual({ kind: 'none' })
    expect((await read(workTree, `echo '${failed}' > junit.xml`)).kind).toBe('read')
    expect(await read(workTree, 'true')).toEqual({ kind: 'none' })
  }))

test('links, folders and what lies in dependencies are not read', () =>
  runIn({ 'real.txt': failed }, async (workTree) => {
    const command = `ln -s real.txt junit.xml; ln -s /etc junit-etc.xml; mkdir TEST-a.xml node_modules; echo '${failed}' > node_modules/junit.xml; mkfifo junit-pipe.xml`

    expect(await read(workTree, command)).toEqual({ kind: 'none' })
  }))

test('a broken report is named', () =>
  runIn({}, async (workTree) => {
    expect(await read(workTree, 'echo "<testsuite>" > junit.xml')).toEqual({
      kind: 'unreadable',
      message: 'junit.xml:2: unclosed tag: testsuite',
    })
  }))

test('of two reports on the same tests the worse one counts', () =>
  runIn({}, async (workTree) => {
    const reading = await read(workTree, `echo '${failed}' > junit.xml; printf '1..1\\nok 1 - a\\n'`)

    expect(reading).toMatchObject({ report: { totals: { passed: 0, failed: 1 } } })
  }))

test('what is secret is not in it', async () => {
  await using repository = await createLocalRepository()
  const workspace = repository.workspace({ redact: (text) => text.replaceAll('s3cret', '***') })
  await using workTree = await workspace.openWorkTree(
    { owner: 'octo', name: 'widgets', key: 'octo/widgets', installationId: 1 },
    await repository.commit({ 'a.txt': '' }),
  )

  const reading = await read(workTree, "printf '1..1\\nnot ok 1 - says s3cret\\n'")

  expect(JSON.stringify(reading)).toContain('says ***')
  expect(JSON.stringify(reading)).not.toContain('s3cret')
})

test('a change is read without the reports that come after it', () =>
  runIn({}, async (workTree) => {
    await workTree.writeFile('b.js', new TextEncoder().encode('1\n'), '100644')
    const change = await workTree.readChange(buildRules())

    await read(workTree, `echo '${passed}' > junit.xml`)

    expect(change).toMatchObject({ kind: 'files', files: [{ path: 'b.js' }] })
  }))
