import { setTimeout as wait } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppAuth } from '@octokit/auth-app'
import { execa } from 'execa'
import { Octokit } from '@octokit/rest'
import { ProbotOctokit } from 'probot'
import { paceRequests, type Pacing } from '../../../src/adapters/github/client/pace-requests.ts'
import {
  createInstallationClient,
  type InstallationClient,
} from '../../../src/adapters/github/client/installation-client.ts'
import type { RepositoryRef } from '../../../src/application/repository-ref.ts'
import type { Fault, PersonRole, Sandbox } from 'github-sandbox'
import { startCountersignSandbox } from '../../../src/entrypoints/sandbox/start-countersign-sandbox.ts'

/** A GitHub on this machine as the App's adapters reach it, with what they ask it for. */
export interface SandboxInstallation {
  sandbox: Sandbox
  client: InstallationClient
  /** Requests since the last look, as `POST /graphql 200`; git and token requests left out. */
  takeRequests(): string[]
  createRepository(files?: Record<string, string>): Promise<SandboxRepository>
  as(role: PersonRole): Octokit
  fault(fault: Fault): void
  close(): Promise<void>
}

export interface SandboxRepository {
  ref: RepositoryRef
  place: { owner: string; repo: string }
  /** Runs git in the bare repository. */
  git(...args: string[]): Promise<string>
  /** Bytes of a file at a revision. */
  bytes(revision: string, path: string): Promise<Buffer>
}

const quiet = { throttle: { enabled: false as const }, retry: { enabled: false } }
/** Nothing is held back, every request is sent at once, and again soon. */
const pacing: Pacing = {
  writeSpacingMs: 0,
  limits: null,
  now: Date.now,
  wait: (ms) => wait(ms / 20),
  deadline: (ms) => AbortSignal.timeout(ms),
  observe: () => {},
}
const silent = { debug() {}, info() {}, warn() {}, error() {}, trace() {}, fatal() {} }

export async function startSandboxInstallation(
  options: { mergeableAfterMs?: number } = {},
): Promise<SandboxInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-test-'))
  let requests: string[] = []
  const sandbox = await startCountersignSandbox({
    ...options,
    port: 0,
    dataDir,
    onRequest: ({ route, status }) => {
      if (!route.startsWith('git ') && !route.includes('/access_tokens')) requests.push(`${route} ${status}`)
    },
  })
  const octokit = new ProbotOctokit({
    ...quiet,
    baseUrl: sandbox.url,
    authStrategy: createAppAuth,
    auth: {
      appId: sandbox.app.id,
      privateKey: sandbox.app.privateKey,
      installationId: sandbox.app.installationId,
    },
    log: silent,
  })
  paceRequests(octokit, pacing, sandbox.app.installationId)
  let count = 0
  return {
    sandbox,
    client: createInstallationClient(() => octokit),
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    async createRepository(files = { 'README.md': '# Widgets\n' }) {
      count += 1
      const { repository, dir } = await sandbox.createRepository({ name: `widgets-${count}`, files })
      const [owner = '', name = ''] = repository.split('/')
      requests = []
      return {
        ref: { owner, name, key: repository, installationId: sandbox.app.installationId },
        place: { owner, repo: name },
        git: async (...args) => (await execa('git', args, { cwd: dir })).stdout,
        bytes: async (revision, path) =>
          Buffer.from(
            (
              await execa('git', ['cat-file', 'blob', `${revision}:${path}`], {
                cwd: dir,
                encoding: 'buffer',
                stripFinalNewline: false,
              })
            ).stdout,
          ),
      }
    },
    as: (role) => new Octokit({ baseUrl: sandbox.url, auth: sandbox.tokens[role], log: silent }),
    fault: (fault) => sandbox.injectFault(fault),
    async close() {
      await sandbox.close()
      if (sandbox.drifts.length > 0) throw new Error(`answers unlike GitHub's: ${sandbox.drifts.join('; ')}`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
