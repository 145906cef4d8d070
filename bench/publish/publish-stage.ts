import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppAuth } from '@octokit/auth-app'
import { ProbotOctokit } from 'probot'
import { createPullRequests } from '../../src/adapters/github/pulls/create-pull-requests.ts'
import { createInstallationClient } from '../../src/adapters/github/client/installation-client.ts'
import type { PullRequests } from '../../src/application/ports/forge/pull-requests.ts'
import type { RepositoryRef } from '../../src/application/repository-ref.ts'
import type { RequestRecord } from 'github-sandbox'
import { startCountersignSandbox } from '../../src/entrypoints/sandbox/start-countersign-sandbox.ts'

/** A sandbox GitHub with one repository, and our adapter beside a bare Octokit with the same installation token. */
export interface PublishStage extends AsyncDisposable {
  repository: RepositoryRef
  place: { owner: string; repo: string }
  baseSha: string
  octokit: ProbotOctokit
  pullRequests: PullRequests
  requests: readonly RequestRecord[]
}

/** `latencyMs` is added to each answer; nobody takes webhooks here. */
export async function openPublishStage(latencyMs: number): Promise<PublishStage> {
  const dir = await mkdtemp(join(tmpdir(), 'countersign-bench-'))
  const requests: RequestRecord[] = []
  const onRequest = (request: RequestRecord) => void requests.push(request)
  const sandbox = await startCountersignSandbox({ port: 0, dataDir: dir, latencyMs, onRequest, rateLimit: 1_000_000 })
  const { repository: key } = await sandbox.createRepository({ name: 'bench' })
  const [owner = '', repo = ''] = key.split('/')
  const { id: appId, privateKey, installationId } = sandbox.app
  const octokit = new ProbotOctokit({
    authStrategy: createAppAuth,
    auth: { appId, privateKey, installationId },
    baseUrl: sandbox.url,
    throttle: { enabled: false },
    retry: { enabled: false },
  })
  const client = createInstallationClient(() => octokit)
  const head = await octokit.rest.git.getRef({ owner, repo, ref: 'heads/main' })
  return {
    repository: { owner, name: repo, key, installationId },
    place: { owner, repo },
    baseSha: head.data.object.sha,
    octokit,
    pullRequests: createPullRequests({
      client,
      appId: sandbox.app.id,
      ourLogins: [sandbox.app.botLogin],
      reviewer: null,
      wait: () => Promise.resolve(),
    }),
    requests,
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
