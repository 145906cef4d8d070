import { recordText } from '../../language/message.ts'
import { changesDigest, isModeOfOurs, parseSeal, sealedText, type StateChange, type StateSeal } from './state-seal.ts'

/** A commit of the workflow branch. */
export interface HistoryCommit {
  sha: string
  parents: string[]
  message: string
  /** null: not looked at. */
  changes: readonly StateChange[] | null
  /** GitHub's own verdict on its signature; null: not asked. */
  verified: boolean | null
  /** ISO time. */
  committedAt: string
}

/** What tells the App's commits from others. */
export interface HistoryTrust {
  /** Public keys that are known to be the App's; null: none is known, and those of the oldest signed commit are assumed. */
  keys: readonly string[] | null
  holdsSignature: (key: string, text: string, signature: string) => boolean
  /** For who has the secret; null for everybody else. */
  holdsMac: ((text: string, mac: string) => boolean) | null
}

export interface HistoryJudgement {
  /** The oldest commit that isn't the App's, and why. */
  fault: { sha: string; why: string } | null
  /** Whether a known key vouches for the head, or the secret does; where not, why. */
  vouched: 'yes' | 'no' | 'key_not_given' | 'other_key' | 'unsigned'
  /** The repository that the newest sealed commit names. */
  repositoryId: number | null
  /** Every public key that is the App's by this history. */
  keys: string[]
  /** Those that the newest commit names, whoever's they are. */
  signedWith: readonly string[]
}

/**
 * Goes through the whole history of the workflow branch, oldest first: a straight line, each commit sealed for what it
 * changes, and from the first proven commit on none that isn't. One that is signed with a known key beside a new one makes
 * the new one known. The App builds on nothing that isn't its own, so a proven commit vouches for what lies below it too
 * (docs/decisions/0030).
 */
export function judgeHistory(commits: readonly HistoryCommit[], trust: HistoryTrust): HistoryJudgement {
  const sealed = commits.map((commit) => ({ commit, seal: parseSeal(commit.message) }))
  const assumed = sealed.find(({ seal }) => seal !== undefined && seal.keys.length > 0)?.seal?.keys ?? []
  const walk: HistoryWalk = { known: new Set(trust.keys ?? assumed), isProven: false, repositoryId: null, parent: null }
  const signedWith = sealed.at(-1)?.seal?.keys ?? []
  for (const { commit, seal } of sealed) {
    const why = findFault(commit, seal, trust, walk)
    const { repositoryId } = walk
    if (why !== null)
      return { fault: { sha: commit.sha, why }, vouched: 'no', repositoryId, keys: [...walk.known], signedWith }
    walk.parent = commit.sha
    walk.repositoryId = seal?.repositoryId ?? repositoryId
  }
  const isAssumed = trust.keys === null && trust.holdsMac === null
  const unproven = signedWith.length > 0 ? ('other_key' as const) : ('unsigned' as const)
  const vouched = !walk.isProven ? unproven : isAssumed ? ('key_not_given' as const) : ('yes' as const)
  return { fault: null, vouched, repositoryId: walk.repositoryId, keys: [...walk.known], signedWith }
}

interface HistoryWalk {
  known: Set<string>
  /** Some commit was proven: so must be all that follow. */
  isProven: boolean
  repositoryId: number | null
  parent: string | null
}

function findFault(
  commit: HistoryCommit,
  seal: StateSeal | undefined,
  { holdsSignature, holdsMac }: HistoryTrust,
  walk: HistoryWalk,
): string | null {
  if (commit.parents.join() !== (walk.parent ?? '')) return recordText('is not on a straight line of the App’s commits')
  if (seal === undefined) return walk.isProven ? recordText('was not made by this App') : null
  const text = sealedText(seal, walk.parent)
  if (commit.changes !== null && changesDigest(commit.changes) !== seal.changes)
    return recordText('changes something else than its Countersign-Changes says')
  if (commit.changes?.every(isModeOfOurs) === false) return recordText('makes a link or a program of a file')
  if (!seal.keys.every((key, index) => holdsSignature(key, text, seal.signatures[index] ?? '')))
    return recordText('has a signature that does not hold')
  const isKnown = seal.keys.some((key) => walk.known.has(key)) || holdsMac?.(text, seal.mac) === true
  if (!isKnown) return walk.isProven ? recordText('was not made by this App') : null
  if (commit.verified === false) return recordText('is not Verified by GitHub')
  if (walk.repositoryId !== null && seal.repositoryId !== walk.repositoryId)
    return recordText('names another repository')
  for (const key of seal.keys) walk.known.add(key)
  walk.isProven = true
  return null
}
