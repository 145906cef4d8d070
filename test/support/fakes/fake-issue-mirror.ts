import type { IssueMirror, MirroredTask, MirrorIssue } from '../../../src/application/ports/forge/issue-mirror.ts'

/** A mirror that makes an issue of every task, from number 101 up. */
export class FakeIssueMirror implements IssueMirror {
  readonly calls: { parent: number; wanted: readonly MirroredTask[]; known: Readonly<Record<string, MirrorIssue>> }[] =
    []
  /** What the next calls throw, in order. */
  readonly faults: Error[] = []
  #made = 0

  sync(
    _repository: unknown,
    parent: number,
    wanted: readonly MirroredTask[],
    known: Readonly<Record<string, MirrorIssue>>,
  ): Promise<Record<string, MirrorIssue>> {
    this.calls.push({ parent, wanted, known })
    const fault = this.faults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    return Promise.resolve(Object.fromEntries(wanted.map(({ task }) => [task, known[task] ?? this.#make()])))
  }

  #make(): MirrorIssue {
    this.#made += 1
    return { number: 100 + this.#made, id: 9_000_000 + this.#made }
  }
}
