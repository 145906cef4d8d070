import type { GitStore } from '../../handler/git-store.ts'
import { presentCommit } from '../../present/code/commit.ts'
import { presentFileChange } from '../../present/code/file-change.ts'
import { repositoryPage, repositoryUrl } from '../../present/repository.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import { openForReading } from './git-objects.ts'

const shownCommits = 250
const shownFiles = 300

export const compareRoutes: Routes = {
  'GET /repos/{owner}/{repo}/compare/{basehead}': async (context) => {
    const { repo, git } = openForReading(context)
    const [base = '', head = ''] = (context.params['basehead'] ?? '').split('...')
    const [baseSha, headSha] = [await resolveSide(git, base), await resolveSide(git, head)]
    const mergeBase = await git.mergeBase(baseSha, headSha)
    if (mergeBase === undefined) throw new GitHubError(404, `No common ancestor between ${base} and ${head}.`)
    const ahead = (await git.log(headSha, { not: baseSha })).toReversed()
    const behind = await git.log(baseSha, { not: headSha })
    const files = await git.diff(mergeBase, headSha)
    const present = async (sha: string) => presentCommit(context, repo, await git.readCommit(sha))
    const page = `${repositoryPage(context, repo)}/compare/${base}...${head}`

    return {
      status: 200,
      body: {
        url: `${repositoryUrl(context, repo)}/compare/${base}...${head}`,
        html_url: page,
        permalink_url: `${repositoryPage(context, repo)}/compare/${baseSha.slice(0, 12)}...${headSha.slice(0, 12)}`,
        diff_url: `${page}.diff`,
        patch_url: `${page}.patch`,
        base_commit: await present(baseSha),
        merge_base_commit: await present(mergeBase),
        status: statusOf(ahead.length, behind.length),
        ahead_by: ahead.length,
        behind_by: behind.length,
        total_commits: ahead.length,
        commits: await Promise.all(ahead.slice(0, shownCommits).map(present)),
        files: files.slice(0, shownFiles).map((file) => presentFileChange(context, repo, headSha, file)),
      },
    }
  },
}

/** `branch`, a commit, or `owner:branch`. */
async function resolveSide(git: GitStore, side: string): Promise<string> {
  const sha = side === '' ? undefined : await git.resolve(side.replace(/^[\w-]+:/, ''))
  if (sha === undefined) throw new GitHubError(404, 'Not Found')
  return sha
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged'
  if (ahead > 0) return 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}
