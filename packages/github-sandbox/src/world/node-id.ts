/** GraphQL type names that the sandbox hands out node ids for; git objects and refs use `<repository id>:<sha or ref>` as their id. */
export type NodeType =
  | 'Activity'
  | 'App'
  | 'Artifact'
  | 'Blob'
  | 'Bot'
  | 'CheckRun'
  | 'CheckSuite'
  | 'Commit'
  | 'Issue'
  | 'IssueComment'
  | 'Label'
  | 'Organization'
  | 'PullRequest'
  | 'PullRequestReview'
  | 'PullRequestReviewComment'
  | 'Reaction'
  | 'Ref'
  | 'Release'
  | 'ReleaseAsset'
  | 'Repository'
  | 'RepositoryRuleset'
  | 'StatusContext'
  | 'Tag'
  | 'Tree'
  | 'User'
  | 'Workflow'
  | 'WorkflowRun'

/** An opaque global id such as `PR_UHVsbFJlcXVlc3Q6Nw`: the initials of the type, as GitHub's ids begin, then both parts encoded. */
export function nodeId(type: NodeType, id: number | string): string {
  return `${type.replaceAll(/[a-z]/g, '')}_${Buffer.from(`${type}:${id}`).toString('base64url')}`
}

/** The parts of a node id, or undefined where it isn't one of ours. */
export function parseNodeId(text: string): { type: NodeType; id: string } | undefined {
  const encoded = /^[A-Z]+_([\w-]+)$/.exec(text)?.[1]
  if (encoded === undefined) return undefined
  const decoded = /^([A-Za-z]+):(.+)$/.exec(Buffer.from(encoded, 'base64url').toString())
  if (decoded === null) return undefined
  const [, type, id] = decoded
  if (type === undefined || id === undefined || nodeId(type as NodeType, id) !== text) return undefined
  return { type: type as NodeType, id }
}
