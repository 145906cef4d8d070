import { GitHubError } from './route.ts'

/** What was found, or 404. */
export function orNotFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new GitHubError(404, 'Not Found')

  return found
}
