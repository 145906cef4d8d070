import { clock } from '../time/clock.ts'
import { type Commit, Git } from './git.ts'

export interface User {
  login: string
  id: number
  type: 'User' | 'Bot'
  role: string | null
}

export interface Comment {
  id: number
  node_id: string
  body: string
  user: User
  created_at: string
  updated_at: string
  number: number
}

export interface Review {
  id: number
  node_id: string
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED'
  body: string
  commit_id: string
  user: User
  submitted_at: string
}

export interface Pull {
  number: number
  headRef: string
  headSha: string
  baseRef: string
  title: string
  body: string
  state: 'open' | 'closed'
  merged: boolean
  mergeCommitSha: string | null
  mergedBy: User | null
  draft: boolean
  reviews: Review[]
}

export interface Issue {
  number: number
  node_id: string
  title: string
  body: string
  state: 'open' | 'closed'
  user: User
  labels: string[]
  updated_at: string
  closed_at: string | null
  closedBy: User | null
  pull: Pull | null
  timeline: { label: string; actor: User; created_at: string }[]
}

export interface CheckRun {
  id: number
  name: string
  headSha: string
  externalId: string
  status: string
  conclusion: string | null
  completedAt: string | null
  appId: number
}

/** Something that happened, for whoever is to hear of it. */
export interface Happening {
  event: string
  body: Record<string, unknown>
}

export const appId = 11
export const installationId = 1
export const bot: User = { login: 'countersign[bot]', id: 1000, type: 'Bot', role: null }
export const ciBot: User = { login: 'ci[bot]', id: 1001, type: 'Bot', role: null }
const ciAppId = 12

/** What GitHub answers instead of doing it. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Told of what happens as it happens, before anybody else can do anything. */
export interface Watcher {
  committed: (branch: string, before: string | undefined, commit: Commit, by: User) => void
  commented: (comment: Comment) => void
  reviewed: (pull: Pull, review: Review) => void
  reported: (run: CheckRun) => void
  opened: (pull: Pull, by: User) => void
  /** The bot asks for it; nothing is looked at yet. */
  mergeAsked: (pull: Pull) => void
  merging: (pull: Pull, by: User) => void
  happened: (happening: Happening) => void
}

/** One repository on a GitHub that is only in memory; every method happens at once. */
export class GitHub {
  readonly git = new Git(() => clock.nowMs)
  readonly place = { owner: 'octo', name: 'widgets', key: 'octo/widgets' }
  readonly issues = new Map<number, Issue>()
  readonly comments: Comment[] = []
  /** Who moved which branch where, newest first. */
  readonly activities: { ref: string; before: string; after: string; actor: User }[] = []
  readonly labels = new Map<string, string>([['countersign', 'LA_1']])
  readonly checkRuns: CheckRun[] = []
  readonly users: readonly User[]
  readonly #watcher: Watcher
  #ids = 100
  #pushedAt = ''

  constructor(users: readonly User[], watcher: Watcher) {
    this.users = users
    this.#watcher = watcher
  }

  /** GitHub's times are whole seconds. */
  now(): string {
    return `${clock.nowIso().slice(0, 19)}Z`
  }

  id(): number {
    this.#ids += 1
    return this.#ids
  }

  get pushedAt(): string {
    return this.#pushedAt
  }

  issue(number: number): Issue {
    const issue = this.issues.get(number)
    if (issue === undefined) throw new Refused(404, `there is no #${number}`)
    return issue
  }

  pull(number: number): Pull {
    const { pull } = this.issue(number)
    if (pull === null) throw new Refused(404, `#${number} is no pull request`)
    return pull
  }

  pulls(): Pull[] {
    return [...this.issues.values()].flatMap(({ pull }) => (pull === null ? [] : [pull]))
  }

  openIssue(title: string, body: string, by: User): Issue {
    const number = this.issues.size + 1
    const issue: Issue = {
      number,
      node_id: `I_${number}`,
      title,
      body,
      state: 'open',
      user: by,
      labels: [],
      updated_at: this.now(),
      closed_at: null,
      closedBy: null,
      pull: null,
      timeline: [],
    }
    this.issues.set(number, issue)
    return issue
  }

  label(issue: Issue, name: string, by: User): void {
    if (issue.labels.includes(name)) return
    issue.labels.push(name)
    issue.updated_at = this.now()
    issue.timeline.push({ label: name, actor: by, created_at: issue.updated_at })
    this.tell('issues', by, { action: 'labeled', issue: this.showIssue(issue), label: { name } })
  }

  unlabel(issue: Issue, name: string): void {
    issue.labels = issue.labels.filter((one) => one !== name)
  }

