import {
  type DocumentNode,
  type FieldNode,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { stateLabels } from '../../../../src/domain/work/show/state-label.ts'
import type { GraphQlError } from '../../../../src/adapters/github/client/graphql-error.ts'
import type { Commit, TreeEntry } from './git.ts'
import { bot, type GitHub, Refused } from './github.ts'

/** GitHub's id of the one repository. */
export const repositoryId = 1

type Args = Record<string, unknown>
type Node = Record<string, unknown>
const documents = new Map<string, DocumentNode>()

/** Runs a document against GitHub as it is, or (for queries) as it was that long ago; each mutation by itself, in order. */
export function answerGraphQl(
  github: GitHub,
  document: string,
  variables: Args,
  atMs: number,
): { data: Node; errors: GraphQlError[] } {
  const parsed = documents.get(document) ?? parse(document)
  documents.set(document, parsed)
  const operation = parsed.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('there is no operation')
  const root = operation.operation === OperationTypeNode.MUTATION ? mutations(github) : queries(github, atMs)
  const data: Node = {}
  const errors: GraphQlError[] = []
  for (const field of fieldsOf(operation.selectionSet)) {
    const name = field.alias?.value ?? field.name.value
    try {
      data[name] = resolve(root, field, variables)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      data[name] = null
      errors.push({ type: typeOf(error), path: [name], message: error.message })
    }
  }
  return { data, errors }
}

function typeOf({ status }: Refused): string {
  if (status === 404) return 'NOT_FOUND'
  return status === 409 ? 'STALE_DATA' : 'UNPROCESSABLE'
}

function fieldsOf(set: SelectionSetNode): FieldNode[] {
  return set.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [one]
    return one.kind === Kind.INLINE_FRAGMENT ? fieldsOf(one.selectionSet) : []
  })
}

function resolve(parent: Node, field: FieldNode, variables: Args): unknown {
  const found = parent[field.name.value]
  const args = Object.fromEntries((field.arguments ?? []).map((one) => [one.name.value, valueOf(one.value, variables)]))
  const value = typeof found === 'function' ? (found as (args: Args) => unknown)(args) : found
  return select(value ?? null, field.selectionSet, variables)
}

function select(value: unknown, set: SelectionSetNode | undefined, variables: Args): unknown {
  if (set === undefined || value === null) return value
  if (Array.isArray(value)) return value.map((one) => select(one, set, variables))
  const answer: Node = {}
  // Of a union, only what the value has is asked for.
  for (const field of fieldsOf(set)) {
    if (!(field.name.value in (value as Node))) continue
    answer[field.alias?.value ?? field.name.value] = resolve(value as Node, field, variables)
  }
  return answer
}

function valueOf(node: ValueNode, variables: Args): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return variables[node.name.value]
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map((one) => [one.name.value, valueOf(one.value, variables)]))
    case Kind.LIST:
      return node.values.map((one) => valueOf(one, variables))
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.NULL:
      return null
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value
  }
}

