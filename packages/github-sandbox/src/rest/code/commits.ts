import { presentCommit } from '../../present/code/commit.ts'
import { presentFileChange } from '../../present/code/file-change.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import { openForReading } from './git-objects.ts'

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const shownFiles = 300

export const commitRoutes: Routes = {
  'GET /repos/{owner}/{repo}/commits': async (context) => {
    const { repo, git } = openForReading(context)
    const from = await git.resolve(context.query['sha'] ?? repo.defaultBranch)
    if (from === undefined) throw new GitHubError(404, 'Not Found')
    const path = context.query['path']
    const shas = await git.log(from, path === undefined ? {} : { path })
    const perPage = Math.min(Number(context.query['per_page'] ?? 30), 100)
    const start = (Number(context.query['page'] ?? 1) - 1) * perPage
    // Only the asked page is read; the rest stands in for its place.
    const list = await Promise.all(
      shas.map(async (sha, index) =>
        index >= start && index < start + perPage ? presentCommit(context, repo, await git.readCommit(sha)) : sha,
      ),
    )

    return { status: 200, list }
  },

  'GET /repos/{owner}/{repo}/commits/{ref}': async (context) => {
    const { repo, git } = openForReading(context)
    const ref = context.params['ref'] ?? ''
    const sha = await git.resolve(ref)
    if (sha === undefined) throw new GitHubError(422, `No commit found for SHA: ${ref}`)
    if (/application\/vnd\.github\.(?:v3\.)?sha/.test(context.accept ?? '')) {
      return {
        status: 200,
        bytes: Buffer.from(sha),
        headers: { 'content-type': 'application/vnd.github.sha; charset=utf-8' },
      }
    }
    const commit = await git.readCommit(sha)
    const files = await git.diff(commit.parents[0] ?? emptyTree, sha)
    const additions = files.reduce((sum, file) => sum + file.additions, 0)
    const deletions = files.reduce((sum, file) => sum + file.deletions, 0)

    return {
      status: 200,
      body: {
        ...presentCommit(context, repo, commit),
        stats: { additions, deletions, total: additions + deletions },
        files: files.slice(0, shownFiles).map((file) => presentFileChange(context, repo, sha, file)),
      },
    }
  },
}
