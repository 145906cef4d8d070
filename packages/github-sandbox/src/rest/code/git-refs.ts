import { changeRef } from '../../changes/refs/change-ref.ts'
import { isRefName } from '../../git/refs/ref-name.ts'
import { presentRef } from '../../present/code/git-object.ts'
import { GitHubError, type Routes } from '../../handler/route.ts'
import { openForReading, openForWriting } from './git-objects.ts'

export const gitRefRoutes: Routes = {
  'POST /repos/{owner}/{repo}/git/refs': async (context) => {
    const { repo, git } = openForWriting(context)
    const ref = String(context.body['ref'])
    const sha = String(context.body['sha'])
    if (!ref.startsWith('refs/')) throw new GitHubError(422, "Reference name must start with 'refs/'.")
    if (!isRefName(ref)) throw new GitHubError(422, `${ref} is not a valid ref name.`)
    refuseMalformedSha(sha)
    if (!(await changeRef(context, repo, { ref, before: undefined, after: sha }))) {
      throw new GitHubError(422, 'Reference already exists')
    }

    return { status: 201, body: await presentRef(context, repo, git, { ref, sha }) }
  },

  'PATCH /repos/{owner}/{repo}/git/refs/{ref}': async (context) => {
    const { repo, git } = openForWriting(context)
    const ref = `refs/${context.params['ref'] ?? ''}`
    const sha = String(context.body['sha'])
    const before = await git.readRef(ref)
    if (before === undefined) throw new GitHubError(422, 'Reference does not exist')
    refuseMalformedSha(sha)
    if ((await git.objectType(sha)) === undefined) throw new GitHubError(422, 'Object does not exist')
    if (context.body['force'] !== true && !(await git.isAncestor(before, sha))) {
      throw new GitHubError(422, 'Update is not a fast forward')
    }
    if (before !== sha && !(await changeRef(context, repo, { ref, before, after: sha }))) {
      throw new GitHubError(422, 'Update is not a fast forward')
    }

    return { status: 200, body: await presentRef(context, repo, git, { ref, sha }) }
  },

  'DELETE /repos/{owner}/{repo}/git/refs/{ref}': async (context) => {
    const { repo, git } = openForWriting(context)
    const ref = `refs/${context.params['ref'] ?? ''}`
    if (ref === `refs/heads/${repo.defaultBranch}`) throw new GitHubError(422, 'Cannot delete the default branch')
    const before = await git.readRef(ref)
    if (before === undefined || !(await changeRef(context, repo, { ref, before, after: undefined }))) {
      throw new GitHubError(422, 'Reference does not exist')
    }

    return { status: 204 }
  },

  'GET /repos/{owner}/{repo}/git/ref/{ref}': async (context) => {
    const { repo, git } = openForReading(context)
    const ref = `refs/${context.params['ref'] ?? ''}`
    const sha = await git.readRef(ref)
    if (sha === undefined) throw new GitHubError(404, 'Not Found')

    return { status: 200, body: await presentRef(context, repo, git, { ref, sha }) }
  },

  'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': async (context) => {
    const { repo, git } = openForReading(context)
    const refs = await git.listRefs(`refs/${context.params['ref'] ?? ''}`)
    const shown = refs.filter(({ ref }) => !ref.startsWith('refs/pull/'))

    return { status: 200, list: await Promise.all(shown.map((one) => presentRef(context, repo, git, one))) }
  },
}

function refuseMalformedSha(sha: string): void {
  if (!/^[0-9a-f]{40}$/.test(sha)) {
    throw new GitHubError(422, 'The sha parameter must be exactly 40 characters and contain only [0-9a-f].')
  }
}