function queries(github: GitHub, atMs: number): Node {
  const { git } = github
  const ref = (branch: string) => {
    const sha = git.head(branch, atMs)
    return sha === undefined ? null : { name: branch, prefix: 'refs/heads/', target: showCommit(git.get(sha)) }
  }
  return {
    repository: () => ({
      id: 'R_1',
      databaseId: repositoryId,
      pushedAt: github.pushedAt === '' ? null : github.pushedAt,
      defaultBranchRef: ref('main'),
      ref: ({ qualifiedName }: Args) => ref(String(qualifiedName).replace(/^refs\/heads\//, '')),
      refs: ({ refPrefix }: Args) => {
        const prefix = String(refPrefix).replace(/^refs\/heads\//, '')
        const found = git.branches(atMs).filter((one) => one.startsWith(prefix))
        return { totalCount: found.length, nodes: found.map(ref), pageInfo: { hasNextPage: false, endCursor: null } }
      },
      pullRequest: ({ number }: Args) => {
        const pull = github.issues.get(Number(number))?.pull
        return pull == null ? null : { merged: pull.merged, headRefOid: pull.headSha }
      },
      object: ({ expression }: Args) => findObject(github, String(expression), atMs),
      issueOrPullRequest: ({ number }: Args) => ({ id: github.issue(Number(number)).node_id }),
      issues: () => newest(github.issues),
      // Their issues are among those.
      pullRequests: () => ({ nodes: [] }),
    }),
    user: ({ login }: Args) => ({ id: `U_${String(login)}` }),
    // Nobody edits what they said.
    nodes: ({ ids }: Args) => (ids as string[]).map((id) => ({ id, lastEditedAt: null })),
  }
}

function newest(issues: GitHub['issues']): Node {
  const changes = [...issues.values()].map(({ updated_at }) => updated_at)
  return {
    nodes: changes
      .toSorted()
      .slice(-1)
      .map((updatedAt) => ({ updatedAt })),
  }
}

function showCommit({ sha, message, parents, author, treeSha }: Commit): Node {
  return {
    oid: sha,
    message,
    parents: () => ({ nodes: parents.map((oid) => ({ oid })) }),
    signature: author === bot.login ? { isValid: true } : null,
    tree: { oid: treeSha },
  }
}

/** `HEAD:path`, `branch:path` or `sha:path`. */
function findObject(github: GitHub, expression: string, atMs: number): Node | null {
  const { git } = github
  const [revision = '', path = ''] = expression.split(/:(.*)/s)
  const sha = revision === 'HEAD' ? git.head('main', atMs) : (git.head(revision, atMs) ?? revision)
  const commit = sha === undefined ? undefined : git.commits.get(sha)
  if (commit === undefined) return null
  const entry = commit.tree.get(path)
  if (entry !== undefined) return showBlob(github, entry)
  const names = new Map<string, string>()
  for (const [one, { blob }] of commit.tree) {
    if (one.startsWith(`${path}/`)) names.set(one.slice(path.length + 1).split('/')[0] ?? '', blob)
  }
  return names.size === 0 ? null : { entries: [...names].map(([name, oid]) => ({ name, oid })) }
}

function showBlob(github: GitHub, { blob }: TreeEntry): Node {
  const bytes = github.git.bytes(blob)
  return { oid: blob, text: new TextDecoder().decode(bytes), isTruncated: false, byteSize: bytes.length }
}

interface CommitInput {
  branch: { branchName: string }
  expectedHeadOid: string
  message: { headline: string; body: string }
  fileChanges: { additions: { path: string; contents: string }[]; deletions: { path: string }[] }
}

function mutations(github: GitHub): Node {
  const comment = (body: unknown, number: number) => {
    const { id, node_id } = github.comment(number, String(body), bot)
    return { databaseId: id, id: node_id }
  }
  const input = <T>({ input: given }: Args): T => given as T
  return {
    createCommitOnBranch: (args: Args) => {
      const { branch, expectedHeadOid, message, fileChanges } = input<CommitInput>(args)
      const head = github.git.head(branch.branchName)
      if (head === undefined) throw new Refused(404, 'there is no such branch')
      if (head !== expectedHeadOid) throw new Refused(409, `expected ${expectedHeadOid}, found ${head}`)
      const tree = new Map(github.git.get(head).tree)
      for (const { path } of fileChanges.deletions) tree.delete(path)
      for (const { path, contents } of fileChanges.additions)
        tree.set(path, { blob: github.git.writeBlob(Uint8Array.from(Buffer.from(contents, 'base64'))), mode: '100644' })
      const text = `${message.headline}\n\n${message.body}`
      const commit = github.git.commit(tree, [head], text, bot.login)
      github.advance(branch.branchName, head, commit, bot)
      return { commit: showCommit(commit) }
    },
    createRef: (args: Args) => {
      const { name, oid } = input<{ name: string; oid: string }>(args)
      const branch = name.replace(/^refs\/heads\//, '')
      if (github.git.head(branch) !== undefined) throw new Refused(422, 'the reference exists already')
      github.point(branch, oid, bot)
      return { ref: { name: branch } }
    },
    updateRefs: (args: Args) => {
      const { refUpdates } = input<{ refUpdates: { name: string; beforeOid: string; afterOid: string }[] }>(args)
      for (const { name, beforeOid, afterOid } of refUpdates) {
        const branch = name.replace(/^refs\/heads\//, '')
        const head = github.git.head(branch)
        if (head !== beforeOid) throw new Refused(409, `expected ${beforeOid}, found ${head}`)
        if (/^0+$/.test(afterOid)) github.deleteBranch(branch, bot)
        else github.point(branch, afterOid, bot, true)
      }
      return { clientMutationId: null }
    },
    createPullRequest: (args: Args) => {
      const wish = input<{ baseRefName: string; headRefName: string; title: string; body: string }>(args)
      const { baseRefName: base, headRefName: head, title, body } = wish
      return { pullRequest: { number: github.openPull({ head, base, title, body }, bot).number } }
    },
    convertPullRequestToDraft: (args: Args) => setDraft(github, input<{ pullRequestId: string }>(args), true),
    markPullRequestReadyForReview: (args: Args) => setDraft(github, input<{ pullRequestId: string }>(args), false),
    addComment: (args: Args) => {
      const { subjectId, body } = input<{ subjectId: string; body: string }>(args)
      return { commentEdge: { node: comment(body, Number(subjectId.slice(2))) } }
    },
    updateIssueComment: (args: Args) => {
      const { id, body } = input<{ id: string; body: string }>(args)
      const found = github.comments.find(({ node_id }) => node_id === id)
      if (found === undefined) throw new Refused(404, 'there is no such comment')
      found.body = body
      found.updated_at = github.now()
      return { issueComment: { databaseId: found.id, id } }
    },
    minimizeComment: () => ({ minimizedComment: { isMinimized: true } }),
    addReaction: () => ({ reaction: { databaseId: 1, id: 'RE_1' } }),
    addAssigneesToAssignable: () => ({ clientMutationId: null }),
    removeAssigneesFromAssignable: () => ({ clientMutationId: null }),
    addLabelsToLabelable: (args: Args) => changeLabels(github, input(args), true),
    removeLabelsFromLabelable: (args: Args) => changeLabels(github, input(args), false),
  }
}

function setDraft(github: GitHub, { pullRequestId }: { pullRequestId: string }, draft: boolean): Node {
  github.pull(Number(pullRequestId.slice(3))).draft = draft
  return { pullRequest: { isDraft: draft } }
}

function changeLabels(github: GitHub, wish: { labelableId: string; labelIds: string[] }, add: boolean): Node {
  const issue = github.issue(Number(wish.labelableId.slice(2)))
  for (const wanted of wish.labelIds) {
    const name = [...github.labels].find(([, id]) => id === wanted)?.[0]
    if (name === undefined) throw new Refused(404, 'there is no such label')
    if (!Object.keys(stateLabels).includes(name)) throw new Refused(403, `the bot touches the label ${name}`)
    if (add) github.label(issue, name, bot)
    else github.unlabel(issue, name)
  }
  return { labelable: { labels: { nodes: issue.labels.map((name) => ({ name })) } } }
}
