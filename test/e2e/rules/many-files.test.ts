import { join } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { gitEnvironment, runGit } from '../support/git/git.ts'
import { secondToWorkflowBranch, useWorld } from '../support/processes/start-world.ts'
import { noteStory } from './support/story-rows.ts'

/** `npm run test:long` has as many as GitHub’s own limit takes to be crossed; here it is a lower one. */
const count = Number(process.env['REPOSITORY_FILES'] ?? 60)
const isWhole = count > 100_000
const world = useWorld({ expectedAnswers: [secondToWorkflowBranch], ...(isWhole ? {} : { treeLimit: 20 }) })

/** At length a commit of more files than GitHub names in one answer. */
const most = isWhole ? 310 : 10
const pushed = Object.fromEntries(Array.from({ length: most }, (_, at) => [`docs/page-${at}.txt`, `page ${at}\n`]))
const body = `- [ ] T1: Write \`note.txt\`
  - Acceptance:
    - \`note.txt\` exists
- [ ] T2: Write \`docs/page-0.txt\` (executor: human)
  - Scope: \`docs/**\`
  - Acceptance:
    - \`docs/page-0.txt\` exists

T1:

\`\`\`txt path=note.txt
note
\`\`\`
`

test(`a repository of ${count} files, whose trees GitHub cuts off: from the label to a release, and nothing is wrong`, async () => {
  const repo = await world.repository({ from: await makeLarge() })
  const issue = await repo.planIssue('Notes', body)
  await repo.say(issue, 'maintainer', '/approve')
  const { branch } = await repo.task(issue, 'T2')
  await repo.push('writer', 'countersign/ISS-001/1/base', pushed, { to: branch })

  await repo.say(issue, 'maintainer', '/doctor')
  const pull_number = await repo.pullOf(issue, 'base')
  await repo.as('maintainer').rest.pulls.merge({ ...repo.place, pull_number })
  await repo.settle()
  await repo.say(issue, 'maintainer', '/export')

  const { data: tree } = await repo.as('reader').rest.git.getTree({ ...repo.place, tree_sha: 'main', recursive: '1' })
  expect(tree.truncated).toBe(true)
  expect((await repo.execution(issue)).artifacts.at(-1)?.files).toHaveLength(most)
  expect((await repo.thread(issue)).join('\n')).toContain('### Doctor: nothing is wrong')
  expect((await repo.record(issue)).exports).toHaveLength(1)
  await noteStory('A repository of 100,000 files')
})

/** Files of one content, a thousand in each folder. */
async function makeLarge(): Promise<string> {
  const dir = join(world.dir, 'large.git')
  await runGit(['init', '--quiet', '--bare', '--initial-branch=main', dir])
  const paths = Array.from({ length: count }, (_, at) => `src/part-${Math.floor(at / 1_000)}/file-${at}.txt`)
  const stream = [
    'blob\nmark :1\ndata 5\nsame\n',
    'commit refs/heads/main\nmark :2\ncommitter ada <ada@example.com> 1795000000 +0000\ndata 5\nMany\n',
    ...paths.map((path) => `M 100644 :1 ${path}`),
    '',
  ].join('\n')
  await execa('git', ['fast-import', '--quiet'], { cwd: dir, input: stream, env: gitEnvironment })
  return dir
}
