import { z } from 'zod'
import { mayPass } from '../../../application/outage.ts'
import type { RepositoryRules } from '../../../application/ports/forge/repository-rules.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Outlook } from '../../../domain/rules/outlook.ts'
import { type InstallationClient, query } from '../client/installation-client.ts'
import { readHeldRules } from './read-branch-rules.ts'

/** Stands for the branches of all plans. */
const branchOfPlans = 'countersign/ISS-001/1/base'
const keptMs = 600_000
const mostRepositories = 1_000
const longestAttributes = 200_000

const document = `query($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    refs(refPrefix: "refs/heads/countersign/", first: 100) { nodes { name } }
    attributes: object(expression: "HEAD:.gitattributes") { ... on Blob { text } }
  }
}`

const SeenSchema = z.object({
  repository: z.object({
    refs: z.object({ nodes: z.array(z.object({ name: z.string() })) }),
    attributes: z.object({ text: z.string().nullish() }).nullable(),
  }),
})

/**
 * Two requests for a repository in ten minutes, and one for each ruleset. Not to be told anything is normal: then nothing is
 * known, and that is kept too. What an outage kept from being known is asked for again the next time.
 */
export function createLookAhead(client: InstallationClient, nowMs: () => number): RepositoryRules['lookAhead'] {
  const kept = new Map<string, { untilMs: number; outlook: Promise<Outlook | null> }>()
  return (repository, again) => {
    const known = kept.get(repository.key)
    if (known !== undefined && !again && known.untilMs > nowMs()) return known.outlook
    const outlook = look(client, repository).catch((error: unknown) => {
      if (mayPass(error) && kept.get(repository.key)?.outlook === outlook) kept.delete(repository.key)
      return null
    })
    kept.delete(repository.key)
    kept.set(repository.key, { untilMs: nowMs() + keptMs, outlook })
    const [oldest] = kept.keys()
    if (kept.size > mostRepositories && oldest !== undefined) kept.delete(oldest)
    return outlook
  }
}

async function look(client: InstallationClient, repository: RepositoryRef): Promise<Outlook> {
  const { owner, name } = repository
  const [rules, found] = await Promise.all([
    client.octokit(repository).then((octokit) => readHeldRules(octokit, repository, branchOfPlans)),
    query<unknown>(client, repository, document, { owner, name }),
  ])
  const { refs, attributes } = SeenSchema.parse(found).repository
  return {
    rules: rules.filter(({ ruleset }) => ruleset?.isBypassed !== true),
    branches: new Set(refs.nodes.map((one) => `countersign/${one.name.replace(/^countersign\//, '')}`)),
    attributes: attributes?.text?.slice(0, longestAttributes) ?? '',
  }
}
