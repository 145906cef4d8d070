import type { App, Delivery } from './app.ts'
import type { Ruleset } from './ruleset.ts'

/** Everything the sandbox knows besides git objects: plain data, so that a run can be kept and looked at as JSON. */
export interface World {
  nextId: number
  users: User[]
  apps: App[]
  repositories: Repository[]
  deliveries: Delivery[]
  /** Login of the account for a bot's second identity; absent in what older versions wrote. */
  reviewer?: string
  /** `false`: an Enterprise Server without web commit signing, on which no commit of the API is signed. */
  signsCommits?: boolean
  /** What Apps may do in the name of people who signed in to them; absent: nobody did. */
  userTokens?: { token: string; login: string; expiresAt: string }[]
  /** App manifests that were posted and wait for their conversion, by code. */
  manifests?: Record<string, Record<string, unknown>>
}

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read'

export interface User {
  id: number
  login: string
  name: string
  type: 'User' | 'Bot' | 'Organization'
  /** Personal access token; absent for bots, which act with installation tokens. */
  token?: string
}

export interface Repository {
  id: number
  owner: string
  name: string
  description: string | null
  private: boolean
  defaultBranch: string
  createdAt: string
  pushedAt: string
  allowMergeCommit: boolean
  /** Absent: allowed. */
  allowSquashMerge?: boolean
  allowRebaseMerge?: boolean
  /** No commit was ever made in it. */
  isEmpty?: boolean
  /** Nothing can be changed any more. */
  archived?: boolean
  /** `false`: issues are switched off, pull requests go on. */
  hasIssues?: boolean
  /** Releases can't be changed once they are published, nor their tags. */
  immutableReleases?: boolean
  /** Where it was before it was renamed or transferred; what is asked there is sent on. */
  formerNames?: string[]
  rulesets?: Ruleset[]
  /** `false`: jobs may not open or approve pull requests, as in a repository that was just made on GitHub. */
  actionsMayOpenPulls?: boolean
  /** Role by login; a person not named here is an outsider (read on a public repository). */
  roles: Record<string, Role>
  /** Slugs of the owner's teams that may read it; absent: none. */
  teams?: string[]
  nextNumber: number
  labels: Label[]
  issues: Issue[]
  /** Numbers of issues that were deleted; asking for one is 410. */
  deletedIssues?: number[]
  pulls: Pull[]
  checkRuns: CheckRun[]
  statuses: Status[]
  releases: Release[]
  workflowRuns: WorkflowRun[]
  /** Changes of branches, oldest first. */
  activities?: Activity[]
  /** What workflows have attested: Sigstore bundles, oldest first. */
  attestations?: { id: number; bundle: Record<string, unknown>; createdAt: string }[]
  /** Commits that the API made in an account's own name: GitHub signs these, and shows them as verified. */
  verifiedCommits?: string[]
}

export interface Activity {
  id: number
  /** `refs/heads/…` */
  ref: string
  before: string
  after: string
  at: string
  kind: 'push' | 'force_push' | 'branch_creation' | 'branch_deletion' | 'pr_merge'
  /** Login of who did it. */
  actor: string
}

export interface Label {
  id: number
  name: string
  color: string
  description: string | null
}

export interface Reaction {
  id: number
  user: string
  content: '+1' | '-1' | 'laugh' | 'confused' | 'heart' | 'hooray' | 'rocket' | 'eyes'
  createdAt: string
}

export interface Comment {
  id: number
  /** Why it was folded away, if it was. */
  minimized?: string
  user: string
  body: string
  createdAt: string
  updatedAt: string
  /** Absent where its words are those it was written with. */
  editedAt?: string
  reactions: Reaction[]
  /** Slug of the App that wrote it, if one did. */
  viaApp: string | null
}