  edit(issue: Issue, body: string, by: User): void {
    issue.body = body
    issue.updated_at = this.now()
    this.tell('issues', by, { action: 'edited', issue: this.showIssue(issue) })
  }

  setOpen(issue: Issue, open: boolean, by: User): void {
    if ((issue.state === 'open') === open) return
    issue.state = open ? 'open' : 'closed'
    issue.updated_at = this.now()
    issue.closed_at = open ? null : issue.updated_at
    issue.closedBy = open ? null : by
    this.tell('issues', by, { action: open ? 'reopened' : 'closed', issue: this.showIssue(issue) })
  }

  comment(number: number, body: string, by: User): Comment {
    const issue = this.issue(number)
    const id = this.id()
    const at = this.now()
    const comment = { id, node_id: `IC_${id}`, body, user: by, created_at: at, updated_at: at, number }
    this.comments.push(comment)
    issue.updated_at = at
    this.#watcher.commented(comment)
    this.tell('issue_comment', by, {
      action: 'created',
      issue: this.showIssue(issue),
      comment: this.showComment(comment),
    })
    return comment
  }

  /** A commit on a branch; where `expected` isn't its head (null: there is none) it is refused. */
  advance(branch: string, expected: string | null, commit: Commit, by: User): void {
    const head = this.git.head(branch) ?? null
    if (head !== expected) throw new Refused(422, `${branch} is at ${head}, not ${expected}`)
    this.point(branch, commit.sha, by)
  }

  point(branch: string, sha: string, by: User, forced = false): void {
    const before = this.git.head(branch)
    this.git.move(branch, sha)
    this.activities.unshift({ ref: `refs/heads/${branch}`, before: before ?? '', after: sha, actor: by })
    this.#pushedAt = this.now()
    this.#watcher.committed(branch, before, this.git.get(sha), by)
    for (const pull of this.pulls()) {
      if (pull.state === 'open' && pull.headRef === branch) {
        pull.headSha = sha
        this.issue(pull.number).updated_at = this.now()
      }
    }
    const none = '0'.repeat(40)
    const push = { ref: `refs/heads/${branch}`, before: before ?? none, after: sha, forced, deleted: false }
    this.tell('push', by, push)
  }

  deleteBranch(branch: string, by: User): void {
    if (this.git.head(branch) === undefined) return
    this.git.move(branch, null)
    this.#pushedAt = this.now()
    for (const pull of this.pulls()) {
      if (pull.state === 'open' && (pull.headRef === branch || pull.baseRef === branch)) this.closePull(pull, by)
    }
    this.tell('delete', by, { ref: branch, ref_type: 'branch' })
  }

  write(branch: string, files: Record<string, string>, by: User, message = 'by hand'): string | undefined {
    const head = this.git.head(branch)
    if (head === undefined) return undefined
    const tree = new Map(this.git.get(head).tree)
    for (const [path, text] of Object.entries(files))
      tree.set(path, { blob: this.git.writeBlob(new TextEncoder().encode(text)), mode: '100644' })
    const commit = this.git.commit(tree, [head], message, by.login)
    this.advance(branch, head, commit, by)
    return commit.sha
  }

  openPull(wish: { head: string; base: string; title: string; body: string }, by: User): Pull {
    const headSha = this.git.head(wish.head)
    const baseSha = this.git.head(wish.base)
    if (headSha === undefined || baseSha === undefined) throw new Refused(422, 'head or base is not there')
    const twin = this.pulls().find(
      (one) => one.state === 'open' && one.headRef === wish.head && one.baseRef === wish.base,
    )
    if (twin !== undefined) throw new Refused(422, 'a pull request already exists')
    if (this.git.isAncestor(headSha, baseSha)) throw new Refused(422, 'no commits between them')
    const issue = this.openIssue(wish.title, wish.body, by)
    const pull: Pull = {
      number: issue.number,
      headRef: wish.head,
      headSha,
      baseRef: wish.base,
      title: wish.title,
      body: wish.body,
      state: 'open',
      merged: false,
      mergeCommitSha: null,
      mergedBy: null,
      draft: false,
      reviews: [],
    }
    issue.pull = pull
    this.#watcher.opened(pull, by)
    return pull
  }

  closePull(pull: Pull, by: User): void {
    if (pull.state === 'closed') return
    pull.state = 'closed'
    const issue = this.issue(pull.number)
    issue.state = 'closed'
    issue.updated_at = this.now()
    issue.closed_at = issue.updated_at
    issue.closedBy = by
    this.tell('pull_request', by, { action: 'closed', pull_request: this.showPull(pull) })
  }

