import type { Posted, Thread, ThreadPost } from '../../../src/application/ports/forge/thread.ts'

/** A thread that takes everything, but for what a test has it refuse. */
export class FakeThread implements Thread {
  readonly requests: { posts: readonly ThreadPost[]; again: boolean }[] = []
  /** Labels that the issue got, one after the other. */
  readonly labels: (string | null)[] = []
  /** Throws for the next requests, in order. */
  readonly faults: Error[] = []
  /** Kinds of posts that are refused for good. */
  readonly refused = new Set<ThreadPost['kind']>()
  #ids = 100

  post(_repository: unknown, posts: readonly ThreadPost[], again: boolean): Promise<Posted[]> {
    this.requests.push({ posts, again })
    const fault = this.faults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    return Promise.resolve(posts.map((post) => this.#take(post)))
  }

  /** Texts of all comments that were asked for, edits too. */
  texts(): string[] {
    return this.requests.flatMap(({ posts }) => posts.flatMap((post) => ('body' in post ? [post.body] : [])))
  }

  #take(post: ThreadPost): Posted {
    if (this.refused.has(post.kind)) return { op: post.op, ok: false, why: 'refused by the test', isOutage: false }
    if (post.kind === 'label') {
      this.labels.push(post.label)
      return { op: post.op, ok: true, id: null, nodeId: null }
    }
    this.#ids += 1
    return { op: post.op, ok: true, id: this.#ids, nodeId: `IC_${this.#ids}` }
  }
}
