import type { ReadElsewhere } from '../../../application/ports/state/read-elsewhere.ts'
import { orMissing, type RestClient } from '../client/rest-client.ts'

/** Reads configuration of other repositories as far as the client's token may. */
export function createConfigurationReader({ rest }: RestClient): ReadElsewhere {
  return async ({ repository, path }) => {
    const [owner = '', repo = ''] = repository.split('/')
    const found = await orMissing(rest.repos.getContent({ owner, repo, path }))
    if (found === undefined || !('content' in found.data)) return null
    const { content, sha } = found.data
    return { repository, path, text: Buffer.from(content, 'base64').toString('utf8'), version: sha }
  }
}