/** An issue, or the issue half of a pull request (same number, found in `pulls`). */
export interface Issue {
  id: number
  number: number
  title: string
  body: string | null
  user: string
  state: 'open' | 'closed'
  stateReason: 'completed' | 'not_planned' | 'duplicate' | 'reopened' | null
  labels: string[]
  assignees: string[]
  locked: boolean
  lockReason?: 'off-topic' | 'too heated' | 'resolved' | 'spam' | null
  createdAt: string
  updatedAt: string
  closedAt: string | null
  comments: Comment[]
  reactions: Reaction[]
  timeline: { id: number; event: string; actor: string; createdAt: string; detail: Record<string, unknown> }[]
  links?: IssueLinks
}

/** Other issues by their database ids, in the order they were added; both ends of a link know it. */
export interface IssueLinks {
  parent: number | null
  subIssues: number[]
  blockedBy: number[]
  blocking: number[]
}

export interface Pull {
  id: number
  number: number
  draft: boolean
  head: { ref: string; sha: string }
  base: { ref: string; sha: string }
  merged: boolean
  mergedAt: string | null
  mergedBy: string | null
  mergeCommitSha: string | null
  /** null until it was asked for once and computed, as on GitHub. */
  mergeable: boolean | null
  /** When somebody first looked at a `mergeable` of null; the answer is known `mergeableAfterMs` later. */
  mergeableAskedAt?: string | null
  requestedReviewers: string[]
  /** Slugs of teams that are asked for a review; absent: none. */
  requestedTeams?: string[]
  reviews: Review[]
  reviewComments: ReviewComment[]
}

export interface Review {
  id: number
  user: string
  body: string
  state: 'PENDING' | 'COMMENTED' | 'APPROVED' | 'CHANGES_REQUESTED' | 'DISMISSED'
  commitId: string
  submittedAt: string | null
  /** As of a comment. */
  editedAt?: string
}

export interface ReviewComment extends Comment {
  reviewId: number | null
  inReplyTo: number | null
  path: string
  line: number | null
  side: 'LEFT' | 'RIGHT'
  startLine?: number | null
  startSide?: 'LEFT' | 'RIGHT' | null
  commitId: string
  diffHunk: string
}

export interface CheckRun {
  id: number
  appId: number
  name: string
  headSha: string
  externalId: string
  detailsUrl: string | null
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  startedAt: string
  completedAt: string | null
  output: { title: string | null; summary: string | null; text: string | null }
  annotations: Record<string, unknown>[]
  actions: { label: string; description: string; identifier: string }[]
}

export interface Status {
  id: number
  sha: string
  state: 'error' | 'failure' | 'pending' | 'success'
  context: string
  description: string | null
  targetUrl: string | null
  creator: string
  createdAt: string
}

export interface Release {
  id: number
  tagName: string
  targetCommitish: string
  name: string | null
  body: string | null
  draft: boolean
  prerelease: boolean
  author: string
  createdAt: string
  publishedAt: string | null
  assets: ReleaseAsset[]
}

export interface ReleaseAsset {
  id: number
  name: string
  label: string | null
  contentType: string
  size: number
  /** `sha256:<hex>`; the bytes lie in the data folder under `assets/<id>`. */
  digest: string
  uploader: string
  createdAt: string
  downloads?: number
}

export interface WorkflowRun {
  id: number
  workflow: string
  event: string
  headBranch: string
  headSha: string
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: string | null
  inputs: Record<string, string>
  actor: string
  createdAt: string
  updatedAt?: string
  /** What its workflow calls this run; absent where that says nothing. */
  title?: string
  /** As whoever plays the runners tells of them; absent where nobody does. */
  jobs?: WorkflowJob[]
  artifacts?: WorkflowArtifact[]
}

export interface WorkflowJob {
  id: number
  name: string
  labels: string[]
  status: 'queued' | 'in_progress' | 'completed'
  conclusion: 'success' | 'failure' | 'cancelled' | 'skipped' | null
  createdAt: string
  startedAt: string
  completedAt: string | null
}

export interface WorkflowArtifact {
  id: number
  name: string
  size: number
  digest: string
  createdAt: string
}
