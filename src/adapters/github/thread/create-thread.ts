import { isOutage } from '../../../application/outage.ts'
import type { RepositoryRef } from '../../../application/repository-ref.ts'
import type { Posted, Thread, ThreadPost } from '../../../application/ports/forge/thread.ts'
import { labelFields, settleLabel } from './change-label.ts'
import { branchField, settleBranch } from './make-branch.ts'
import { assignFields, settleAssign } from './assign-people.ts'
import { call } from '../client/github-fault.ts'
import type { InstallationClient } from '../client/installation-client.ts'
import { type FieldAnswer, type MutationField, mutateTogether } from '../client/mutate-together.ts'
import { type WaitingEdit, WaitingEdits } from './waiting-edits.ts'

type CommentPost = Extract<ThreadPost, { kind: 'comment' }>
type EditPost = Extract<ThreadPost, { kind: 'edit' }>

/** Comments, reactions and labels of issues and pull requests. Edits of one comment that wait at the same time are one. */
export function createThread(client: InstallationClient, botLogin: string): Thread {
  const edits = new WaitingEdits()
  return {
    async post(repository, posts, again) {
      if (!again) return postWithEdits(client, edits, repository, posts)
      const resolved: ThreadPost[] = []
      for (const post of posts) {
        const found = post.kind === 'comment' ? await findMarked(client, botLogin, repository, post) : undefined
        resolved.push(found === undefined ? post : editOf(post, found))
      }
      return postWithEdits(client, edits, repository, resolved)
    },
  }
}

/** The same text into the comment that an earlier try has made. */
function editOf(post: ThreadPost, found: { id: number; nodeId: string }): ThreadPost {
  if (post.kind !== 'comment') return post
  return { kind: 'edit', op: post.op, body: post.body, commentId: found.id, commentNodeId: found.nodeId }
}

interface Sending {
  post: ThreadPost
  /** Null where it is no edit. */
  edit: WaitingEdit | null
}

/** Edits that take the place of one that waits are answered with it; the rest is sent. */
async function postWithEdits(
  client: InstallationClient,
  edits: WaitingEdits,
  repository: RepositoryRef,
  posts: readonly ThreadPost[],
): Promise<Posted[]> {
  const report = reporter(posts.length === 1 ? 'thrown' : 'reported')
  const answered: Promise<Posted>[] = []
  const rest: Sending[] = []
  for (const post of posts) {
    const standing = post.kind === 'edit' ? edits.replace(post.commentNodeId, post.body) : undefined
    if (standing !== undefined) answered.push(report(post.op, async () => postedOf(post, await standing)))
    else rest.push({ post, edit: post.kind === 'edit' ? edits.open(post.commentNodeId, post.body) : null })
  }
  try {
    return [...(await postSoon(client, repository, rest)), ...(await Promise.all(answered))]
  } catch (error) {
    for (const { edit } of rest) edit?.fail(error)
    throw error
  }
}

