import type { KnownHead, KnownHeads } from '../../ports/state/known-heads.ts'
import type { StateFile } from '../../ports/state/state-store.ts'
import type { TakenConfiguration } from './take-configuration.ts'

/** Files of a repository that are kept in memory, newest last: those of some fifty issues, a megabyte or two. */
const maxTexts = 250

/**
 * What is known of a repository at one head of its workflow branch; a file not in `texts` has not been read. Texts are
 * shared by what was read at one head and never by two heads: a read that is still under way at the old head can't
 * spoil what was written since.
 */
export interface KnownState {
  head: string | null
  /** GitHub's id of the repository. */
  repositoryId: number
  defaultBranch: { name: string; sha: string }
  configuration: TakenConfiguration
  texts: Map<string, string | null>
}

/** A head of the workflow branch, and since when it is known (ISO 8601). */
export interface TrustedHead extends KnownHead {
  /** An earlier process knew it: it may be that of a former repository of this name. */
  isRecalled?: true
}

/** What one process remembers of a repository. */
export interface BranchMemory {
  /** At the newest head that it wrote or read. */
  known: KnownState | undefined
  /** The newest head that this process wrote or has checked, or that an earlier one knew. */
  trusted: TrustedHead | undefined
  /** Takes over what an earlier process knew, once. */
  recall(): Promise<void>
  /** Whether another process wrote or checked this head just now. */
  isNoted(sha: string): Promise<boolean>
  /** The session that new issues were given last though nothing was written into it yet. */
  opening: string | undefined
}

/** An empty memory of `owner/name`; what it comes to trust is noted in `heads`. */
export function createBranchMemory(repository: string, heads: KnownHeads | null): BranchMemory {
  let trusted: TrustedHead | undefined
  let recalling: Promise<void> | undefined
  return {
    known: undefined,
    opening: undefined,
    get trusted() {
      return trusted
    },
    set trusted(head) {
      trusted = head
      heads?.note(repository, head?.sha ?? null)
    },
    recall() {
      recalling ??= (heads?.recall(repository) ?? Promise.resolve(undefined)).then((head) => {
        if (head !== undefined) trusted ??= { ...head, isRecalled: true }
      })
      return recalling
    },
    async isNoted(sha) {
      return (await heads?.recall(repository))?.sha === sha
    },
  }
}

/** What is known after a commit of ours. */
export function advanceKnown(known: KnownState, head: string, files: readonly StateFile[]): KnownState {
  const texts = new Map([...known.texts].slice(-maxTexts))
  for (const file of files) {
    if (!isJson(file.path)) continue
    texts.delete(file.path)
    texts.set(file.path, file.bytes === null ? null : new TextDecoder().decode(file.bytes))
  }
  return { ...known, head, texts }
}

function isJson(path: string): boolean {
  return path.endsWith('.json') || path.endsWith('.jsonl')
}

/** Text of a file as it is known; null also where it wasn't read. */
export function knownText({ texts }: KnownState): (path: string) => string | null {
  return (path) => texts.get(path) ?? null
}
