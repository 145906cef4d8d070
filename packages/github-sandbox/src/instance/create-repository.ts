import { mkdir, rm, writeFile, chmod } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { BareGitStore } from '../git/bare-git-store.ts'
import { organization, rolesFor } from './create-world.ts'
import { defaultLabels } from '../world/default-labels.ts'
import { postReceiveHook, preReceiveHook } from '../git/receive-hooks.ts'
import { gitEnvironment, readGit, runGit } from '../git/run-git.ts'
import { isoTime } from '../world/iso-time.ts'
import { GitHubError } from '../handler/route.ts'
import type { Sandbox } from './sandbox.ts'
import type { Repository, World } from '../world/world.ts'

type RepositoryInput = Parameters<Sandbox['createRepository']>[0]

const configuration = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = true
	logallrefupdates = false
	filesRefLockTimeout = 5000
[gc]
	auto = 0
[http]
	receivepack = true
[receive]
	fsckObjects = true
	autogc = false
	denyDeleteCurrent = true
	denyNonFastForwards = false
	hideRefs = refs/pull
[uploadpack]
	allowFilter = true
	allowAnySHA1InWant = true
`

/** Makes the bare repository on disk and its entry in the world; throws 422 where the name is taken. */
export async function createRepository(
  world: World,
  dataDir: string,
  now: Date,
  input: RepositoryInput,
): Promise<Repository> {
  if (!/^[\w.-]{1,100}$/.test(input.name) || /^\.+$|\.git$/.test(input.name)) {
    throw new GitHubError(422, 'Repository creation failed.', [
      { resource: 'Repository', field: 'name', code: 'invalid' },
    ])
  }
  if (world.repositories.some((repo) => repo.name.toLowerCase() === input.name.toLowerCase())) {
    throw new GitHubError(422, 'Repository creation failed: name already exists on this account')
  }
  const dir = getRepositoryDir(dataDir, { owner: organization, name: input.name })
  await rm(dir, { recursive: true, force: true })
  await mkdir(path.dirname(dir), { recursive: true })
  const defaultBranch =
    input.from === undefined ? await createFresh(world, dir, now, input) : await importRepository(input.from, dir)
  await writeFile(path.join(dir, 'config'), configuration)
  await mkdir(path.join(dir, 'hooks'), { recursive: true })
  for (const [name, script] of Object.entries({ 'pre-receive': preReceiveHook, 'post-receive': postReceiveHook })) {
    const hook = path.join(dir, 'hooks', name)
    await writeFile(hook, script)
    await chmod(hook, 0o755)
  }
  const repo: Repository = {
    id: world.nextId++,
    owner: organization,
    name: input.name,
    description: input.description ?? null,
    private: false,
    defaultBranch,
    createdAt: isoTime(now),
    pushedAt: isoTime(now),
    allowMergeCommit: true,
    ...(input.isEmpty === true && { isEmpty: true }),
    roles: rolesFor(world),
    nextNumber: 1,
    labels: defaultLabels.map((label) => ({ ...label, id: world.nextId++ })),
    issues: [],
    pulls: [],
    checkRuns: [],
    statuses: [],
    releases: [],
    workflowRuns: [],
  }
  world.repositories.push(repo)

  return repo
}

/** `<dataDir>/<owner>/<name>.git`. */
export function getRepositoryDir(dataDir: string, repo: { owner: string; name: string }): string {
  return path.join(path.resolve(dataDir), repo.owner, `${repo.name}.git`)
}

/** Branches and tags of a local repository with their history; its HEAD names the default branch. */
async function importRepository(from: string, dir: string): Promise<string> {
  const source = path.resolve(from)
  await execa('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--bare', '--template=', source, dir], {
    env: gitEnvironment(),
    extendEnv: false,
  })
  // Nobody could clone it again: GitHub takes no shallow history either.
  if ((await readGit(dir, ['rev-parse', '--is-shallow-repository'])).trim() === 'true') {
    throw new Error(`${source} is a shallow clone; fetch the rest of its history first: git fetch --unshallow`)
  }
  const head = await runGit(dir, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
  if (head.exitCode === 0) return head.stdout.trim()
  const branches = (await readGit(dir, ['for-each-ref', '--format=%(refname:short)', 'refs/heads'])).split('\n')
  const chosen = ['main', 'master'].find((name) => branches.includes(name)) ?? branches[0]
  if (!chosen) throw new Error(`${source} has no branch to import`)
  await readGit(dir, ['symbolic-ref', 'HEAD', `refs/heads/${chosen}`])

  return chosen
}

async function createFresh(world: World, dir: string, now: Date, input: RepositoryInput): Promise<string> {
  await execa('git', ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', dir], {
    env: gitEnvironment(),
    extendEnv: false,
  })
  if (input.isEmpty === true) return 'main'
  const git = new BareGitStore(dir)
  const files = input.files ?? {
    'README.md': `# ${input.name}\n${input.description ? `\n${input.description}\n` : ''}`,
  }
  const entries = await Promise.all(
    Object.entries(files).map(async ([file, text]) => ({
      path: file,
      mode: '100644',
      sha: await git.writeBlob(Buffer.from(text)),
    })),
  )
  const ada = world.users.find((user) => user.login === 'ada')
  const author = {
    name: ada?.name ?? 'Ada Maintainer',
    email: `${ada?.id ?? 0}+ada@users.noreply.github.com`,
    date: isoTime(now),
  }
  const tree = await git.writeTree(undefined, entries)
  const commit = await git.writeCommit({ tree, parents: [], message: 'Initial commit', author, committer: author })
  await git.updateRef('refs/heads/main', undefined, commit)
  await git.close()

  return 'main'
}
