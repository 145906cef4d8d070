import type { RepositoryRef } from '../../../application/repository-ref.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'

const maxInlineBytes = 100_000

/** A file for the trees API: small texts in the request itself, large and binary ones as blobs that are uploaded here. */
export async function contentOf(
  client: InstallationClient,
  repository: RepositoryRef,
  bytes: Uint8Array,
): Promise<{ sha: string } | { content: string }> {
  const text = decodeUtf8(bytes)
  if (text !== undefined && bytes.length <= maxInlineBytes) return { content: text }
  const octokit = await client.octokit(repository)
  const blob = await call('write a blob', () =>
    octokit.rest.git.createBlob({
      owner: repository.owner,
      repo: repository.name,
      content: Buffer.from(bytes).toString('base64'),
      encoding: 'base64',
    }),
  )
  return { sha: blob.data.sha }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
