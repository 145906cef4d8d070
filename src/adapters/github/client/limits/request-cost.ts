import { throttling } from '@octokit/plugin-throttling'
import { callSite, isGraphql, type RequestParts } from './call-site.ts'

/** What a request weighs in GitHub's limits (design 4.2). */
export interface RequestCost {
  /** `token`: asks for an installation token, which is limited apart from everything else. */
  kind: 'read' | 'write' | 'token'
  resource: 'core' | 'graphql'
  points: number
  /** Pieces of content that it makes. */
  creates: number
}

const readPoints = 1
const writePoints = 5
/** Mutations that do what those REST routes do. */
const creatingFields = new Set(['addComment', 'createIssue', 'createPullRequest', 'addPullRequestReview'])

export function costOf(parts: RequestParts): RequestCost {
  const site = callSite(parts)
  if (isGraphql(parts.url)) {
    // One that can't be told counts as the heavier kind.
    const write = !site.startsWith('graphql query ')
    const creates = write ? countCreating(String(parts.query)) : 0
    return { kind: write ? 'write' : 'read', resource: 'graphql', points: write ? writePoints : readPoints, creates }
  }
  if (parts.url.endsWith('/access_tokens')) return { kind: 'token', resource: 'core', points: 0, creates: 0 }
  if (parts.method === 'GET' || parts.method === 'HEAD')
    return { kind: 'read', resource: 'core', points: readPoints, creates: 0 }
  // GitHub's own list of what notifies people, as Octokit has it.
  const creates = parts.method === 'POST' && throttling.triggersNotification(site.slice(parts.method.length + 1))
  return { kind: 'write', resource: 'core', points: writePoints, creates: creates ? 1 : 0 }
}

function countCreating(document: string): number {
  return [...document.matchAll(/\b(\w+)\s*\(\s*input/g)].filter(([, name]) => creatingFields.has(name ?? '')).length
}
