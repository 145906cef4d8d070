import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { findEntry, resolveRefPath } from '../parts/resolve-path.ts'
import type { RepositoryView } from '../page.ts'

/** For bytes of strangers on our own origin: nothing in them may run, whatever a browser takes them for. */
export const harmless: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  c.header('x-content-type-options', 'nosniff')
}

/** A file's bytes at a ref: pictures as pictures, all else as plain text. */
export async function serveRaw(view: RepositoryView, rest: string): Promise<Response | undefined> {
  const place = await resolveRefPath(view.git, rest)
  const entry = place && (await findEntry(view.git, place.sha, place.path))
  if (!place || entry?.type !== 'blob') return undefined
  const bytes = await view.git.readBlob(entry.sha)
  const mime = getMimeType(place.path) ?? ''
  const type = mime.startsWith('image/')
    ? mime
    : bytes.includes(0)
      ? 'application/octet-stream'
      : 'text/plain; charset=utf-8'
  return new Response(Buffer.from(bytes), { headers: { 'content-type': type } })
}

/** The archive of an artifact of Actions. */
export async function serveArtifact(view: RepositoryView, dataDir: string, id: number): Promise<Response | undefined> {
  const all = view.repository.workflowRuns.flatMap(({ artifacts = [] }) => artifacts)
  const artifact = all.find((one) => one.id === id)
  if (artifact === undefined) return undefined
  const bytes = await readFile(join(dataDir, 'assets', String(id)))
  return new Response(bytes, { headers: { 'content-type': 'application/zip' } })
}

/** A release asset by `tag/name`, as a download. */
export async function serveAsset(view: RepositoryView, dataDir: string, rest: string): Promise<Response | undefined> {
  const at = rest.lastIndexOf('/')
  const release = view.repository.releases.find((candidate) => candidate.tagName === rest.slice(0, at))
  const asset = release?.assets.find((candidate) => candidate.name === rest.slice(at + 1))
  if (!asset) return undefined
  const bytes = await readFile(join(dataDir, 'assets', String(asset.id)))
  return new Response(bytes, {
    headers: {
      'content-type': asset.contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(asset.name)}`,
    },
  })
}
