import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test, vi } from 'vitest'
import { readGit } from '../e2e/support/git/git.ts'
import { useWorld } from '../e2e/support/processes/start-world.ts'
import { writeIssue } from '../e2e/support/write-issue.ts'
import { patienceMs } from '../support/vitest/patience.ts'

vi.setConfig({ testTimeout: patienceMs(900_000) })

const count = 100_000
const world = useWorld()

/** A repository whose one commit has so many files, a hundred in each folder. */
async function fill(dir: string): Promise<string> {
  const lines = ['commit refs/heads/main', 'committer Ada <ada@example.org> 1790000000 +0000', 'data 5', 'Files']
  for (let at = 0; at < count; at += 1) {
    const text = `file ${at} ${createHash('sha256').update(String(at)).digest('hex')}`
    const folder = Math.floor(at / 100)
    const path = `src/part-${Math.floor(folder / 100)}/folder-${folder}/file-${at}.txt`
    lines.push(`M 100644 inline ${path}`, `data ${text.length}`, text)
  }
  const repository = join(dir, 'many-files.git')
  await execa('git', ['init', '-q', '--bare', '--initial-branch=main', repository])
  await execa('git', ['fast-import', '--quiet'], { cwd: repository, input: `${lines.join('\n')}\n` })
  return repository
}

test('a repository of 100,000 files goes from its plan to its release', async () => {
  const repo = await world.repository({ from: await fill(world.dir) })
  const changed = 'src/part-9/folder-999/file-99999.txt'
  const begun = performance.now()

  const issue = await repo.planIssue('One file of many', writeIssue([{ id: 'T1', path: changed, content: 'changed' }]))
  const planned = performance.now()
  await repo.say(issue, 'maintainer', '/approve')
  const worked = performance.now()
  await repo.say(issue, 'maintainer', '/doctor')
  await repo.say(issue, 'maintainer', '/export')
  const exported = performance.now()

  const record = await repo.record(issue)
  expect(record).toMatchObject({ phase: 'completed', paused: null })
  expect(record.exports).toHaveLength(1)
  expect((await repo.task(issue, 'T1')).attempts).toBe(0)
  expect((await repo.execution(issue)).artifacts[0]?.files.map(({ path }) => path)).toEqual([changed])
  const files = await readGit(repo.bareDir, ['ls-tree', '-r', '--name-only', record.base_branch ?? ''])
  expect(files.split('\n').length).toBeGreaterThanOrEqual(count)
  const seconds = [planned - begun, worked - planned, exported - worked].map((ms) => Math.round(ms / 1000))
  console.log(`plan ${seconds[0]} s, work ${seconds[1]} s, doctor and export ${seconds[2]} s`)
})
