import { orNotFound } from './or-not-found.ts'
import type { RouteContext } from './route.ts'
import type { Release, Repository } from '../world/world.ts'

/** The release of `params.release_id`; 404 without one. */
export function getRelease(context: RouteContext, repo: Repository): Release {
  return orNotFound(repo.releases.find((one) => one.id === Number(context.params['release_id'])))
}

/** The repository, whose writers (or Apps with `contents: write`) may release. */
export function requireReleaser(context: RouteContext): Repository {
  const repo = context.repository()
  context.user()
  context.require(repo, 'write', 'contents', 'write')

  return repo
}
