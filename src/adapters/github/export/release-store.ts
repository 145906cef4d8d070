import type {
  ReleaseStore,
  ReleaseText,
  StoredAsset,
  StoredRelease,
} from '../../../application/ports/forge/release-store.ts'
import { call, toGitHubFault } from '../client/github-fault.ts'
import { orMissing, type RepositoryName, type RestClient } from '../client/rest-client.ts'

const pageSize = 100
const mostPages = 10

interface RestRelease {
  id: number
  tag_name: string
  html_url: string
  draft: boolean
  upload_url: string
  assets: RestAsset[]
}

interface RestAsset {
  id: number
  name: string
  state: string
  size: number
  digest?: string | null
}

/** Releases through the REST API; assets go to the release's own `upload_url` (design 3.8). */
export function createReleaseStore(client: RestClient, repository: RepositoryName): ReleaseStore {
  const { repos, git } = client.rest
  const send = createPlainFetch(client)

  return {
    async findPublished(tag) {
      const answer = await orMissing(repos.getReleaseByTag({ ...repository, tag }))
      return answer === undefined ? undefined : toRelease(answer.data)
    },
    async findDraft(tag) {
      // A draft has no tag yet, so it is found in the list alone, among the newest.
      for (let page = 1; page <= mostPages; page += 1) {
        const { data } = await repos.listReleases({ ...repository, per_page: pageSize, page })
        const draft = data.find((release) => release.draft && release.tag_name === tag)
        if (draft !== undefined) return toRelease(draft)
        if (data.length < pageSize) return undefined
      }
      return undefined
    },
    async findTagCommit(tag) {
      // An annotated tag gives the id of its own object: no commit of ours, so a release never takes it over.
      const answer = await orMissing(git.getRef({ ...repository, ref: `tags/${tag}` }))
      return answer?.data.object.sha
    },
    async createDraft(text) {
      const { data } = await repos.createRelease({ ...repository, ...toFields(text), draft: true })
      return toRelease(data)
    },
    async getRelease(id) {
      const { data } = await repos.getRelease({ ...repository, release_id: id })
      return toRelease(data)
    },
    async uploadAsset({ uploadUrl }, { name, content, contentType }) {
      // Fetch sets the length itself; given twice, some of its implementations refuse to send.
      const headers = { 'content-type': contentType }
      const { data } = await call(`upload ${name}`, () =>
        client.request(`POST ${uploadUrl}`, { name, data: content, headers, request: { retries: 0, fetch: send } }),
      )
      return toAsset(data as RestAsset)
    },
    async deleteAsset(id) {
      await orMissing(repos.deleteReleaseAsset({ ...repository, asset_id: id }))
    },
    async openAsset(id) {
      // Not parsed: Octokit would read a JSON asset as JSON, and its bytes would be lost.
      const { data } = await client.request('GET /repos/{owner}/{repo}/releases/assets/{asset_id}', {
        ...repository,
        asset_id: id,
        headers: { accept: 'application/octet-stream' },
        request: { parseSuccessResponseBody: false },
      })
      return inFaults(data as unknown as ReadableStream<Uint8Array>)
    },
    async publish(releaseId, text) {
      const fields = { ...toFields(text), draft: false, make_latest: 'false' as const }
      const { data } = await repos.updateRelease({ ...repository, release_id: releaseId, ...fields })
      return toRelease(data)
    },
  }
}

/**
 * Fetch keeps a copy of what it sends, in case it is led elsewhere: of an archive all of it, in memory. What says that it
 * follows nobody, and is no window's, is sent as it is read.
 */
function createPlainFetch(client: RestClient): typeof fetch {
  const { request } = client.request.endpoint.DEFAULTS as { request?: { fetch?: typeof fetch } }
  const usual = request?.fetch ?? fetch
  return (input, init) => usual(input, { ...init, redirect: 'error', window: null })
}

/** A connection may break long after it was answered. */
async function* inFaults(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw toGitHubFault(error, 'download an asset')
  }
}

function toFields({ tag, commit, title, body, prerelease }: ReleaseText) {
  return { tag_name: tag, target_commitish: commit, name: title, body, prerelease }
}

function toRelease({ id, tag_name, html_url, draft, upload_url, assets }: RestRelease): StoredRelease {
  return { id, tag: tag_name, url: html_url, draft, uploadUrl: upload_url, assets: assets.map(toAsset) }
}

function toAsset({ id, name, state, size, digest }: RestAsset): StoredAsset {
  const sha256 = /^sha256:([0-9a-f]{64})$/.exec(digest ?? '')?.[1] ?? null
  return { id, name, state: state === 'uploaded' ? 'uploaded' : 'starter', sha256, size }
}
