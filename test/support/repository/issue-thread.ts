import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createThread } from '../../../src/adapters/github/thread/create-thread.ts'
import type { Posted, ThreadPost } from '../../../src/application/ports/forge/thread.ts'
import { type SandboxInstallation, type SandboxRepository, startSandboxInstallation } from './sandbox-installation.ts'

/** An issue in a repository of its own, and how the App posts there. */
export interface IssueThread {
  github: SandboxInstallation
  repository: SandboxRepository
  issue: { number: number; nodeId: string }
  post(posts: readonly ThreadPost[], again?: boolean): Promise<Posted[]>
  /** A comment with its mark. */
  comment(op: string, text: string, overrides?: { subjectId?: string | null; number?: number }): CommentPost
}
type CommentPost = Extract<ThreadPost, { kind: 'comment' }>

/** For the tests of one file: one GitHub, and an issue anew before each, with no request taken yet. */
export function useIssueThread(): IssueThread {
  const opened = {} as IssueThread
  beforeAll(async () => {
    opened.github = await startSandboxInstallation()
  })
  beforeEach(async () => {
    const { github } = opened
    const repository = await github.createRepository()
    const { data } = await github.as('writer').issues.create({ ...repository.place, title: 'An issue' })
    const issue = { number: data.number, nodeId: data.node_id }
    const thread = createThread(github.client, github.sandbox.app.botLogin)
    Object.assign(opened, {
      repository,
      issue,
      post: (posts, again = false) => thread.post(repository.ref, posts, again),
      comment: (op, text, overrides = {}) => {
        const mark = `<!-- countersign:say ${op} abc -->`
        const { number, nodeId: subjectId } = issue
        return { kind: 'comment', op, subjectId, number, mark, body: `${mark}\n${text}`, ...overrides }
      },
    } satisfies Omit<IssueThread, 'github'>)
    github.takeRequests()
  })
  afterAll(() => opened.github.close())
  return opened
}
