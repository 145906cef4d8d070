import type { RepositoryReader } from '../../../src/application/ports/roles/repository-reader.ts'
import type { ArtifactFile } from '../../../src/domain/records/artifact.ts'
import type { TreeChange } from '../../../src/domain/content/tree-change.ts'
import type { PathFault } from '../../../src/domain/paths/path-policy.ts'
import type {
  MergedCommits,
  RemainingChange,
  TestOutcome,
  Workspace,
  WorkTree,
  WorkTreeFile,
} from '../../../src/application/ports/roles/workspace.ts'
import { buildTestOutcome } from '../runs/build-test-outcome.ts'
import { buildArtifactFile, testSha } from '../builders.ts'
import { createFakeReader } from './fake-reader.ts'

/** A workspace whose every work tree has one new file, and whose every commit changes one. */
export class FakeWorkspace implements Workspace {
  path = 'docs/one.txt'
  /** What the next look at a pushed commit throws. */
  readonly changeFaults: Error[] = []
  /** What the next work trees to be opened throw, in order. */
  readonly openFaults: Error[] = []
  /** What a run that was cancelled left. */
  remains: RemainingChange = { files: [], more: 0, patch: new Uint8Array(), faults: [] }
  /** What tests come to in every work tree. */
  test: (command: string) => TestOutcome = () => buildTestOutcome()
  /** What any merge comes to. */
  merged: MergedCommits = { kind: 'conflict', paths: [] }
  /** What every commit holds, for who only looks. */
  texts: Readonly<Record<string, string>> = { 'docs/one.txt': 'one\n' }
  /** What is wrong with every pushed commit. */
  pathFaults: PathFault[] = []

  openWorkTree(_repository: unknown, commit: string): Promise<WorkTree> {
    const fault = this.openFaults.shift()
    if (fault !== undefined) return Promise.reject(fault)
    const file: WorkTreeFile = { ...this.#file(), bytes: new TextEncoder().encode('one\n') }
    return Promise.resolve({
      dir: '/nowhere',
      commit,
      reader: createFakeReader({}, commit),
      readChange: () => Promise.resolve({ kind: 'files' as const, files: [file] }),
      readRemains: () => Promise.resolve(this.remains),
      readFile: () => Promise.resolve(undefined),
      writeFile: () => Promise.resolve(),
      removeFile: () => Promise.resolve(),
      applyDiff: () => Promise.resolve({ ok: true as const }),
      run: () => Promise.resolve(buildTestOutcome()),
      runTests: (command) => Promise.resolve(this.test(command)),
      start: () => Promise.reject(new Error('there are no programs here')),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    })
  }

  openReader(_repository: unknown, commit: string): Promise<RepositoryReader> {
    return Promise.resolve(createFakeReader(this.texts, commit))
  }

  forRun(_run: string): Workspace {
    return this
  }

  endLeftCommands(_run: string): Promise<void> {
    return Promise.resolve()
  }

  describeChange(): Promise<ArtifactFile[]> {
    const fault = this.changeFaults.shift()
    return fault === undefined ? Promise.resolve([this.#file()]) : Promise.reject(fault)
  }

  compareTrees(): Promise<TreeChange[]> {
    const { path, blob, mode } = this.#file()
    return Promise.resolve([{ path, before: null, after: { blob: blob ?? '', mode: mode ?? '' } }])
  }

  readBlob(): Promise<Uint8Array> {
    return Promise.resolve(new TextEncoder().encode('one\n'))
  }

  readDiff(): Promise<string> {
    return Promise.resolve('')
  }

  findFaults(): Promise<PathFault[]> {
    return Promise.resolve(this.pathFaults)
  }

  readTreeSha(_repository: unknown, commit: string): Promise<string> {
    return Promise.resolve(testSha(`tree of ${commit}`))
  }

  isAncestor(): Promise<boolean> {
    return Promise.resolve(false)
  }

  mergeCommits(): Promise<MergedCommits> {
    return Promise.resolve(this.merged)
  }

  fetchHeads(_repository: unknown, branches: readonly string[]): Promise<Map<string, string>> {
    return Promise.resolve(new Map(branches.map((branch) => [branch, testSha(branch)])))
  }

  findLastChange(): Promise<string | undefined> {
    return Promise.resolve(undefined)
  }

  mergeBase(_repository: unknown, a: string): Promise<string | undefined> {
    return Promise.resolve(a)
  }

  #file(): ArtifactFile {
    return buildArtifactFile({ path: this.path })
  }
}
