import type { Laboratory } from '../../../../src/application/runs/debug/try-undone.ts'
import type { TestOutcome, WorkTree } from '../../../../src/application/ports/roles/workspace.ts'
import { buildTestOutcome } from '../../../support/runs/build-test-outcome.ts'
import { FakeWorkspace } from '../../../support/fakes/fake-workspace.ts'
import { buildLimits, widgets } from '../../../support/local-repository.ts'

export type Ending =
  | 'passes'
  | 'fails'
  | 'never ends'
  | 'is aborted'
  | { refuses: string }
  | { ends: Partial<TestOutcome> }

/** Runs that end as told, by the commit and the patches that were applied: `head`, `head - fix a`. Keeps what was run. */
export class FakeLaboratory {
  readonly runs: { what: string; timeoutMs: number }[] = []
  readonly opened: string[] = []
  disposed = 0
  readonly #endings: Record<string, Ending | Ending[]>

  constructor(endings: Record<string, Ending | Ending[]>) {
    this.#endings = endings
  }

  lab(signal = new AbortController().signal): Laboratory {
    const openWorkTree = (_repository: unknown, commit: string) => this.#open(commit)
    return {
      workspace: { openWorkTree, readDiff: () => Promise.resolve('') },
      repository: widgets,
      command: 'node --test',
      limits: buildLimits({ timeoutMs: 1_000, signal }),
      reports: [],
    }
  }

  async #open(commit: string): Promise<WorkTree> {
    const workTree = await new FakeWorkspace().openWorkTree(widgets, commit)
    let what = commit
    this.opened.push(commit)
    return {
      ...workTree,
      applyDiff: (patch) => {
        what = `${commit} - ${patch}`
        const ending = this.#next(what, false)
        return Promise.resolve(
          typeof ending === 'object' && 'refuses' in ending ? { ok: false, reason: ending.refuses } : { ok: true },
        )
      },
      runTests: (_command, { timeoutMs }) => {
        this.runs.push({ what, timeoutMs })
        return Promise.resolve(toOutcome(this.#next(what, true)))
      },
      [Symbol.asyncDispose]: () => {
        this.disposed += 1
        return Promise.resolve()
      },
    }
  }

  #next(what: string, take: boolean): Ending {
    const ending = this.#endings[what] ?? 'fails'
    if (!Array.isArray(ending)) return ending
    return (take && ending.length > 1 ? ending.shift() : ending[0]) ?? 'fails'
  }
}

function toOutcome(ending: Ending): TestOutcome {
  if (typeof ending === 'object') return buildTestOutcome({ exitCode: 1, ...('ends' in ending ? ending.ends : {}) })
  switch (ending) {
    case 'passes':
      return buildTestOutcome()
    case 'fails':
      return buildTestOutcome({ exitCode: 1 })
    case 'never ends':
      return buildTestOutcome({ exitCode: null, timedOut: true })
    case 'is aborted':
      return buildTestOutcome({ exitCode: null, aborted: true })
  }
}
