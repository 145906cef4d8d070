import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAppAuth } from '@octokit/auth-app'
import { RequestError } from '@octokit/request-error'
import { Octokit } from '@octokit/rest'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'
import type { PersonRole, Sandbox } from 'github-sandbox'

/** A GitHub that the contract suite runs on, with a repository whose default branch is `main`. */
export interface Target {
  at: { owner: string; repo: string }
  /** Somebody with write access. */
  octokit: Octokit
  close: () => Promise<void>
}

/** The sandbox with all its people and its App besides. */
export interface SandboxTarget extends Target {
  sandbox: Sandbox
  /** The bare repository on disk. */
  dir: string
  as: (role: PersonRole) => Octokit
  app: Octokit
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

const files: Record<string, string> = {
  'README.md': '# Contract\n',
  'numbers.txt': 'one\ntwo\nthree\n',
  '.github/workflows/export.yml': [
    'name: Export',
    'on:',
    '  workflow_dispatch:',
    '    inputs:',
    '      plan: { required: true }',
    '      mode: { type: choice, options: [full, brief], default: full }',
    'jobs: {}',
    '',
  ].join('\n'),
}

/** The sandbox always, and the real GitHub where a token and a scratch repository are given. */
export const targets: { name: string; start: () => Promise<Target> }[] = [
  { name: 'the sandbox', start: startSandboxTarget },
  ...realTargets(),
]

/** A fresh sandbox with one repository; whatever is sent as a webhook is kept in `sandbox.world.deliveries`. */
export async function startSandboxTarget(): Promise<SandboxTarget> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'countersign-contract-'))
  const sandbox = await startCountersignSandbox({ port: 0, dataDir })
  // Nobody listens there: what matters is what was sent.
  sandbox.setWebhookUrl('http://127.0.0.1:1/')
  const { repository, dir } = await sandbox.createRepository({ name: 'contract', files })
  const [owner = '', repo = ''] = repository.split('/')
  const as = (role: PersonRole) => createClient(sandbox.url, sandbox.tokens[role])

  return {
    at: { owner, repo },
    octokit: as('writer'),
    sandbox,
    dir,
    as,
    app: createAppClient(sandbox),
    close: async () => {
      await sandbox.close()
      if (sandbox.drifts.length > 0) throw new Error(`answers unlike GitHub's: ${sandbox.drifts.join('; ')}`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The status and everything said by a refused request; fails where the request is not refused. */
export async function refusalOf(request: Promise<unknown>): Promise<{ status: number; text: string }> {
  try {
    await request
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return { status: error.status, text: JSON.stringify(error.response?.data) }
  }
  throw new Error('the request was not refused')
}

let branches = 0

/** A new branch from `main` with one commit that writes a file; the branch's name and head. */
export async function pushBranch(
  { octokit, at }: Target,
  change: { path: string; text: string },
): Promise<{ branch: string; sha: string }> {
  branches += 1
  const branch = `contract-${Date.now().toString(36)}-${branches}`
  const main = await octokit.git.getRef({ ...at, ref: 'heads/main' })
  await octokit.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: main.data.object.sha })

  return { branch, sha: await commitFile({ octokit, at }, { ...change, branch }) }
}

/** Writes a file onto a branch; the new head. */
export async function commitFile(
  { octokit, at }: Pick<Target, 'octokit' | 'at'>,
  change: { branch: string; path: string; text: string },
): Promise<string> {
  const head = await octokit.git.getRef({ ...at, ref: `heads/${change.branch}` })
  const parent = await octokit.git.getCommit({ ...at, commit_sha: head.data.object.sha })
  const tree = await octokit.git.createTree({
    ...at,
    base_tree: parent.data.tree.sha,
    tree: [{ path: change.path, mode: '100644', type: 'blob', content: change.text }],
  })
  const commit = await octokit.git.createCommit({
    ...at,
    message: `Write ${change.path}`,
    tree: tree.data.sha,
    parents: [parent.data.sha],
  })
  await octokit.git.updateRef({ ...at, ref: `heads/${change.branch}`, sha: commit.data.sha })

  return commit.data.sha
}

/** A pull request into `main` that writes one file. */
export async function openPull(target: Target, change: { path: string; text: string }) {
  const { branch, sha } = await pushBranch(target, change)
  const pull = await target.octokit.pulls.create({ ...target.at, head: branch, base: 'main', title: change.path })

  return { number: pull.data.number, branch, sha }
}

function createClient(baseUrl: string, auth: string): Octokit {
  return new Octokit({ baseUrl, auth, log: silent })
}

function createAppClient({ url, app }: Sandbox): Octokit {
  const auth = { appId: app.id, privateKey: app.privateKey, installationId: app.installationId }

  return new Octokit({ baseUrl: url, authStrategy: createAppAuth, auth, log: silent })
}

function realTargets(): { name: string; start: () => Promise<Target> }[] {
  const token = process.env['COUNTERSIGN_CONTRACT_TOKEN']
  const repository = process.env['COUNTERSIGN_CONTRACT_REPOSITORY']
  if (!token || !repository) return []
  const [owner = '', repo = ''] = repository.split('/')
  const octokit = createClient('https://api.github.com', token)

  return [
    {
      name: 'github.com',
      start: async () => {
        const target = { at: { owner, repo }, octokit, close: async () => {} }
        await writeFiles(target)
        return target
      },
    },
  ]
}

/** The scratch repository gets the files that the suite counts on. */
async function writeFiles({ octokit, at }: Target): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const present = await octokit.repos.getContent({ ...at, path: file }).catch(() => undefined)
    if (present) continue
    const content = Buffer.from(text).toString('base64')
    await octokit.repos.createOrUpdateFileContents({ ...at, path: file, message: `Add ${file}`, content })
  }
}