  /** Somebody may be faster. */
  askToMerge(pull: Pull): void {
    this.#watcher.mergeAsked(pull)
  }

  /** null where it conflicts. */
  merge(pull: Pull, message: string, by: User): string | null {
    const base = this.git.head(pull.baseRef)
    if (base === undefined || pull.state !== 'open') throw new Refused(405, 'it is not open')
    if (pull.draft) throw new Refused(405, 'it is still a draft')
    const tree = this.git.mergeTrees(base, pull.headSha)
    if (tree === undefined) return null
    this.#watcher.merging(pull, by)
    const commit = this.git.commit(tree, [base, pull.headSha], message, by.login)
    pull.merged = true
    pull.mergeCommitSha = commit.sha
    pull.mergedBy = by
    this.advance(pull.baseRef, base, commit, by)
    this.closePull(pull, by)
    return commit.sha
  }

  canMerge(pull: Pull): boolean {
    const base = this.git.head(pull.baseRef)
    return base !== undefined && this.git.mergeTrees(base, pull.headSha) !== undefined
  }

  review(pull: Pull, wish: Pick<Review, 'state' | 'body' | 'commit_id'>, by: User): Review {
    const id = this.id()
    const review = { id, node_id: `PRR_${id}`, user: by, submitted_at: this.now(), ...wish }
    pull.reviews.push(review)
    this.issue(pull.number).updated_at = this.now()
    this.#watcher.reviewed(pull, review)
    this.tell('pull_request_review', by, { action: 'submitted', pull_request: this.showPull(pull), review })
    return review
  }

  report(wish: Omit<CheckRun, 'id' | 'appId' | 'completedAt'>): CheckRun {
    const run = { ...wish, id: this.id(), appId, completedAt: wish.conclusion === null ? null : this.now() }
    this.checkRuns.push(run)
    this.#watcher.reported(run)
    return run
  }

  finishCi(branch: string, sha: string, passed: boolean): void {
    const run: CheckRun = {
      id: this.id(),
      name: 'build',
      headSha: sha,
      externalId: '',
      status: 'completed',
      conclusion: passed ? 'success' : 'failure',
      completedAt: this.now(),
      appId: ciAppId,
    }
    this.checkRuns.push(run)
    this.tell('check_run', ciBot, {
      action: 'completed',
      check_run: { ...this.showRun(run), check_suite: { head_branch: branch } },
    })
  }

  tell(event: string, by: User, body: Record<string, unknown>): void {
    const repository = {
      full_name: this.place.key,
      default_branch: 'main',
      pushed_at: this.#pushedAt === '' ? null : this.#pushedAt,
    }
    this.#watcher.happened({
      event,
      body: { ...body, sender: showUser(by), installation: { id: installationId }, repository },
    })
  }

  showIssue(issue: Issue) {
    return {
      number: issue.number,
      node_id: issue.node_id,
      title: issue.title,
      body: issue.body,
      state: issue.state,
      user: showUser(issue.user),
      labels: issue.labels.map((name) => ({ name })),
      updated_at: issue.updated_at,
      closed_at: issue.closed_at,
      closed_by: issue.closedBy === null ? null : showUser(issue.closedBy),
      ...(issue.pull === null ? {} : { pull_request: {} }),
    }
  }

  showPull(pull: Pull) {
    const repo = { id: 1, default_branch: 'main' }
    return {
      number: pull.number,
      node_id: `PR_${pull.number}`,
      state: pull.state,
      merged: pull.merged,
      draft: pull.draft,
      mergeable: pull.state === 'open' ? this.canMerge(pull) : null,
      merge_commit_sha: pull.mergeCommitSha,
      merged_by: pull.mergedBy === null ? null : showUser(pull.mergedBy),
      closed_at: this.issue(pull.number).closed_at,
      head: { ref: pull.headRef, sha: pull.headSha, repo },
      base: { ref: pull.baseRef, sha: this.git.head(pull.baseRef) ?? '', repo },
    }
  }

  showComment({ id, node_id, body, user, created_at, updated_at, number }: Comment) {
    const issue_url = `https://api.github.com/repos/octo/widgets/issues/${number}`
    return { id, node_id, body, user: showUser(user), created_at, updated_at, issue_url }
  }

  showRun(run: CheckRun) {
    return {
      id: run.id,
      name: run.name,
      head_sha: run.headSha,
      external_id: run.externalId,
      status: run.status,
      conclusion: run.conclusion,
      completed_at: run.completedAt,
      html_url: null,
      app: { id: run.appId },
    }
  }

  text(blob: string): string {
    return new TextDecoder().decode(this.git.bytes(blob))
  }
}

export function showUser({ login, id, type }: User) {
  return { login, id, type }
}
