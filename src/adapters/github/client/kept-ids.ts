import type { RepositoryRef } from '../../../application/repository-ref.ts'

const mostKept = 10_000

/** GraphQL's ids as answers had them last, by name; the oldest are let go. */
class KeptIds {
  readonly #ids = new Map<string, string>()

  keep(name: string, id: string): void {
    const [oldest] = this.#ids.keys()
    if (this.#ids.size >= mostKept && oldest !== undefined) this.#ids.delete(oldest)
    this.#ids.set(name, id)
  }

  find(name: string): string | undefined {
    return this.#ids.get(name)
  }

  forget(name: string): void {
    this.#ids.delete(name)
  }
}

/** GraphQL's ids of the pull requests that this process opened last, by their numbers. */
export class PullIds {
  readonly #ids = new KeptIds()

  keep(repository: RepositoryRef, number: number, id: string): void {
    this.#ids.keep(keyOf(repository, number), id)
  }

  find(repository: RepositoryRef, number: number): string | undefined {
    return this.#ids.find(keyOf(repository, number))
  }

  forget(repository: RepositoryRef, number: number): void {
    this.#ids.forget(keyOf(repository, number))
  }
}

/** GraphQL's ids of people, by their logins, as GitHub named them last. */
export class UserIds {
  readonly #ids = new KeptIds()

  keep(login: string, id: string): void {
    this.#ids.keep(login.toLowerCase(), id)
  }

  find(login: string): string | undefined {
    return this.#ids.find(login.toLowerCase())
  }
}

function keyOf({ key }: RepositoryRef, number: number): string {
  return `${key}#${number}`
}
