import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { findGitHubPlace, type GitHubPlace } from './find-github-place.ts'

export interface ReleaseAddress {
  /** Address of the repository, which git can clone. */
  repository: string
  tag: string
}

/** `https://github.com/octo/widgets/releases/tag/v1`; undefined for any other address. */
export function parseReleaseAddress(address: string): ReleaseAddress | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const [, path, tag] = /^(\/[\w.-]+\/[\w.-]+)\/releases\/tag\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (url === undefined || path === undefined || tag === undefined) return undefined
  return { repository: `${url.origin}${path}`, tag: decodeURIComponent(tag) }
}

const ReleaseSchema = z.object({
  assets: z.array(z.object({ name: z.string(), url: z.url(), state: z.string() })),
})

const answerMs = 30_000
const mostAssets = 50

/** Downloads what lies on a release into a folder of its own, which is the caller's to remove. */
export async function downloadRelease(
  { repository, tag }: ReleaseAddress,
  env: Record<string, string | undefined>,
): Promise<string> {
  const place = await findGitHubPlace(repository, env)
  if (place === undefined) throw new Error(`${repository} is no address of a repository on GitHub`)
  const ask = createAsk(place, env)
  const path = `${place.apiUrl}/repos/${place.owner}/${place.repo}/releases/tags/${encodeURIComponent(tag)}`
  const answer = await ask(path, 'application/vnd.github+json', answerMs)
  if (answer.status === 404)
    throw new Error(
      `there is no release ${tag} in ${place.owner}/${place.repo}, or it takes a token to see it (GITHUB_TOKEN)`,
    )
  if (!answer.ok) throw new Error(`GitHub answers ${answer.status} for ${path}`)
  const { assets } = ReleaseSchema.parse(await answer.json())
  const dir = await mkdtemp(join(tmpdir(), 'countersign-release-'))
  try {
    for (const { name, url, state } of assets.slice(0, mostAssets)) {
      // A name that could lead out of the folder isn't one that GitHub gives.
      if (state !== 'uploaded' || !/^[\w.@+-]+$/.test(name) || /^\.+$/.test(name)) continue
      await download(await ask(url, 'application/octet-stream'), name, join(dir, name))
    }
    return dir
  } catch (error) {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
}

type GitHubRequest = (url: string, accept: string, withinMs?: number) => Promise<Response>

/** The token goes to the API alone: fetch leaves it out where it is sent on to another server. */
function createAsk({ apiUrl, isHome }: GitHubPlace, env: Record<string, string | undefined>): GitHubRequest {
  const token = env['GITHUB_TOKEN'] || env['GH_TOKEN']
  return async (url, accept, withinMs) => {
    const known = token && isHome && new URL(url).origin === new URL(apiUrl).origin
    return fetch(url, {
      headers: { accept, 'user-agent': 'countersign-verify', ...(known ? { authorization: `Bearer ${token}` } : {}) },
      ...(withinMs === undefined ? {} : { signal: AbortSignal.timeout(withinMs) }),
    })
  }
}

async function download(answer: Response, name: string, to: string): Promise<void> {
  if (!answer.ok) throw new Error(`GitHub answers ${answer.status} for ${name}`)
  if (answer.body === null) return writeFile(to, '')
  await pipeline(Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(to))
}
