import type { ElementContent, Root } from 'hast'
import { linkIssue } from '../links.ts'
import type { RepositoryView } from '../page.ts'
import { makeElement, makeText, readText, replaceText, visitElements } from './visit-elements.ts'

const reference =
  /(?<![\w/&])(?:(?<mention>@[a-z\d](?:[a-z\d-]{0,38}))(?![\w-])|(?<repo>[\w.-]{1,39}\/[\w.-]{1,100})?#(?<number>\d+)\b)|\b(?<sha>[0-9a-f]{7,40})\b/gi
const commitLimit = 50

/** Links `#12`, `owner/name#12`, `@login` and commit ids, where the thing exists, and shortens links to own pages. */
export async function linkReferences(tree: Root, view: RepositoryView): Promise<void> {
  const commits = await findCommits(readText(tree), view)
  replaceText(tree, (text) => {
    const nodes: ElementContent[] = []
    let end = 0
    for (const match of text.matchAll(reference)) {
      const link = makeLink(match, commits, view)
      if (!link) continue
      nodes.push(makeText(text.slice(end, match.index)), link)
      end = match.index + match[0].length
    }
    return end === 0 ? undefined : [...nodes, makeText(text.slice(end))]
  })
  shortenOwnLinks(tree, view)
}

async function findCommits(text: string, view: RepositoryView): Promise<Set<string>> {
  const candidates = new Set(text.match(/\b[0-9a-f]{7,40}\b/gi)?.slice(0, commitLimit))
  const found = await Promise.all([...candidates].map(async (sha) => ({ sha, commit: await view.git.resolve(sha) })))
  return new Set(found.filter(({ sha, commit }) => commit?.startsWith(sha.toLowerCase())).map(({ sha }) => sha))
}

function makeLink(match: RegExpMatchArray, commits: Set<string>, view: RepositoryView): ElementContent | undefined {
  const { mention, repo, number, sha } = match.groups ?? {}
  if (mention) {
    const login = mention.slice(1).toLowerCase()
    const user = view.world.users.find((candidate) => candidate.login.toLowerCase() === login)
    return user && makeElement('a', { className: ['mention'], href: `/${user.login}` }, [makeText(mention)])
  }
  if (sha) {
    if (!commits.has(sha)) return undefined
    const short = makeElement('code', {}, [makeText(sha.slice(0, 7))])
    return makeElement('a', { className: ['commit-link'], href: `${view.base}/commit/${sha}` }, [short])
  }
  const name = (repo ?? view.base.slice(1)).toLowerCase()
  const repository = view.world.repositories.find(
    (candidate) => `${candidate.owner}/${candidate.name}`.toLowerCase() === name,
  )
  const issue = repository?.issues.find((candidate) => candidate.number === Number(number))
  if (!repository || !issue) return undefined
  const href = linkIssue(`/${repository.owner}/${repository.name}`, repository, issue)
  return makeElement('a', { href, title: issue.title }, [makeText(match[0])])
}

/** A bare URL of an issue, comment or commit of this repository reads `#7`, `#7 (comment)` or the short id. */
function shortenOwnLinks(tree: Root, view: RepositoryView): void {
  const start = `${view.origin}${view.base}/`
  visitElements(tree, (element) => {
    const href = element.properties['href']
    if (element.tagName !== 'a' || typeof href !== 'string' || !href.startsWith(start) || readText(element) !== href)
      return
    const issue = /^(?:issues|pull)\/(\d+)(#(?:issuecomment-|pullrequestreview-|discussion_r)\d+)?$/.exec(
      href.slice(start.length),
    )
    const commit = /^commit\/([0-9a-f]{40})$/.exec(href.slice(start.length))
    if (issue) element.children = [makeText(`#${issue[1]}${issue[2] ? ' (comment)' : ''}`)]
    if (commit?.[1]) element.children = [makeElement('code', {}, [makeText(commit[1].slice(0, 7))])]
  })
}
