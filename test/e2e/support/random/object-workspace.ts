import { createHash } from 'node:crypto'
import { hashBlob } from '../../../../src/adapters/workspace/plumbing/git-blob.ts'
import { nameRenames } from '../../../../src/adapters/workspace/change/name-renames.ts'
import type { RepositoryRef } from '../../../../src/application/repository-ref.ts'
import type {
  CommandLimits,
  CommandOutcome,
  Workspace,
  WorkTree,
  WorkTreeChange,
  WorkTreeFile,
} from '../../../../src/application/ports/roles/workspace.ts'
import type { RepositoryReader } from '../../../../src/application/ports/roles/repository-reader.ts'
import type { ArtifactFile } from '../../../../src/domain/records/artifact.ts'
import { findPathFaults } from '../../../../src/domain/paths/path-policy.ts'
import type { GitObjects, TreeChange, TreeFile } from '../git/git-objects.ts'

type FindObjects = (repository: RepositoryRef) => GitObjects | undefined

/**
 * What the App's workspace would say, read from GitHub's own objects through one process that stays: a dozen processes
 * of git for each run took a third of the time. Whatever isn't known here, and every command, goes to the real one.
 */
export function createObjectWorkspace(real: Workspace, findObjects: FindObjects): Workspace {
  return {
    forRun: (run) => createObjectWorkspace(real.forRun(run), findObjects),
    endLeftCommands: (run) => real.endLeftCommands(run),
    openReader: (...asked) => real.openReader(...asked),
    openWorkTree: async (repository, commit) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.openWorkTree(repository, commit)
      const files = await objects.listFiles(await readTreeOf(objects, commit))
      return openOverlay(objects, { commit, files, openReal: () => real.openWorkTree(repository, commit) })
    },
    describeChange: async (repository, base, head) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.describeChange(repository, base, head)
      const changes = await diffCommits(objects, base, head)
      return named(await Promise.all(changes.map((change) => describe(objects, change))), changes)
    },
    compareTrees: async (repository, base, head) => {
      const objects = findObjects(repository)
      return objects === undefined ? real.compareTrees(repository, base, head) : diffCommits(objects, base, head)
    },
    readBlob: async (repository, blob) => {
      const bytes = (await findObjects(repository)?.find(blob))?.bytes
      return bytes ?? real.readBlob(repository, blob)
    },
    readDiff: (...asked) => real.readDiff(...asked),
    findLastChange: (...asked) => real.findLastChange(...asked),
    findFaults: async (repository, base, head, rules) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.findFaults(repository, base, head, rules)
      const changes = await diffCommits(objects, base, head)
      const files = await Promise.all(changes.map((change) => describe(objects, change)))
      const all = await objects.listFiles(await readTreeOf(objects, head))
      const entries = files.map(({ path, status, size }, index) => {
        const mode = changes[index]?.after?.mode ?? null
        return { path, status, size, mode }
      })
      const changed = new Set(files.map(({ path }) => path))
      return findPathFaults(
        entries,
        rules,
        [...all.keys()].filter((path) => !changed.has(path)),
      )
    },
    readTreeSha: async (repository, commit) => {
      const objects = findObjects(repository)
      return objects === undefined ? real.readTreeSha(repository, commit) : readTreeOf(objects, commit)
    },
    isAncestor: async (repository, ancestor, descendant) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.isAncestor(repository, ancestor, descendant)
      return (await listAncestors(objects, descendant)).has(ancestor)
    },
    fetchHeads: async (repository, branches) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.fetchHeads(repository, branches)
      const found = branches.map(async (one) => [one, (await objects.findCommit(`refs/heads/${one}`))?.sha] as const)
      return new Map(
        (await Promise.all(found)).flatMap(([one, sha]) => (sha === undefined ? [] : [[one, sha] as const])),
      )
    },
    mergeCommits: (...asked) => real.mergeCommits(...asked),
    mergeBase: async (repository, a, b) => {
      const objects = findObjects(repository)
      if (objects === undefined) return real.mergeBase(repository, a, b)
      const [ofA, ofB] = await Promise.all([listAncestors(objects, a), listAncestors(objects, b)])
      const common = [...ofB].filter((sha) => ofA.has(sha))
      const older = new Set<string>()
      for (const sha of common) {
        if (older.has(sha)) continue
        for (const one of await listAncestors(objects, sha)) if (one !== sha) older.add(one)
      }
      return common.find((sha) => !older.has(sha))
    },
  }
}

async function readTreeOf(objects: GitObjects, commit: string): Promise<string> {
  const found = await objects.findCommit(commit)
  if (found === undefined) throw new Error(`there is no commit ${commit}`)
  return found.tree
}

async function diffCommits(objects: GitObjects, base: string, head: string): Promise<TreeChange[]> {
  return objects.diff(await readTreeOf(objects, base), await readTreeOf(objects, head))
}

/** The commit and all before it, nearest first. */
async function listAncestors(objects: GitObjects, commit: string): Promise<Set<string>> {
  const seen = new Set([commit])
  for (const sha of seen) for (const parent of (await objects.findCommit(sha))?.parents ?? []) seen.add(parent)
  return seen
}

