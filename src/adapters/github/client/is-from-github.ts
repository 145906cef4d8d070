/** Every answer of GitHub has an id of its own. */
const idHeader = 'x-github-request-id'

/**
 * Whether GitHub gave this answer, and not something on the way to it. GitHub's 401, 403 and 429 say that nothing was
 * done; those of a proxy may come after the deed.
 */
export function isFromGitHub(headers: Readonly<Record<string, unknown>>): boolean {
  return typeof headers[idHeader] === 'string'
}
