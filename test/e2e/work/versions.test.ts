import { expect, test } from 'vitest'
import { downloadRelease, publicKeyOf, verifyRelease } from '../support/git/download-release.ts'
import { readGit } from '../support/git/git.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { writeIssue } from '../support/write-issue.ts'

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
  expect(
    await verifyRelease(
      dir,
      { repo: repo.cloneUrl, publicKey: publicKeyOf(world.running.sandbox) },
      world.running.sandbox,
    ),
  ).toMatchObject({ code: 0 })
})

test('of tasks that write the same file, the later one waits for a person who accepts that the earlier one is undone', async () => {
  const repo = await world.repository()
  const issue = await repo.planIssue(
    'Both',
    writeIssue([
      { id: 'T1', path: 'shared.txt', content: 'from one' },
      { id: 'T2', path: 'shared.txt', content: 'from two' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')

  const [merged, later] = (await repo.task(issue, 'T1')).state === 'DONE' ? ['T1', 'T2'] : ['T2', 'T1']
  expect((await repo.task(issue, merged)).state).toBe('DONE')
  expect(await repo.task(issue, later)).toMatchObject({ state: 'READY_TO_CHECK', merge: 'none' })
  const asked = `judge whether ${later} may undo approved work of ${merged} (UNDOES-${merged})`
  expect((await repo.thread(issue)).join('\n')).toContain(asked)
  const head = await readGit(repo.bareDir, ['rev-parse', `countersign/ISS-001/1/${later}`])
  const { data } = await repo.as('reader').rest.checks.listForRef({ ...repo.place, ref: head.trim() })
  expect(data.check_runs[0]?.output.summary).toContain('nothing of version 1 is left')

  await repo.say(issue, 'maintainer', `/approve ${later}`)

  expect(await repo.record(issue)).toMatchObject({ phase: 'completed' })
  const review = (await repo.execution(issue)).reviews.findLast((one) => one.task === later)
  expect(review).toMatchObject({ reviewer: expect.stringContaining('@ada'), verdict: 'APPROVED' })
  const final = await repo.as('reader').rest.pulls.get({ ...repo.place, pull_number: await repo.pullOf(issue, 'base') })
  expect(final.data.body).toContain(`UNDOES-${merged}`)
})

test('a merge of the integration branch that keeps its own side is no version that was approved before', async () => {
  const repo = await world.repository({ files: { 'shared.txt': 'as it was\n' } })
  const issue = await repo.planIssue(
    'By hand',
    writeIssue([
      { id: 'T1', path: 'shared.txt' },
      { id: 'T2', path: 'shared.txt' },
    ]),
  )
  await repo.say(issue, 'maintainer', '/approve')
  const branch = (leaf: string) => `countersign/ISS-001/1/${leaf}`
  const git = repo.as('writer').rest.git
  await repo.push('writer', branch('T1'), { 'shared.txt': 'by one\n' })
  // T2 comes first: T1 has to be approved before that, and merged after it.
  await repo.push('writer', branch('T2'), { 'shared.txt': 'by two\n' })
  const late = (await repo.task(issue, 'T1')).state === 'DONE' ? 'T2' : 'T1'
  const own = (await readGit(repo.bareDir, ['rev-parse', branch(late)])).trim()
  const base = (await readGit(repo.bareDir, ['rev-parse', branch('base')])).trim()
  const { tree } = (await git.getCommit({ ...repo.place, commit_sha: own })).data

  const merge = { message: 'Merge, ours', tree: tree.sha, parents: [own, base] }
  const { data } = await git.createCommit({ ...repo.place, ...merge })
  await git.updateRef({ ...repo.place, ref: `heads/${branch(late)}`, sha: data.sha })
  await repo.settle()

  expect(await repo.task(issue, late)).toMatchObject({ state: 'READY_TO_CHECK', merge: 'none' })
  expect((await readGit(repo.bareDir, ['rev-parse', branch('base')])).trim()).toBe(base)
})
