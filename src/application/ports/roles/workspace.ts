import type { ArtifactFile } from '../../../domain/records/artifact.ts'
import type { PathFault } from '../../../domain/paths/path-policy.ts'
import type { RemainingFile } from '../../../domain/records/agent-remains.ts'
import type { TestReport } from '../../../domain/loop/tests/test-report.ts'
import type { TreeChange } from '../../../domain/content/tree-change.ts'
import type { RepositoryRef } from '../../repository-ref.ts'
import type { RepositoryReader } from './repository-reader.ts'

/** Local git of all repositories: a mirror each, work trees on top (design 3.4). */
export interface Workspace {
  /** A detached work tree of its own at `commit`; fetches what is missing. Dispose it. */
  openWorkTree(repository: RepositoryRef, commit: string): Promise<WorkTree>
  /** The same for one run, whose name among all of any server is `run`: by it its commands are found once nobody watches them. */
  forRun(run: string): Workspace
  /** The files of a commit, to be looked at and no more; fetches what is missing. */
  openReader(repository: RepositoryRef, commit: string): Promise<RepositoryReader>
  /** Ends what still runs on this machine of commands of that run: whoever began it was killed, or lost it. */
  endLeftCommands(run: string): Promise<void>
  /** Paths that differ between two commits, with sha256, blob, size and mode of the newer side; renames found. Fetches what is missing. */
  describeChange(repository: RepositoryRef, base: string, head: string): Promise<ArtifactFile[]>
  /** The same without a look at any bytes, and with what was there before. */
  compareTrees(repository: RepositoryRef, base: string, head: string): Promise<TreeChange[]>
  /** Bytes of a blob by its git id. */
  readBlob(repository: RepositoryRef, blob: string): Promise<Uint8Array>
  /** Unified diff between two commits, cut at `maxBytes`. */
  readDiff(repository: RepositoryRef, base: string, head: string, maxBytes: number): Promise<string>
  /** Modes, so that hostile entries (symlinks, submodules) of a pushed commit are seen: faults of the change under the path rules. */
  findFaults(repository: RepositoryRef, base: string, head: string, rules: PathRules): Promise<PathFault[]>
  /** Tree id of a commit. */
  readTreeSha(repository: RepositoryRef, commit: string): Promise<string>
  isAncestor(repository: RepositoryRef, ancestor: string, descendant: string): Promise<boolean>
  /** What merging `head` into `base` changes there; nothing is kept of it but blobs. Paths of a conflict, as far as known. */
  mergeCommits(repository: RepositoryRef, base: string, head: string): Promise<MergedCommits>
  /** Commits at the tips of these branches, as git tells them, which takes no request of the API; those that aren't there are left out. */
  fetchHeads(repository: RepositoryRef, branches: readonly string[]): Promise<Map<string, string>>
  /** The newest commit that changed a file among those that `head` has and `base` hasn't; none where none did. */
  findLastChange(repository: RepositoryRef, base: string, head: string, path: string): Promise<string | undefined>
  /** Their newest common commit; none where they share no history, as after a push of a new root commit. */
  mergeBase(repository: RepositoryRef, a: string, b: string): Promise<string | undefined>
}

/** Null: it goes. */
export interface MergedChange {
  path: string
  after: { blob: string; mode: '100644' | '100755' } | null
}

export type MergedCommits = { kind: 'clean'; changes: MergedChange[] } | { kind: 'conflict'; paths: string[] }

export interface PathRules {
  /** Files or folders (globs allowed) the task may touch. */
  scope: readonly string[]
  /** Globs denied by configuration, beside the built-in ones. */
  denied: readonly string[]
  maxFileBytes: number
  maxFiles: number
}

/** One changed file of a work tree; its blob is already in the mirror. `bytes` is null when deleted. */
export interface WorkTreeFile extends ArtifactFile {
  readonly bytes: Uint8Array | null
}

export type WorkTreeChange = { kind: 'files'; files: WorkTreeFile[] } | { kind: 'refused'; faults: PathFault[] }

/** What differs from the commit, not to become a version. */
export interface RemainingChange {
  files: RemainingFile[]
  /** Files beyond those. */
  more: number
  /** For `git apply`; empty where nothing is kept. */
  patch: Uint8Array
  /** Why files are missing in the patch. */
  faults: PathFault[]
}

export interface CommandOutcome {
  exitCode: number | null
  timedOut: boolean
  aborted: boolean
  /** Output of both streams in order, redacted; cut in the middle with a note when it was more than the cap. */
  output: string
  outputBytes: number
  durationMs: number
}