/** Where the ids of labels are still to be read, what people read doesn't wait for them. */
async function postSoon(
  client: InstallationClient,
  repository: RepositoryRef,
  posts: readonly Sending[],
): Promise<Posted[]> {
  const labels = client.labelIds.has(repository.key) ? [] : posts.filter(({ post }) => post.kind === 'label')
  const rest = posts.filter((post) => !labels.includes(post))
  const failure = posts.length === 1 ? 'thrown' : 'reported'
  if (labels.length === 0 || rest.length === 0) return postTogether(client, repository, posts, failure)
  // Both come to their end before anybody looks at what was done.
  const posted = await Promise.allSettled(
    [rest, labels].map((some) => postTogether(client, repository, some, 'reported')),
  )
  return posted.flatMap((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}

/** All that can be in one GraphQL request, then comments for which only a number is known. */
async function postTogether(
  client: InstallationClient,
  repository: RepositoryRef,
  sendings: readonly Sending[],
  failure: 'thrown' | 'reported',
): Promise<Posted[]> {
  const report = reporter(failure)
  const posts = sendings.map(({ post }) => post)
  const posted: Posted[] = []
  const fields: (Sending & { fields: MutationField[] })[] = []
  for (const sending of sendings) {
    const { post } = sending
    if (isByNumber(post)) continue
    const prepared = await report(post.op, () => fieldsOf(client, repository, sending))
    if ('op' in prepared) posted.push(prepared)
    else fields.push({ ...sending, fields: prepared })
  }
  const answers = await mutateTogether(
    client,
    repository,
    fields.map((one) => one.fields),
    'write to the thread',
  )
  for (const [index, { post, edit }] of fields.entries()) {
    const [answer] = answers[index] ?? []
    if (answer !== undefined) edit?.settle(answer)
    posted.push(await report(post.op, () => settlePost(client, repository, post, answers[index] ?? [])))
  }
  for (const post of posts)
    if (isByNumber(post)) posted.push(await report(post.op, () => postByNumber(client, repository, post)))
  return posted
}

function isByNumber(post: ThreadPost): post is CommentPost {
  return post.kind === 'comment' && post.subjectId === null
}

/** One alone throws, so that whoever asked sees whether another try helps. */
function reporter(failure: 'thrown' | 'reported'): typeof tryPost {
  return failure === 'thrown' ? (_op, act) => act() : tryPost
}

/** One that fails is reported, so that those before it aren't posted twice. */
async function tryPost<T>(op: string, act: () => Promise<T>): Promise<T | Extract<Posted, { ok: false }>> {
  try {
    return await act()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { op, ok: false, why, isOutage: isOutage(error) }
  }
}

async function fieldsOf(
  client: InstallationClient,
  repository: RepositoryRef,
  { post, edit }: Sending,
): Promise<MutationField[]> {
  switch (post.kind) {
    case 'label':
      return labelFields(client, repository, post)
    case 'assign':
      return assignFields(client, repository, post)
    case 'react':
      return [
        {
          type: 'AddReactionInput',
          field: 'addReaction(input: $%) { reaction { databaseId id } }',
          input: { subjectId: post.nodeId, content: post.content },
        },
      ]
    case 'branch':
      return [await branchField(client, repository, post)]
    case 'fold':
      return [
        {
          type: 'MinimizeCommentInput',
          field: 'minimizeComment(input: $%) { minimizedComment { isMinimized } }',
          input: { subjectId: post.nodeId, classifier: 'OUTDATED' },
        },
      ]
    case 'comment':
      return [
        {
          type: 'AddCommentInput',
          field: 'addComment(input: $%) { commentEdge { node { databaseId id } } }',
          input: { subjectId: post.subjectId, body: post.body },
        },
      ]
    case 'edit':
      return [editField(post, edit)]
  }
}

function editField(post: EditPost, edit: WaitingEdit | null): MutationField {
  return {
    type: 'UpdateIssueCommentInput',
    field: 'updateIssueComment(input: $%) { issueComment { databaseId id } }',
    input: { id: post.commentNodeId, body: post.body },
    atSending: () => (edit === null ? {} : { body: edit.take() }),
  }
}

async function settlePost(
  client: InstallationClient,
  repository: RepositoryRef,
  post: ThreadPost,
  answers: readonly FieldAnswer[],
): Promise<Posted> {
  if (post.kind === 'label') return settleLabel(client, repository, post, answers)
  if (post.kind === 'assign') return settleAssign(post, answers)
  if (post.kind === 'branch') return settleBranch(client, repository, post, answers[0])
  return postedOf(post, answers[0])
}

function postedOf(post: ThreadPost, answer: FieldAnswer | undefined): Posted {
  if (answer?.kind !== 'done')
    return { op: post.op, ok: false, why: answer?.why ?? 'no answer', isOutage: answer?.isOutage ?? true }
  const node = nodeOf(answer.data)
  return { op: post.op, ok: true, id: node?.databaseId ?? null, nodeId: node?.id ?? null }
}

type PostAnswer = { databaseId?: number | null; id?: string } | null

function nodeOf(answer: Record<string, unknown>): PostAnswer {
  const edge = answer['commentEdge'] as { node?: PostAnswer } | undefined
  return edge?.node ?? (answer['issueComment'] as PostAnswer) ?? (answer['reaction'] as PostAnswer) ?? null
}

async function postByNumber(client: InstallationClient, repository: RepositoryRef, post: CommentPost): Promise<Posted> {
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
  post: CommentPost,
): Promise<{ id: number; nodeId: string } | undefined> {
  const octokit = await client.octokit(repository)
  const place = { owner: repository.owner, repo: repository.name, issue_number: post.number, per_page: 100 }
  return call('look for the comment', async () => {
    for await (const { data } of octokit.paginate.iterator(octokit.rest.issues.listComments, place)) {
      const found = data.find((one) => one.user?.login === botLogin && one.body?.startsWith(post.mark) === true)
      if (found !== undefined) return { id: found.id, nodeId: found.node_id }
    }
    return undefined
  })
}
