import type { RepositoryRef } from '../../../application/repository-ref.ts'

const mostKept = 10_000

/** GraphQL's ids of the pull requests that this process opened last, by their numbers. */
export class PullIds {
  readonly #ids = new Map<string, string>()

  keep(repository: RepositoryRef, number: number, id: string): void {
    const [oldest] = this.#ids.keys()
    if (this.#ids.size >= mostKept && oldest !== undefined) this.#ids.delete(oldest)
    this.#ids.set(keyOf(repository, number), id)
  }

  find(repository: RepositoryRef, number: number): string | undefined {
    return this.#ids.get(keyOf(repository, number))
  }

  forget(repository: RepositoryRef, number: number): void {
    this.#ids.delete(keyOf(repository, number))
  }
}

function keyOf({ key }: RepositoryRef, number: number): string {
  return `${key}#${number}`
}