/** What the reports of a test command say; where it wrote none, its exit code is all there is. */
export type TestReading =
  | { kind: 'none' }
  | { kind: 'read'; report: TestReport }
  /** The message names file and line. */
  | { kind: 'unreadable'; message: string }

export interface TestOutcome extends CommandOutcome {
  tests: TestReading
}

export interface WorkTree extends AsyncDisposable {
  readonly dir: string
  readonly commit: string
  /** Its files as they are now; those that the repository ignores are listed and read, and not searched. Throws `path_refused` where it isn't sound any more. */
  readonly reader: RepositoryReader
  /** Everything that differs from `commit`, policed before git looks at anything (design 3.4). */
  readChange(rules: PathRules): Promise<WorkTreeChange>
  /** The same as a patch of at most `maxBytes`, with all that may be kept of it, however it was left. */
  readRemains(rules: PathRules, maxBytes: number): Promise<RemainingChange>
  readFile(path: string): Promise<Uint8Array | undefined>
  /** Without a mode the one that is there stays; a new file is no program. */
  writeFile(path: string, bytes: Uint8Array, mode?: '100644' | '100755'): Promise<void>
  /** Nothing happens where there is no such file. */
  removeFile(path: string): Promise<void>
  /** `git apply` of a unified diff; the answer says which hunk failed. */
  applyDiff(diff: string): Promise<{ ok: true } | { ok: false; reason: string }>
  /** A shell command in isolation (design 5.2): own process group, allowlisted environment, deadline, capped output. */
  run(command: string, limits: CommandLimits, given?: readonly GivenFile[]): Promise<CommandOutcome>
  /** The same, and what its output and the reports that it wrote (`reports` are globs) say of its tests. */
  runTests(command: string, limits: CommandLimits, reports: readonly string[]): Promise<TestOutcome>
  /** A program that is talked with, isolated as commands are. Resolves once it is there; dispose it. */
  start(order: ProgramOrder, limits: ProgramLimits): Promise<RunningProgram>
}

export interface ProgramOrder {
  /** Where it is on this machine: a file that can be executed. */
  file: string
  /** The folder with all that it needs, or the file alone, seen read-only; null where it is part of the system. */
  folder: string | null
  /** What it is told, by where it finds itself. */
  describe: (place: ProgramPlace) => ProgramSetting
  /**
   * A socket on this machine, in a folder of its own, that is all its network: it speaks to it at an address of its own
   * loopback. Whoever commands run as must be able to use it.
   */
  socket: string | null
  /** Whether the socket leads to package registries too: it then keeps what it fetches in a cache of its own. */
  fetches?: boolean
}

export interface ProgramPlace {
  home: string
  /** The work tree. */
  dir: string
  /** Leads to the socket; null where it has none. */
  origin: string | null
}

export interface ProgramSetting {
  args: readonly string[]
  environment: Readonly<Record<string, string>>
  /** Laid into its HOME. */
  home: readonly { path: string; text: string }[]
}

export type ProgramLimits = Pick<CommandLimits, 'isolation' | 'maxDiskBytes' | 'maxMemoryBytes'>

/** Why it ended. Null exit code: it was killed. */
export interface ProgramEnd {
  exitCode: number | null
  /** What it took beyond its limit, and was killed for. */
  excess: 'disk' | 'memory' | null
}

/** Disposed, it and all that it began is killed. */
export interface RunningProgram extends AsyncDisposable {
  readonly place: ProgramPlace
  /** Standard output, unbounded: whoever reads it bounds it. */
  readonly output: AsyncIterable<Uint8Array>
  write(text: string): Promise<void>
  endInput(): void
  /** The standard error so far: redacted, and cut in the middle where it is long. */
  complaints(): string
  readonly ended: Promise<ProgramEnd>
  kill(): void
}

/** A file that a command gets to read. It stands outside of the work tree; the variable holds its path. */
export interface GivenFile {
  /** As `COUNTERSIGN_ANALYSIS`. */
  variable: string
  /** Without a folder, as `analysis.json`. */
  name: string
  text: string
}

export interface CommandLimits {
  timeoutMs: number
  maxOutputBytes: number
  /** What the folder may take of the disk, with what was checked out. */
  maxDiskBytes: number
  /** What it and all that it began may hold of memory. */
  maxMemoryBytes: number
  isolation: 'bubblewrap' | 'none'
  network: boolean
  signal: AbortSignal
}
