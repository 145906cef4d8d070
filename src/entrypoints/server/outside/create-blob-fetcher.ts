import { fetchBlobs } from '../../../adapters/git/fetched-blobs.ts'
import type { InstallationClient } from '../../../adapters/github/client/installation-client.ts'
import type { FetchedBlobs } from '../../../application/ports/state/fetched-blobs.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'

type BlobFetcher = (repository: RepositoryRef, blobs: readonly string[]) => Promise<FetchedBlobs | undefined>

/** What git needs of a host: its programs, proxies and certificates; nothing of what the server is set up by. */
const passedOn = /^(?:PATH|HOME|TMPDIR|https?_proxy|no_proxy|SSL_CERT_FILE|SSL_CERT_DIR|GIT_SSL_CAINFO)$/i

/** Fetches blobs of a repository by git, as the App that is installed there. `web`: address of the server of GitHub. */
export function createBlobFetcher(
  web: string,
  client: Pick<InstallationClient, 'token'>,
  env: Record<string, string | undefined>,
): BlobFetcher {
  const host = Object.fromEntries(Object.entries(env).filter(([name]) => passedOn.test(name)))
  return async (repository, blobs) => {
    const access = { GITHUB_SERVER_URL: web, GITHUB_TOKEN: await client.token(repository) }
    return fetchBlobs(`${web}/${repository.key}.git`, blobs, { ...host, ...access })
  }
}
