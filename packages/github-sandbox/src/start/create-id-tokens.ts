import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { orNotFound } from '../handler/or-not-found.ts'
import { GitHubError } from '../handler/route.ts'
import type { Internals } from '../instance/internals.ts'
import type { IdTokenJob, Sandbox } from '../instance/sandbox.ts'

const issuer = 'https://token.actions.githubusercontent.com'
const lifeSeconds = 600

/** Says which job of which workflow it is, for whoever asks with the token of its request. */
export interface IdTokens extends Pick<Sandbox, 'createIdTokenRequest'> {
  answer(request: Request): Response
}

/** The identities of jobs: a JSON Web Token (RS256) of the claims that GitHub makes, as far as anybody here reads them. */
export function createIdTokens({ world, web, now }: Pick<Internals, 'world' | 'web' | 'now'>): IdTokens {
  const jobs = new Map<string, Record<string, string>>()
  let key: ReturnType<typeof createKey> | undefined

  return {
    createIdTokenRequest(repository, job) {
      const token = randomBytes(30).toString('hex')
      jobs.set(token, { ...describeRepository(repository), ...describeJob(repository, job) })
      return { url: `${web}/_actions/id-token?api-version=2.0`, token }
    },
    answer(request) {
      const claims = jobs.get(request.headers.get('authorization')?.replace(/^bearer /i, '') ?? '')
      if (claims === undefined) throw new GitHubError(401, 'Requires authentication')
      const audience = new URL(request.url).searchParams.get('audience') ?? `${web}/${claims['repository_owner']}`
      const seconds = Math.floor(now().getTime() / 1000)
      const times = { iat: seconds, nbf: seconds, exp: seconds + lifeSeconds }
      key ??= createKey()
      return Response.json({ value: signToken(key, { iss: issuer, aud: audience, ...claims, ...times }) })
    },
  }

  function describeRepository(repository: string): Record<string, string> {
    const repo = orNotFound(world.repositories.find((one) => `${one.owner}/${one.name}` === repository))
    return {
      repository,
      repository_id: String(repo.id),
      repository_owner: repo.owner,
      repository_visibility: repo.private ? 'private' : 'public',
    }
  }
}

function describeJob(repository: string, { workflow, ref, sha, runId = 1 }: IdTokenJob): Record<string, string> {
  const workflowRef = `${repository}/${workflow}@${ref}`
  return {
    sub: `repo:${repository}:ref:${ref}`,
    ref,
    sha,
    event_name: 'workflow_dispatch',
    job_workflow_ref: workflowRef,
    job_workflow_sha: sha,
    workflow_ref: workflowRef,
    workflow_sha: sha,
    runner_environment: 'github-hosted',
    run_id: String(runId),
    run_attempt: '1',
  }
}

function createKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function signToken(key: ReturnType<typeof createKey>, claims: Record<string, unknown>): string {
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const text = parts.join('.')
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`
}
