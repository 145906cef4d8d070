import type { GitHubOctokit, InstallationClient } from '../client/installation-client.ts'
import type { Onboarding, OnboardingLook } from '../../../application/ports/forge/onboarding.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { catalogues } from '../../../domain/language/catalogues.ts'
import { configurationPath } from '../../../domain/configuration/configuration-file.ts'
import { workflowBranch } from '../../../domain/records/iss-record.ts'
import { onboardingTitle } from '../../../views/onboarding/onboarding-text.ts'
import { call, statusOf } from '../client/github-fault.ts'

/** Whatever language it was opened in. */
const titles: ReadonlySet<string> = new Set([
  onboardingTitle,
  ...Object.values(catalogues).flatMap(({ messages: { [onboardingTitle]: title } }) =>
    typeof title === 'string' ? title : Object.values(title),
  ),
])
const setupBranch = 'countersign/setup'
/** Larger files say nothing that is looked for. */
const mostBytes = 200_000
const folders = ['.github', 'docs']

type Octokit = GitHubOctokit
type Place = {
  owner: string
  repo: string
}

/** Reads what a repository has with a handful of requests, once in its life. */
export function createOnboarding(client: InstallationClient, botLogin: string): Onboarding {
  return {
    look: (repository) =>
      call('look at the repository', async () => {
        const octokit = await client.octokit(repository)
        return lookAround(octokit, placeOf(repository), botLogin)
      }),
    async openIssue(repository, { title, body }) {
      const octokit = await client.octokit(repository)
      await call('open the issue', () => octokit.rest.issues.create({ ...placeOf(repository), title, body }))
    },
    async openPull(repository, { base, files, title, body }) {
      const octokit = await client.octokit(repository)
      const place = placeOf(repository)
      await call('make the branch', () => makeBranch(octokit, place, base.sha))
      await call('commit the proposal', () => commitOnce(octokit, place, base.sha, files))
      const pull = { ...place, head: setupBranch, base: base.branch, title, body }
      await call('open the pull request', () => octokit.rest.pulls.create(pull))
    },
  }
}

async function lookAround(octokit: Octokit, place: Place, botLogin: string): Promise<OnboardingLook> {
  const { data: about } = await octokit.rest.repos.get({ ...place })
  if (about.archived || about.fork || !about.has_issues) return { isSettled: true }
  const sha = await findBranch(octokit, place, about.default_branch)
  // Who worked there before knows it.
  if (sha === null || (await findBranch(octokit, place, workflowBranch)) !== null) return { isSettled: true }
  const { data: own } = await octokit.rest.issues.listForRepo({
    ...place,
    creator: botLogin,
    state: 'all',
    per_page: 100,
  })
  if (own.some(({ title }) => titles.has(title))) return { isSettled: true }
  const { paths, ids } = await listFiles(octokit, place, sha)
  if (paths.has(configurationPath)) return { isSettled: true }
  const { data: labels } = await octokit.rest.issues.listLabelsForRepo({ ...place, per_page: 100 })
  const facts = {
    paths,
    packageJson: await readText(octokit, place, ids.get('package.json')),
    makefile: await readText(octokit, place, ids.get('Makefile')),
    labels: labels.map(({ name }) => name),
  }
  const readme = [...paths].find((path) => /^readme(?:\.\w+)?$/i.test(path))
  const said = readme === undefined ? null : await readText(octokit, place, ids.get(readme))
  return { isSettled: false, facts, readme: said ?? '', base: { branch: about.default_branch, sha } }
}

async function findBranch(octokit: Octokit, place: Place, branch: string): Promise<string | null> {
  try {
    return (await octokit.rest.git.getRef({ ...place, ref: `heads/${branch}` })).data.object.sha
  } catch (error) {
    // 409: no commit was ever made.
    if (statusOf(error) === 404 || statusOf(error) === 409) return null
    throw error
  }
}

/** The top, and two folders below it; blob ids of what is small enough to be read. */
async function listFiles(octokit: Octokit, place: Place, sha: string) {
  const paths = new Set<string>()
  const ids = new Map<string, string>()
  const list = async (tree: string, prefix: string) => {
    const { data } = await octokit.rest.git.getTree({ ...place, tree_sha: tree })
    for (const { path, type, sha: id, size = 0 } of data.tree) {
      if (type === 'blob') paths.add(`${prefix}${path}`)
      if (type === 'blob' && size <= mostBytes) ids.set(`${prefix}${path}`, id)
      if (type === 'tree' && prefix === '' && folders.includes(path)) await list(id, `${path}/`)
    }
  }
  await list(sha, '')
  return { paths, ids }
}

async function readText(octokit: Octokit, place: Place, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const { data } = await octokit.rest.git.getBlob({ ...place, file_sha: id })
  return Buffer.from(data.content, 'base64').toString('utf8')
}

async function makeBranch(octokit: Octokit, place: Place, sha: string): Promise<void> {
  if ((await findBranch(octokit, place, setupBranch)) !== null) return
  await octokit.rest.git.createRef({ ...place, ref: `refs/heads/${setupBranch}`, sha })
}

/** Where the branch has moved on, an earlier try made the commit. */
async function commitOnce(
  octokit: Octokit,
  place: Place,
  base: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  if ((await findBranch(octokit, place, setupBranch)) !== base) return
  const additions = Object.entries(files).map(([path, text]) => ({
    path,
    contents: Buffer.from(text, 'utf8').toString('base64'),
  }))
  await octokit.graphql(
    'mutation ($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }',
    {
      input: {
        branch: { repositoryNameWithOwner: `${place.owner}/${place.repo}`, branchName: setupBranch },
        expectedHeadOid: base,
        message: { headline: 'Set up Countersign' },
        fileChanges: { additions },
      },
    },
  )
}

function placeOf({ owner, name }: RepositoryRef): Place {
  return { owner, repo: name }
}