async function describe(objects: GitObjects, { path, before, after }: TreeChange): Promise<ArtifactFile> {
  const bytes = after === null || after.mode === '160000' ? undefined : (await objects.find(after.blob))?.bytes
  const status = after === null ? 'deleted' : before === null ? 'added' : 'modified'
  return describeBytes(path, status, bytes, after?.mode)
}

function describeBytes(
  path: string,
  status: ArtifactFile['status'],
  bytes: Uint8Array | undefined,
  mode: string | undefined,
): ArtifactFile {
  return {
    path,
    status,
    previous_path: null,
    mode: bytes !== undefined && (mode === '100644' || mode === '100755') ? mode : null,
    size: bytes?.length ?? null,
    sha256: bytes === undefined ? null : createHash('sha256').update(bytes).digest('hex'),
    blob: bytes === undefined ? null : hashBlob(bytes),
  }
}

function named<File extends ArtifactFile>(files: readonly File[], changes: readonly TreeChange[]): File[] {
  const deleted = changes.flatMap(({ path, before, after }) =>
    after === null && before !== null ? [[path, before.blob] as const] : [],
  )
  return nameRenames(files, new Map(deleted))
}

interface Opening {
  commit: string
  files: ReadonlyMap<string, TreeFile>
  openReal: () => Promise<WorkTree>
}

/**
 * Writes are kept in memory; the first command that is more than a look into a file gets a real work tree with all of
 * them, and from then on that one counts.
 */
function openOverlay(objects: GitObjects, { commit, files, openReal }: Opening): WorkTree {
  const written = new Map<string, { bytes: Uint8Array; mode: '100644' | '100755' } | null>()
  let opened: WorkTree | undefined
  const materialise = async (): Promise<WorkTree> => {
    if (opened !== undefined) return opened
    opened = await openReal()
    for (const [path, file] of written)
      if (file === null) await opened.removeFile(path)
      else await opened.writeFile(path, file.bytes, file.mode)
    return opened
  }
  const readFile = async (path: string): Promise<Uint8Array | undefined> => {
    const own = written.get(path)
    if (own !== undefined) return own?.bytes
    const before = files.get(path)
    return before === undefined ? undefined : (await objects.find(before.blob))?.bytes
  }
  const readChanges = () =>
    [...written].flatMap(([path, file]): TreeChange[] => {
      const before = files.get(path) ?? null
      const after = file === null ? null : { mode: file.mode, blob: hashBlob(file.bytes) }
      return before?.blob === after?.blob && before?.mode === after?.mode ? [] : [{ path, before, after }]
    })
  const grep = async (command: string, { signal }: CommandLimits): Promise<CommandOutcome | undefined> => {
    const [, word, path] = /^grep -q (\w+) ([\w./]+)$/.exec(command) ?? []
    if (opened !== undefined || signal.aborted || word === undefined || path === undefined) return undefined
    const bytes = await readFile(path)
    if (bytes === undefined) return undefined
    const exitCode = Buffer.from(bytes).includes(word) ? 0 : 1
    return { exitCode, timedOut: false, aborted: false, output: '', outputBytes: 0, durationMs: 1 }
  }
  return {
    dir: '/in/memory',
    commit,
    get reader(): RepositoryReader {
      throw new Error('nobody here looks around')
    },
    readChange: async (rules): Promise<WorkTreeChange> => {
      if (opened !== undefined) return opened.readChange(rules)
      const changes = readChanges()
      const described = changes.map(({ path, before, after }): WorkTreeFile => {
        const bytes = written.get(path)?.bytes
        const status = after === null ? 'deleted' : before === null ? 'added' : 'modified'
        return { ...describeBytes(path, status, bytes, after?.mode), bytes: bytes ?? null }
      })
      const changed = new Set(changes.map(({ path }) => path))
      const faults = findPathFaults(
        described,
        rules,
        [...files.keys()].filter((path) => !changed.has(path)),
      )
      return faults.length > 0 ? { kind: 'refused', faults } : { kind: 'files', files: named(described, changes) }
    },
    readRemains: async (...asked) => (await materialise()).readRemains(...asked),
    readFile: (path) => opened?.readFile(path) ?? readFile(path),
    writeFile: (path, bytes, mode = '100644') => {
      if (opened !== undefined) return opened.writeFile(path, bytes, mode)
      written.set(path, { bytes: Uint8Array.from(bytes), mode })
      return Promise.resolve()
    },
    removeFile: (path) => {
      if (opened !== undefined) return opened.removeFile(path)
      if (files.has(path)) written.set(path, null)
      else written.delete(path)
      return Promise.resolve()
    },
    applyDiff: async (diff) => (await materialise()).applyDiff(diff),
    run: async (...asked) => (await grep(asked[0], asked[1])) ?? (await materialise()).run(...asked),
    runTests: async (...asked) => {
      const found = await grep(asked[0], asked[1])
      if (found === undefined) return (await materialise()).runTests(...asked)
      return { ...found, tests: { kind: 'none' } }
    },
    start: async (...asked) => (await materialise()).start(...asked),
    [Symbol.asyncDispose]: async () => opened?.[Symbol.asyncDispose](),
  }
}
