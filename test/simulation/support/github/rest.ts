import { Octokit } from '@octokit/rest'
import type { ProbotOctokit } from 'probot'
import type { SendPaced } from '../network/paced-calls.ts'
import type { Tree, TreeEntry } from './git.ts'
import { appId, bot, type GitHub, installationId, Refused, showUser } from './github.ts'

type Params = Record<string, unknown>
interface Method {
  kind: 'read' | 'write'
  act: (github: GitHub, params: Params) => unknown
}

const text = (params: Params, name: string): string => String(params[name])
const number = (params: Params, name: string): number => Number(params[name])
const pullOf = (github: GitHub, params: Params) => github.pull(number(params, 'pull_number'))
const read = (act: Method['act']): Method => ({ kind: 'read', act })
const write = (act: Method['act']): Method => ({ kind: 'write', act })

/** The REST API as far as the adapters use it, at the level of Octokit's methods; what they answer is `data`. */
const methods: Record<string, Method> = {
  'git.getRef': read((github, params) => {
    const sha = github.git.head(text(params, 'ref').replace(/^heads\//, ''))
    if (sha === undefined) throw new Refused(404, 'Not Found')
    return { object: { sha } }
  }),
  'git.createRef': write((github, params) => {
    const branch = text(params, 'ref').replace(/^refs\/heads\//, '')
    if (github.git.head(branch) !== undefined) throw new Refused(422, 'Reference already exists')
    if (!github.git.commits.has(text(params, 'sha'))) throw new Refused(422, 'Object does not exist')
    github.point(branch, text(params, 'sha'), bot)
    return {}
  }),
  'git.updateRef': write((github, params) => {
    const branch = text(params, 'ref').replace(/^heads\//, '')
    const head = github.git.head(branch)
    if (head === undefined || !github.git.isAncestor(head, text(params, 'sha')))
      throw new Refused(422, 'Update is not a fast forward')
    github.point(branch, text(params, 'sha'), bot)
    return {}
  }),
  'git.createTree': write((github, params) => {
    const tree = new Map<string, TreeEntry>(treeBySha(github, params['base_tree'] as string | undefined))
    for (const entry of params['tree'] as {
      path: string
      mode: TreeEntry['mode']
      sha?: string | null
      content?: string
    }[]) {
      if (entry.sha === null) tree.delete(entry.path)
      else {
        const blob = entry.sha ?? github.git.writeBlob(new TextEncoder().encode(entry.content ?? ''))
        tree.set(entry.path, { blob, mode: entry.mode })
      }
    }
    return { sha: github.git.writeTree(tree) }
  }),
  'git.createBlob': write((github, params) => ({
    sha: github.git.writeBlob(Uint8Array.from(Buffer.from(text(params, 'content'), 'base64'))),
  })),
  'git.createCommit': write((github, params) => {
    const tree = treeBySha(github, text(params, 'tree'))
    const { sha } = github.git.commit(tree, params['parents'] as string[], text(params, 'message'), bot.login)
    return { sha }
  }),
  'git.getCommit': read((github, params) => {
    const { sha, message, treeSha } = github.git.get(text(params, 'commit_sha'))
    return { sha, message, tree: { sha: treeSha } }
  }),
  'repos.getCommit': read((github, params) => {
    const { parents, tree, author } = github.git.get(text(params, 'ref'))
    const before = parents[0] === undefined ? new Map<string, TreeEntry>() : github.git.get(parents[0]).tree
    const files = github.git.diff(before, tree).map((one) => ({
      filename: one.path,
      status: one.after === undefined ? 'removed' : one.before === undefined ? 'added' : 'modified',
      sha: (one.after ?? one.before)?.blob,
    }))
    const user = [...github.users, bot].find(({ login }) => login === author)
    return { files, author: user === undefined ? null : showUser(user) }
  }),
  'repos.listCommits': read((github, params) => {
    const listed = []
    for (let sha = github.git.head(text(params, 'sha')); sha !== undefined && listed.length < 20;) {
      const { message, parents } = github.git.get(sha)
      listed.push({ sha, commit: { message } })
      sha = parents[0]
    }
    return listed
  }),
  'repos.listActivities': read((github, params) =>
    github.activities
      .filter(({ ref }) => ref === `refs/heads/${text(params, 'ref')}`)
      .map(({ before, after, actor }) => ({ before, after, actor: showUser(actor) })),
  ),
  'repos.compareCommitsWithBasehead': read((github, params) => {
    const [base = '', head = ''] = text(params, 'basehead').split('...')
    if (!github.git.commits.has(base) || !github.git.commits.has(head)) throw new Refused(404, 'Not Found')
    if (base === head) return { status: 'identical' }
    if (github.git.isAncestor(base, head)) return { status: 'ahead' }
    return { status: github.git.isAncestor(head, base) ? 'behind' : 'diverged' }
  }),
  'repos.getBranch': read((github, params) => ({ commit: { sha: github.git.head(text(params, 'branch')) } })),
  'repos.getCollaboratorPermissionLevel': read((github, params) => {
    const user = github.users.find(({ login }) => login === params['username'])
    if (user === undefined) throw new Refused(404, 'Not Found')
    return { user: showUser(user), role_name: user.role ?? 'none', permission: user.role ?? 'none' }
  }),
  'repos.getCombinedStatusForRef': read(() => ({ statuses: [] })),
  'pulls.get': read((github, params) => github.showPull(pullOf(github, params))),
  'pulls.list': read((github, params) => {
    const head = text(params, 'head').replace(/^[^:]*:/, '')
    return github
      .pulls()
      .filter((one) => one.state === 'open' && one.headRef === head && one.baseRef === params['base'])
      .map((one) => github.showPull(one))
  }),
  'pulls.create': write((github, params) => {
    const [head, base, title, body] = ['head', 'base', 'title', 'body'].map((name) => text(params, name))
    const pull = github.openPull({ head: head ?? '', base: base ?? '', title: title ?? '', body: body ?? '' }, bot)
    return github.showPull(pull)
  }),
  'pulls.update': write((github, params) => {
    const pull = pullOf(github, params)
    if (params['state'] === 'closed') github.closePull(pull, bot)
    return {}
  }),
  'pulls.merge': write((github, params) => {
    const pull = pullOf(github, params)
    github.askToMerge(pull)
    if (pull.state === 'open' && params['sha'] !== undefined && params['sha'] !== pull.headSha)
      throw new Refused(409, 'Head branch was modified')
    const sha = github.merge(pull, text(params, 'commit_title'), bot)
    if (sha === null) throw new Refused(405, 'Pull Request is not mergeable')
    return { sha, merged: true }
  }),
  'pulls.createReview': write((github, params) => {
    if (params['event'] !== 'COMMENT') throw new Refused(422, 'Can not approve your own pull request')
    const wish = { state: 'COMMENTED' as const, body: text(params, 'body'), commit_id: text(params, 'commit_id') }
    github.review(pullOf(github, params), wish, bot)
    return {}
  }),
  'pulls.listReviews': read((github, params) =>
    pullOf(github, params).reviews.map((one) => ({ ...one, user: showUser(one.user) })),
  ),
  'pulls.listReviewComments': read(() => []),
  'pulls.requestReviewers': write(() => ({})),
  'checks.create': write((github, params) => {
    const { id } = github.report({
      name: text(params, 'name'),
      headSha: text(params, 'head_sha'),
      externalId: text(params, 'external_id'),
      status: text(params, 'status'),
      conclusion: params['conclusion'] === undefined ? null : text(params, 'conclusion'),
    })
    return { id }
  }),
  'checks.update': write((github, params) => {
    const run = github.checkRuns.find(({ id }) => id === params['check_run_id'])
    if (run === undefined) throw new Refused(404, 'Not Found')
    run.externalId = text(params, 'external_id')
    run.status = text(params, 'status')
    run.conclusion = params['conclusion'] === undefined ? null : text(params, 'conclusion')
    return { id: run.id }
  }),
  'checks.listForRef': read((github, params) => ({
    check_runs: github.checkRuns
      .filter(
        ({ headSha, name }) => headSha === params['ref'] && [undefined, name].includes(params['check_name'] as string),
      )
      .map((run) => github.showRun(run)),
  })),
  'issues.get': read((github, params) => github.showIssue(github.issue(number(params, 'issue_number')))),
  'issues.createComment': write((github, params) => {
    const { id, node_id } = github.comment(number(params, 'issue_number'), text(params, 'body'), bot)
    return { id, node_id }
  }),
  'issues.listComments': read((github, params) =>
    github.comments
      .filter((one) => one.number === params['issue_number'])
      .map((one) => ({ id: one.id, node_id: one.node_id, body: one.body, user: showUser(one.user) })),
  ),
  'issues.listForRepo': read((github, params) =>
    [...github.issues.values()]
      .filter((one) => one.updated_at >= text(params, 'since'))
      .map((one) => github.showIssue(one)),
  ),
  'issues.listCommentsForRepo': read((github, params) =>
    github.comments.filter((one) => one.updated_at >= text(params, 'since')).map((one) => github.showComment(one)),
  ),
  'issues.listLabelsForRepo': read((github) => [...github.labels].map(([name, node_id]) => ({ name, node_id }))),
  'issues.createLabel': write((github, params) => {
    const name = text(params, 'name')
    if (github.labels.has(name)) throw new Refused(422, 'already_exists')
    const node_id = `LA_${github.id()}`
    github.labels.set(name, node_id)
    return { node_id }
  }),
  'issues.getLabel': read((github, params) => ({ node_id: github.labels.get(text(params, 'name')) })),
  'apps.listInstallations': read(() => [{ id: installationId, suspended_at: null, app_id: appId }]),
  'apps.listReposAccessibleToInstallation': read((github) => ({
    repositories: [
      { name: github.place.name, owner: { login: github.place.owner }, full_name: github.place.key, archived: false },
    ],
  })),
  'GET /repos/{owner}/{repo}/issues/{issue_number}/timeline': read((github, params) =>
    github.issue(number(params, 'issue_number')).timeline.map(({ label, actor, created_at }) => ({
      event: 'labeled',
      label: { name: label },
      actor: showUser(actor),
      created_at,
    })),
  ),
}

/** Trees are known by what some commit has. */
function treeBySha(github: GitHub, sha: string | undefined): Tree {
  if (sha === undefined) return new Map()
  const tree = github.git.trees.get(sha)
  if (tree === undefined) throw new Refused(404, `there is no tree ${sha}`)
  return tree
}

/** Octokit's own table of routes. */
const { rest: octokitMethods } = new Octokit()

/** The route of one of Octokit's methods (`git.getRef`), or one that is written out. */
function routeOf(name: string): { method: string; url: string } {
  const [method, url] = name.split(' ')
  if (method !== undefined && url !== undefined) return { method, url }
  const [group = '', called = ''] = name.split('.')
  const groups = octokitMethods as unknown as Record<string, Record<string, Octokit['request']>>
  const defaults = groups[group]?.[called]?.endpoint.DEFAULTS
  if (defaults?.url === undefined) throw new Error(`Octokit has no ${name}`)
  return { method: defaults.method, url: defaults.url }
}

/** An Octokit of one process: the same methods, each a request to the simulated GitHub. */
export function createOctokit(github: GitHub, send: SendPaced, more: Record<string, Method> = {}): ProbotOctokit {
  const all = { ...methods, ...more }
  const ask = async (name: string, params: Params): Promise<{ data: unknown; status: number }> => {
    const method = all[name]
    if (method === undefined) throw new Error(`the simulated GitHub has no ${name}`)
    const act = () => method.act(github, params)
    return { data: await send(routeOf(name), { what: name, kind: method.kind, act }), status: 200 }
  }
  const rest: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(all)) {
    const [group = '', method = ''] = name.split('.')
    if (method !== '') (rest[group] ??= {})[method] = (params: Params = {}) => ask(name, params)
  }
  type Asked = string | ((params: Params) => Promise<{ data: unknown }>)
  type Pick = (page: { data: unknown[] }) => unknown[]
  const whole = async (asked: Asked, params: Params = {}, pick: Pick = ({ data }) => data): Promise<unknown[]> => {
    const { data } = typeof asked === 'string' ? await ask(asked, params) : await asked(params)
    if (Array.isArray(data)) return pick({ data })
    const { check_runs: runs, repositories } = data as { check_runs?: unknown[]; repositories?: unknown[] }
    return pick({ data: runs ?? repositories ?? [] })
  }
  const paginate = Object.assign(whole, {
    async *iterator(asked: Asked, params: Params) {
      yield { data: await whole(asked, params) }
    },
  })
  return { rest, paginate } as unknown as ProbotOctokit
}
