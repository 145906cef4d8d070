import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { getRepository } from '../instance/create-context.ts'
import { coversRepository, hasRole } from '../handler/permissions.ts'
import { GitHubError, type Actor } from '../handler/route.ts'
import type { Repository } from '../world/world.ts'
import { authenticate } from './authenticate.ts'
import type { Gateway } from './gateway.ts'
import { runGitBackend, type BackendRequest } from './git-backend.ts'
import { observeRequest, type Progress } from './observe-request.ts'
import { judgePush } from './judge-push.ts'
import { identify } from '../limits/rate-limits.ts'

const pathPattern = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/info\/refs|\/git-upload-pack|\/git-receive-pack)$/

/** Git over HTTP for `git clone`, `fetch` and `push`, or undefined where the path is none of it. */
export async function answerGitRequest(gateway: Gateway, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url)
  const found = pathPattern.exec(url.pathname)
  if (found === null) return undefined
  const [, owner = '', name = '', service = ''] = found
  const wanted = service === '/info/refs' ? (url.searchParams.get('service') ?? 'git-upload-pack') : service.slice(1)
  const route = `git ${wanted.replace(/^git-/, '')}`

  return observeRequest(gateway, request, route, (progress) =>
    serve(gateway, request, { owner, name, service, isPush: wanted === 'git-receive-pack' }, progress).catch(
      renderGitError,
    ),
  )
}

async function serve(
  gateway: Gateway,
  request: Request,
  asked: { owner: string; name: string; service: string; isPush: boolean },
  progress: Progress,
): Promise<Response> {
  const { internals } = gateway
  const actor = authenticate(internals.world, request.headers.get('authorization') ?? undefined, internals.now())
  progress.actor = identify(actor)
  const repo = getRepository(internals, actor, asked.owner, asked.name)
  if (asked.isPush) requirePush(actor, repo)
  const git = internals.git(repo)
  const refusesWorkflows = actor.kind === 'installation' && actor.permissions['workflows'] !== 'write'
  const backend = { dir: git.dir, service: asked.service, login: progress.actor, refusesWorkflows }
  if (asked.service !== '/git-receive-pack') return runGitBackend(request, backend)

  return receivePush(gateway, request, { actor, repo, backend })
}

/** The answer is held back until everybody knows of the push: who pushed sees its consequences at once. */
async function receivePush(
  gateway: Gateway,
  request: Request,
  { actor, repo, backend }: { actor: Actor; repo: Repository; backend: BackendRequest },
): Promise<Response> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-push-'))
  const pushRecord = path.join(folder, 'refs')
  const { declined, request: whole } = await judgePush(gateway, request, { actor, repo })
  const response = await runGitBackend(whole, {
    ...backend,
    pushRecord,
    ...(declined === undefined ? {} : { declined }),
  })
  const record = await readFile(pushRecord, 'utf8').catch(() => '')
  await rm(folder, { recursive: true })
  for (const line of record.split('\n')) {
    const [before, after, ref] = line.split(' ')
    if (before === undefined || after === undefined || ref === undefined || before === after) continue
    if (actor.kind !== 'person' && actor.kind !== 'installation') continue
    await gateway.internals.refChanged(actor, repo, { ref, before, after, pusher: actor.user })
  }

  return response
}

function requirePush(actor: Actor, repo: Repository): void {
  switch (actor.kind) {
    case 'anonymous':
      throw new GitHubError(401, 'Requires authentication')
    case 'app':
      throw new GitHubError(403, 'Resource not accessible by integration')
    case 'person':
      if (!hasRole(repo, actor.user.login, 'write')) throw denied(repo, actor.user.login)
      return
    case 'installation': {
      if (!coversRepository(actor, repo) || actor.permissions['contents'] !== 'write')
        throw denied(repo, actor.user.login)
    }
  }
}

function denied(repo: Repository, login: string): GitHubError {
  return new GitHubError(403, `Permission to ${repo.owner}/${repo.name}.git denied to ${login}.`)
}

/** git shows plain text; a 401 makes it ask for (or send) a password. */
function renderGitError(error: unknown): Response {
  if (!(error instanceof GitHubError)) return new Response('Internal Server Error\n', { status: 500 })
  const headers: Record<string, string> = { 'content-type': 'text/plain; charset=utf-8' }
  if (error.status === 401) headers['www-authenticate'] = 'Basic realm="GitHub"'

  return new Response(`remote: ${error.message}\n`, { status: error.status, headers })
}
