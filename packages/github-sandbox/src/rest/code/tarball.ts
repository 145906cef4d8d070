import { execa } from 'execa'
import { gitEnvironment } from '../../git/run-git.ts'
import { repositoryPage } from '../../present/repository.ts'
import { GitHubError, type RouteContext, type Routes } from '../../handler/route.ts'
import { openForReading } from './git-objects.ts'

/** The API only points at the archive; `readTarball` makes it. */
export const tarballRoutes: Routes = {
  'GET /repos/{owner}/{repo}/tarball/{ref}': async (context) => {
    const { repo, git } = openForReading(context)
    const sha = await git.resolve(context.params['ref'] ?? '')
    if (sha === undefined) throw new GitHubError(404, 'Not Found')

    return { status: 302, headers: { location: `${repositoryPage(context, repo)}/legacy.tar.gz/${sha}` } }
  },
}

/** The files of a commit, gzipped, below a folder `<owner>-<name>-<short sha>` as GitHub packs them. */
export async function readTarball(context: RouteContext, sha: string): Promise<Uint8Array> {
  const { repo, git } = openForReading(context)
  if (!/^[0-9a-f]{40}$/.test(sha) || (await git.objectType(sha)) !== 'commit') throw new GitHubError(404, 'Not Found')
  const prefix = `--prefix=${repo.owner}-${repo.name}-${sha.slice(0, 7)}/`
  const result = await execa('git', ['--git-dir', git.dir, 'archive', '--format=tar.gz', prefix, sha], {
    env: gitEnvironment(),
    extendEnv: false,
    encoding: 'buffer',
  })

  return result.stdout
}
