import type { ProbotOctokit } from 'probot'
import { stateLabels } from '../../domain/work/state-label.ts'
import type { RepositoryRef } from '../../application/ports/repository-ref.ts'
import type { Posted, Thread, ThreadPost } from '../../application/ports/thread.ts'
import { call, statusOf } from './github-fault.ts'
import type { InstallationClient } from './installation-client.ts'

/** Comments, reactions and labels of issues and pull requests. */
export function createThread(client: InstallationClient, botLogin: string): Thread {
  return {
    async post(repository, posts, again) {
      if (!again) return postTogether(client, repository, posts)
      const posted: Posted[] = []
      for (const post of posts) {
        const found = post.kind === 'comment' ? await findMarked(client, botLogin, repository, post) : undefined
        posted.push(...(await postTogether(client, repository, [found === undefined ? post : editOf(post, found)])))
      }
      return posted
    },

    async setLabel(repository, issueNumber, label) {
      const octokit = await client.octokit(repository)
      const place = { owner: repository.owner, repo: repository.name, issue_number: issueNumber }
      // Adding answers with all labels of the issue; setting them instead would undo what people change meanwhile.
      const standing = await call('label the issue', () =>
        label === null
          ? octokit.rest.issues.listLabelsOnIssue({ ...place, per_page: 100 })
          : octokit.rest.issues.addLabels({ ...place, labels: [label] }),
      )
      const stale = standing.data.filter(({ name }) => isStateLabel(name) && name.toLowerCase() !== label)
      for (const { name } of stale) await removeLabel(octokit, { ...place, name })
    },
  }
}

async function removeLabel(
  octokit: ProbotOctokit,
  target: { owner: string; repo: string; issue_number: number; name: string },
): Promise<void> {
  try {
    await octokit.rest.issues.removeLabel(target)
  } catch (error) {
    // Somebody took it off meanwhile.
    if (statusOf(error) !== 404) await call('take a label off', () => Promise.reject(error))
  }
}

/** The same text into the comment that an earlier try has made. */
function editOf(post: ThreadPost, found: { id: number; nodeId: string }): ThreadPost {
  if (post.kind !== 'comment') return post
  return { kind: 'edit', op: post.op, body: post.body, commentId: found.id, commentNodeId: found.nodeId }
}

const ourLabels = new Set(Object.keys(stateLabels).map((name) => name.toLowerCase()))

/** GitHub tells labels apart without regard to case. */
function isStateLabel(name: string): boolean {
  return ourLabels.has(name.toLowerCase())
}

/** One GraphQL request for all: mutations run in order, and when one fails the rest still runs. */
async function postTogether(
  client: InstallationClient,
  repository: RepositoryRef,
  posts: readonly ThreadPost[],
): Promise<Posted[]> {
  const simple = posts.filter((post) => post.kind !== 'comment' || post.subjectId !== null)
  const rest = posts.filter((post) => post.kind === 'comment' && post.subjectId === null)
  const posted = simple.length === 0 ? [] : await mutate(client, repository, simple)
  // One alone throws, so that whoever asked sees whether another try helps.
  const postOne = posts.length === 1 ? postByNumber : tryByNumber
  for (const post of rest) if (post.kind === 'comment') posted.push(await postOne(client, repository, post))
  return posted
}

interface MutationPart {
  type: string
  field: string
  input: Record<string, unknown>
}

function mutationOf(post: ThreadPost): MutationPart {
  switch (post.kind) {
    case 'react':
      return {
        type: 'AddReactionInput',
        field: 'addReaction(input: $%) { reaction { databaseId id } }',
        input: { subjectId: post.nodeId, content: post.content },
      }
    case 'fold':
      return {
        type: 'MinimizeCommentInput',
        field: 'minimizeComment(input: $%) { minimizedComment { isMinimized } }',
        input: { subjectId: post.nodeId, classifier: 'OUTDATED' },
      }
    case 'comment':
      return {
        type: 'AddCommentInput',
        field: 'addComment(input: $%) { commentEdge { node { databaseId id } } }',
        input: { subjectId: post.subjectId, body: post.body },
      }
    case 'edit':
      return {
        type: 'UpdateIssueCommentInput',
        field: 'updateIssueComment(input: $%) { issueComment { databaseId id } }',
        input: { id: post.commentNodeId, body: post.body },
      }
  }
}

type PostAnswer = { databaseId?: number | null; id?: string } | null

async function mutate(
  client: InstallationClient,
  repository: RepositoryRef,
  posts: readonly ThreadPost[],
): Promise<Posted[]> {
  const parts = posts.map((post) => mutationOf(post))
  const parameters = parts.map((part, index) => `$i${index}: ${part.type}!`).join(', ')
  const fields = parts.map((part, index) => `m${index}: ${part.field.replace('$%', `$i${index}`)}`).join('\n')
  const variables = Object.fromEntries(parts.map((part, index) => [`i${index}`, part.input]))
  const document = `mutation(${parameters}) { ${fields} }`
  const { data, errors } = await call('write to the thread', () =>
    client.graphql<Record<string, Record<string, unknown> | null>>(repository, document, variables),
  )
  return posts.map((post, index): Posted => {
    const found = data?.[`m${index}`]
    if (found == null) {
      const error = errors.find((one) => one.path?.[0] === `m${index}`) ?? errors[0]
      return { op: post.op, ok: false, why: error?.message ?? 'no answer' }
    }
    const node = nodeOf(found)
    return { op: post.op, ok: true, id: node?.databaseId ?? null, nodeId: node?.id ?? null }
  })
}

function nodeOf(answer: Record<string, unknown>): PostAnswer {
  const edge = answer['commentEdge'] as { node?: PostAnswer } | undefined
  return edge?.node ?? (answer['issueComment'] as PostAnswer) ?? (answer['reaction'] as PostAnswer) ?? null
}

/** One that fails is reported, so that those before it aren't posted twice. */
async function tryByNumber(
  client: InstallationClient,
  repository: RepositoryRef,
  post: Extract<ThreadPost, { kind: 'comment' }>,
): Promise<Posted> {
  try {
    return await postByNumber(client, repository, post)
  } catch (error) {
    return { op: post.op, ok: false, why: error instanceof Error ? error.message : String(error) }
  }
}

async function postByNumber(
  client: InstallationClient,
  repository: RepositoryRef,
  post: Extract<ThreadPost, { kind: 'comment' }>,
): Promise<Posted> {
  const octokit = await client.octokit(repository)
  const answer = await call('comment', () =>
    octokit.rest.issues.createComment({
      owner: repository.owner,
      repo: repository.name,
      issue_number: post.number,
      body: post.body,
    }),
  )
  return { op: post.op, ok: true, id: answer.data.id, nodeId: answer.data.node_id }
}

/** The bot's own comment with that marker: a pasted marker in somebody else's comment is nothing. */
async function findMarked(
  client: InstallationClient,
  botLogin: string,
  repository: RepositoryRef,
  post: Extract<ThreadPost, { kind: 'comment' }>,
): Promise<{ id: number; nodeId: string } | undefined> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, issue_number: post.number, per_page: 100 }
  const comments = await call('look for the comment', () => octokit.paginate(octokit.rest.issues.listComments, place))
  const found = comments.find((one) => one.user?.login === botLogin && one.body?.startsWith(post.mark) === true)
  return found === undefined ? undefined : { id: found.id, nodeId: found.node_id }
}
