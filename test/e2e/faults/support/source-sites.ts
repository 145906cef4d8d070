import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Octokit } from '@octokit/rest'

const folder = fileURLToPath(new URL('../../../../src/adapters/github', import.meta.url))
/** It goes to an address that GitHub gives. */
const upload = 'POST /repos/{owner}/{repo}/releases/{release_id}/assets'

/**
 * Everything in the adapter's sources that changes GitHub: `METHOD /route` of each REST method that is named there, and
 * `mutation field`. A name without what it is for, which `findCallSites` puts in brackets.
 */
export async function findSourceSites(): Promise<Set<string>> {
  const names = await readdir(folder, { recursive: true })
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.ts')).map((name) => readFile(join(folder, name), 'utf8')),
  )
  const source = texts.join('\n')
  return new Set([...restSites(source), ...mutationSites(source)])
}

function restSites(source: string): string[] {
  const rest = new Octokit().rest as unknown as Record<string, Record<string, unknown>>
  const named = [...source.matchAll(/\b(\w+)\.(\w+)\b/g)].flatMap(([, scope = '', method = '']) => {
    const endpoint = endpointOf(rest[scope]?.[method])
    return endpoint === undefined || endpoint.method === 'GET' ? [] : [`${endpoint.method} ${endpoint.url}`]
  })
  const written = [...source.matchAll(/request\(\s*[`'](POST|PUT|PATCH|DELETE) ([^`']+)/g)].map(
    ([, method = '', route = '']) => (/upload_?url/i.test(route) ? upload : `${method} ${route}`),
  )
  return [...named, ...written]
}

function endpointOf(method: unknown): { method: string; url: string } | undefined {
  if (typeof method !== 'function' || !('endpoint' in method)) return undefined
  return (method as Octokit['rest']['issues']['get']).endpoint.DEFAULTS
}

/** `field(input: …)` in a document, or the field's name by itself where the document takes one of several. */
function mutationSites(source: string): string[] {
  const inDocuments = [...source.matchAll(/\b(\w+)\(input: \$/g)].map(([, field = '']) => field)
  const chosen = [...source.matchAll(/'((?:convert|mark)PullRequest\w+)'/g)].map(([, field = '']) => field)
  return [...inDocuments, ...chosen].map((field) => `mutation ${field}`)
}
