import type { CommitData, Signature } from '../../handler/git-store.ts'
import { nodeId } from '../../world/node-id.ts'
import { isVerified } from '../../world/verified-commits.ts'
import type { Repository, User } from '../../world/world.ts'
import type { PresentContext } from '../present-context.ts'
import { repositoryPage, repositoryUrl } from '../repository.ts'
import { presentUser } from '../accounts/user.ts'

/** Schema `commit`, without `stats` and `files`. Commits that the API made are signed by GitHub. */
export function presentCommit(context: PresentContext, repo: Repository, commit: CommitData) {
  const url = repositoryUrl(context, repo)
  const page = repositoryPage(context, repo)
  const author = findAuthor(context.world.users, commit.author)
  const committer = findAuthor(context.world.users, commit.committer)

  return {
    sha: commit.sha,
    node_id: nodeId('Commit', `${repo.id}:${commit.sha}`),
    commit: {
      author: presentSignature(commit.author),
      committer: presentSignature(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: presentVerification(context, commit),
    },
    url: `${url}/commits/${commit.sha}`,
    html_url: `${page}/commit/${commit.sha}`,
    comments_url: `${url}/commits/${commit.sha}/comments`,
    author: author ? presentUser(context, author) : null,
    committer: committer ? presentUser(context, committer) : null,
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${url}/commits/${sha}`,
      html_url: `${page}/commit/${sha}`,
    })),
  }
}

/** The part of a commit that check suites and workflow runs show: schema `simple-commit`. */
export function presentSimpleCommit(commit: CommitData) {
  const person = (signature: Signature) => ({ name: signature.name, email: signature.email })

  return {
    id: commit.sha,
    tree_id: commit.tree,
    message: commit.message,
    timestamp: isoTimeOf(commit.committer.date),
    author: person(commit.author),
    committer: person(commit.committer),
  }
}

function presentVerification({ world }: PresentContext, commit: CommitData) {
  const verified = isVerified(world, commit.sha)

  return {
    verified,
    reason: verified ? 'valid' : 'unsigned',
    signature: null,
    payload: null,
    verified_at: verified ? isoTimeOf(commit.committer.date) : null,
  }
}

function presentSignature(signature: Signature) {
  return { name: signature.name, email: signature.email, date: isoTimeOf(signature.date) }
}

/** The account a commit's email belongs to: `<id>+<login>@users.noreply.github.com`. */
function findAuthor(users: User[], signature: Signature): User | undefined {
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(signature.email)?.[1]

  return login === undefined ? undefined : users.find((user) => user.login === login)
}

function isoTimeOf(date: string): string {
  return new Date(date).toISOString().replace('.000Z', 'Z')
}
