import { textOf } from '../../handler/body-value.ts'
import { requireReadable } from '../../handler/issue-permissions.ts'
import { presentCommit } from '../../present/code/commit.ts'
import { repositoryUrl } from '../../present/repository.ts'
import { presentCombinedStatus, presentStatus } from '../../present/checks/status.ts'
import { presentLogin } from '../../present/accounts/user.ts'
import { presentWebhook } from '../../present/webhook.ts'
import { resolveCommit } from '../../handler/resolve-commit.ts'
import type { RouteContext, Routes } from '../../handler/route.ts'
import { GitHubError } from '../../handler/route.ts'
import { refuseLongText } from '../../handler/validation-failed.ts'
import type { Repository, Status } from '../../world/world.ts'

const descriptionLimitCharacters = 140

export const statusesRoutes: Routes = {
  'POST /repos/{owner}/{repo}/statuses/{sha}': async (context) => {
    const repo = context.repository()
    context.user()
    context.require(repo, 'write', 'statuses', 'write')
    const sha = context.params['sha'] ?? ''
    if ((await context.git(repo).objectType(sha)) !== 'commit')
      throw new GitHubError(422, `No commit found for SHA: ${sha}`)
    const status = buildStatus(context, sha)
    repo.statuses.push(status)
    await emitStatus(context, repo, status)

    return { status: 201, body: presentStatus(context, repo, status) }
  },
  'GET /repos/{owner}/{repo}/commits/{ref}/status': async (context) => {
    const repo = requireReadable(context, 'statuses')
    const sha = await resolveCommit(context.git(repo), context.params['ref'] ?? '')

    return { status: 200, body: presentCombinedStatus(context, repo, sha) }
  },
}

function buildStatus(context: RouteContext, sha: string): Status {
  const description = textOf(context.body['description']) ?? null
  refuseLongText('Status', 'description', description ?? '', descriptionLimitCharacters)

  return {
    id: context.newId(),
    sha,
    state: context.body['state'] as Status['state'],
    context: textOf(context.body['context']) ?? 'default',
    description,
    targetUrl: textOf(context.body['target_url']) ?? null,
    creator: context.user().login,
    createdAt: context.now(),
  }
}

async function emitStatus(context: RouteContext, repo: Repository, status: Status): Promise<void> {
  const git = context.git(repo)
  const heads = await git.listRefs('refs/heads/')
  const branches = heads.filter((one) => one.sha === status.sha)
  const payload = {
    id: status.id,
    sha: status.sha,
    name: `${repo.owner}/${repo.name}`,
    avatar_url: presentLogin(context, status.creator).avatar_url,
    target_url: status.targetUrl,
    context: status.context,
    description: status.description,
    state: status.state,
    commit: presentCommit(context, repo, await git.readCommit(status.sha)),
    branches: branches.map(({ ref, sha }) => ({
      name: ref.replace('refs/heads/', ''),
      commit: { sha, url: `${repositoryUrl(context, repo)}/commits/${sha}` },
      protected: false,
    })),
    created_at: status.createdAt,
    updated_at: status.createdAt,
  }
  context.emit(repo, 'status', null, presentWebhook(context, repo, status.creator, payload))
}
