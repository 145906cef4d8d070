import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPull, refusalOf, startSandboxTarget, targets, type SandboxTarget, type Target } from './github-target.ts'

describe.each(targets)('reviews by the author on $name', ({ start }) => {
  let target: Target
  let pull: { owner: string; repo: string; pull_number: number }
  let sha: string
  beforeAll(async () => {
    target = await start()
    const opened = await openPull(target, { path: 'numbers.txt', text: 'one\n2\nthree\n' })
    pull = { ...target.at, pull_number: opened.number }
    sha = opened.sha
  })
  afterAll(() => target.close())

  test.each([
    ['APPROVE', 'Can not approve your own pull request'],
    ['REQUEST_CHANGES', 'Can not request changes on your own pull request'],
  ] as const)('%s on a pull request of one’s own is refused', async (event, words) => {
    const refusal = await refusalOf(target.octokit.pulls.createReview({ ...pull, event, body: 'Mine' }))

    expect(refusal).toMatchObject({ status: 422, text: expect.stringContaining(words) })
  })

  test('a comment without a body is refused', async () => {
    const refusal = await refusalOf(target.octokit.pulls.createReview({ ...pull, event: 'COMMENT' }))

    expect(refusal.status).toBe(422)
  })

  test('a review is of the head unless told', async () => {
    const { data } = await target.octokit.pulls.createReview({ ...pull, event: 'COMMENT', body: 'Seen' })

    expect(data).toMatchObject({ state: 'COMMENTED', commit_id: sha, body: 'Seen' })
  })

  test('a comment stands on a line of the diff, with its hunk', async () => {
    const place = { path: 'numbers.txt', line: 2, side: 'RIGHT' } as const

    const { data } = await target.octokit.pulls.createReviewComment({ ...pull, ...place, commit_id: sha, body: 'Why?' })

    expect(data).toMatchObject({ ...place, diff_hunk: expect.stringMatching(/\+2$/) })
  })

  test.each([
    ['a line outside of the diff', { path: 'numbers.txt', line: 99 }],
    ['a file outside of the diff', { path: 'README.md', line: 1 }],
  ])('a comment on %s is refused', async (_, place) => {
    const comment = { ...pull, ...place, side: 'RIGHT', commit_id: sha, body: 'Where?' } as const

    const refusal = await refusalOf(target.octokit.pulls.createReviewComment(comment))

    expect(refusal.status).toBe(422)
  })

  test('a reply belongs to the first comment of its thread', async () => {
    const place = { path: 'numbers.txt', line: 2, side: 'RIGHT' } as const
    const comment = { ...pull, ...place, commit_id: sha, body: 'First' }
    const first = await target.octokit.pulls.createReviewComment(comment)

    const { data } = await target.octokit.pulls.createReplyForReviewComment({
      ...pull,
      comment_id: first.data.id,
      body: 'Second',
    })

    expect(data).toMatchObject({ in_reply_to_id: first.data.id, path: 'numbers.txt', line: 2 })
  })

  test('a review brings its comments along', async () => {
    const comments = [{ path: 'numbers.txt', line: 2, side: 'RIGHT', body: 'Here' }]
    const review = await target.octokit.pulls.createReview({ ...pull, event: 'COMMENT', body: 'Two', comments })

    const { data } = await target.octokit.pulls.listCommentsForReview({ ...pull, review_id: review.data.id })

    expect(data).toMatchObject([{ body: 'Here', path: 'numbers.txt', pull_request_review_id: review.data.id }])
  })
})

describe('reviews by others on the sandbox', () => {
  let target: SandboxTarget
  let pull: { owner: string; repo: string; pull_number: number }
  beforeAll(async () => {
    target = await startSandboxTarget()
    const opened = await openPull(target, { path: 'numbers.txt', text: 'one\n2\nthree\n' })
    pull = { ...target.at, pull_number: opened.number }
  })
  afterAll(() => target.close())

  test.each(['maintainer', 'reader', 'outsider'] as const)('a %s may review', async (role) => {
    const { data } = await target.as(role).pulls.createReview({ ...pull, event: 'COMMENT', body: `From ${role}` })

    expect(data.user?.login).toBe(target.sandbox.logins[role])
  })

  test('an approval needs no body and a request for changes does', async () => {
    const maintainer = target.as('maintainer')

    const approval = await maintainer.pulls.createReview({ ...pull, event: 'APPROVE' })
    const refusal = await refusalOf(maintainer.pulls.createReview({ ...pull, event: 'REQUEST_CHANGES' }))

    expect(approval.data.state).toBe('APPROVED')
    expect(refusal.status).toBe(422)
  })

  test('a pending review is seen by its author alone', async () => {
    const pending = await target.as('reader').pulls.createReview({ ...pull, body: 'Not yet' })

    const mine = await target.as('reader').pulls.listReviews(pull)
    const theirs = await target.as('writer').pulls.listReviews(pull)

    expect(mine.data.map((review) => review.id)).toContain(pending.data.id)
    expect(theirs.data.map((review) => review.id)).not.toContain(pending.data.id)
  })

  test('writers dismiss an approval, readers may not', async () => {
    const review = await target.as('maintainer').pulls.createReview({ ...pull, event: 'APPROVE' })
    const dismissal = { ...pull, review_id: review.data.id, message: 'Outdated' }

    const refusal = await refusalOf(target.as('reader').pulls.dismissReview(dismissal))
    const { data } = await target.as('writer').pulls.dismissReview(dismissal)

    expect(refusal.status).toBe(403)
    expect(data.state).toBe('DISMISSED')
  })

  test('a review answers the request for it', async () => {
    const reviewers = [target.sandbox.logins.triager]
    await target.octokit.pulls.requestReviewers({ ...pull, reviewers })

    await target.as('triager').pulls.createReview({ ...pull, event: 'COMMENT', body: 'Looked' })
    const { data } = await target.octokit.pulls.listRequestedReviewers(pull)

    expect(data.users).toEqual([])
  })

  test('a review can not be requested from its author nor from an outsider', async () => {
    const request = (reviewer: string) => target.octokit.pulls.requestReviewers({ ...pull, reviewers: [reviewer] })

    const own = await refusalOf(request(target.sandbox.logins.writer))
    const outside = await refusalOf(request(target.sandbox.logins.outsider))

    expect([own.status, outside.status]).toEqual([422, 422])
  })
})
