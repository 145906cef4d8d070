import { patiently, tracedForAll } from '../../trace.ts'

type Texts = Map<string, string | null>

/** Reads of files at one head: what is asked for in the same moment is one query, and each file is asked for once. */
export class TextBatch {
  readonly #texts: Texts
  readonly #read: (paths: readonly string[]) => Promise<Texts>
  readonly #reading = new Map<string, Promise<void>>()
  #next: { paths: Set<string>; done: Promise<void> } | undefined

  /** What is read goes into `texts`. */
  constructor(texts: Texts, read: (paths: readonly string[]) => Promise<Texts>) {
    this.#texts = texts
    this.#read = read
  }

  /** Resolves once all of them are in the texts; those that are there already aren't read. */
  async load(paths: readonly string[]): Promise<void> {
    const missing = paths.filter((path) => !this.#texts.has(path))
    await patiently(Promise.all(missing.map((path) => this.#reading.get(path) ?? this.#ask(path))))
  }

  #ask(path: string): Promise<void> {
    this.#next ??= { paths: new Set(), done: tracedForAll(() => this.#readNext()) }
    const { paths, done } = this.#next
    paths.add(path)
    this.#reading.set(path, done)
    return done
  }

  async #readNext(): Promise<void> {
    // Those that were told of the same head go on in the same turn, and ask before this does.
    await Promise.resolve()
    const paths = [...(this.#next?.paths ?? [])]
    this.#next = undefined
    try {
      for (const [path, text] of await this.#read(paths)) this.#texts.set(path, text)
    } finally {
      for (const path of paths) this.#reading.delete(path)
    }
  }
}
