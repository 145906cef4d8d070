import { numberOf, textOf } from '../../handler/body-value.ts'
import { findDiffLine, type DiffLine } from '../../git/find-diff-line.ts'
import type { RouteContext } from '../../handler/route.ts'
import { refuseLongBody } from '../../handler/validation-failed.ts'
import type { Pull, Repository, ReviewComment } from '../../world/world.ts'

/** Why a comment can't stand where it was asked to. */
export type Misplaced = { fault: 'path' | 'line' }

/** A new review comment on a line (or, with `subject_type: file`, on a file) of the diff between base and `commit`. */
export async function buildReviewComment(
  context: RouteContext,
  repo: Repository,
  pull: Pull,
  asked: Record<string, unknown>,
  commit: string,
): Promise<ReviewComment | Misplaced> {
  const git = context.git(repo)
  const path = textOf(asked['path']) ?? ''
  const body = textOf(asked['body']) ?? ''
  refuseLongBody('PullRequestReviewComment', body)
  const base = (await git.mergeBase(pull.base.sha, commit)) ?? pull.base.sha
  const file = (await git.diff(base, commit)).find((one) => one.filename === path)
  if (!file) return { fault: 'path' }
  const isFile = asked['subject_type'] === 'file'
  const place = isFile ? undefined : findPlace(file.patch ?? '', asked)
  if (!isFile && !place) return { fault: 'line' }
  const startLine = numberOf(asked['start_line']) ?? null

  return {
    ...buildComment(context, body),
    reviewId: null,
    inReplyTo: null,
    path,
    line: place?.line ?? null,
    side: place?.side ?? 'RIGHT',
    startLine,
    startSide: startLine === null ? null : readSide(asked['start_side'] ?? asked['side']),
    commitId: commit,
    diffHunk: place?.hunk ?? '',
  }
}

/** A reply, on the same place as the first comment of its thread. */
export function buildReply(context: RouteContext, thread: ReviewComment, body: string): ReviewComment {
  refuseLongBody('PullRequestReviewComment', body)

  return { ...thread, ...buildComment(context, body), inReplyTo: thread.inReplyTo ?? thread.id, reviewId: null }
}

function buildComment(context: RouteContext, body: string) {
  const createdAt = context.now()

  return {
    id: context.newId(),
    user: context.user().login,
    body,
    createdAt,
    updatedAt: createdAt,
    reactions: [],
    viaApp: context.actor.kind === 'installation' ? context.actor.app.slug : null,
  }
}

function findPlace(patch: string, asked: Record<string, unknown>): DiffLine | undefined {
  const line = numberOf(asked['line'])
  const position = numberOf(asked['position'])
  if (line !== undefined) return findDiffLine(patch, { line, side: readSide(asked['side']) })

  return position === undefined ? undefined : findDiffLine(patch, { position })
}

function readSide(value: unknown): 'LEFT' | 'RIGHT' {
  return value === 'LEFT' ? 'LEFT' : 'RIGHT'
}
