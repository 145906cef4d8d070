import { expect, test } from 'vitest'
import { downloadRelease, verifyRelease } from './support/download-release.ts'
import { readGit } from './support/git.ts'
import { secondToWorkflowBranch, useWorld } from './support/start-world.ts'
import { writeIssue } from './support/write-issue.ts'

const world = useWorld({ expectedAnswers: [secondToWorkflowBranch] })

test('a version keeps binary, large, executable, renamed and deleted files, and the release proves each', async () => {
  const repo = await world.repository({
    files: { 'old/name.txt': 'the same words\n'.repeat(20), 'old/gone.txt': 'to be deleted\n' },
  })
  const run = [
    'mkdir -p new',
    'mv old/name.txt new/name.txt && rm old/gone.txt',
    'head -c 1500000 /dev/zero > new/large.bin',
    'printf "\\377\\376\\000" > new/binary.bin',
    'printf "#!/bin/sh\\n" > new/tool.sh && chmod +x new/tool.sh',
    'echo x > "new/Привет, мир.txt" && : > new/empty.txt',
  ].join('\n')
  const text = [
    '- [ ] T1: Move everything (executor: shell)',
    '  - Scope: `old/**`, `new/**`',
    '  - Delivers: `new/`',
    '  - Acceptance:',
    '    - `new/tool.sh` exists',
    '    - `test -x new/tool.sh && test ! -e old/gone.txt` passes',
    '',
    `\`\`\`sh run\n${run}\n\`\`\``,
  ].join('\n')
  const issue = await repo.planIssue('Move', text)
  await repo.say(issue, 'maintainer', '/approve')
  await repo.say(issue, 'maintainer', '/export')

  const [artifact] = (await repo.execution(issue)).artifacts
  const listed = artifact?.files.map(({ path, status, mode }) => `${status} ${path} ${mode}`).toSorted()
  expect(listed).toEqual([
    'added new/binary.bin 100644',
    'added new/empty.txt 100644',
    'added new/large.bin 100644',
    'added new/tool.sh 100755',
    'added new/Привет, мир.txt 100644',
    'deleted old/gone.txt null',
    'renamed new/name.txt 100644',
  ])
  const [exported] = (await repo.record(issue)).exports
  const dir = await downloadRelease(repo, exported?.tag ?? '', world.dir)
  expect(await verifyRelease(dir, { repo: repo.cloneUrl })).toMatchObject({ code: 0 })
})

test('tasks that change the same file at once are merged one after the other, the later one made anew', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Both',
    writeIssue([
      { id: 'T1', path: 'shared.txt', content: 'from one' },
      { id: 'T2', path: 'shared.txt', content: 'from two' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
  const base = await readGit(repo.bareDir, ['show', 'countersign/ISS-001/1/base:shared.txt'])
  expect(['from one', 'from two']).toContain(base)
})
