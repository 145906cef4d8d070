import type { InstalledRepository } from '../../../adapters/github/read/list-repositories.ts'
import type { DashboardSession } from './sessions.ts'

/** For so long an answer of GitHub counts. */
const answerMs = 60_000
/** A repository that isn't in the list may be new; whoever guesses names doesn't have it asked for each time. */
const newMs = 5_000

export interface RepositoryRights {
  list: () => Promise<InstalledRepository[]>
  canRead: (session: DashboardSession, repository: InstalledRepository) => Promise<boolean>
  nowMs: () => number
}

/** One that somebody may read; `null`: whoever is at this machine. */
export interface FoundRepository {
  session: DashboardSession | null
  repository: InstalledRepository
}

/** Repositories of the App, as far as somebody may read them on GitHub; `null`: whoever is at this machine. */
export interface VisibleRepositories {
  list(session: DashboardSession | null): Promise<InstalledRepository[]>
  find(session: DashboardSession | null, owner: string, name: string): Promise<InstalledRepository | undefined>
}

/** Private ones are asked about for each person; what GitHub said is believed for a minute. */
export function createVisibleRepositories({ list, canRead, nowMs }: RepositoryRights): VisibleRepositories {
  let known: { at: number; repositories: Promise<InstalledRepository[]> } | undefined
  const answers = new WeakMap<DashboardSession, Map<string, { at: number; may: Promise<boolean> }>>()
  const listAll = (countsMs = answerMs) => {
    if (known === undefined || nowMs() - known.at >= countsMs) {
      const repositories = list()
      known = { at: nowMs(), repositories }
      // What failed is asked anew.
      repositories.catch(() => (known = undefined))
    }
    return known.repositories
  }
  const mayRead = (session: DashboardSession | null, repository: InstalledRepository): Promise<boolean> => {
    if (session === null || !repository.isPrivate) return Promise.resolve(true)
    const own = answers.get(session) ?? new Map<string, { at: number; may: Promise<boolean> }>()
    answers.set(session, own)
    const answered = own.get(repository.key)
    if (answered !== undefined && nowMs() - answered.at < answerMs) return answered.may
    const may = canRead(session, repository)
    own.set(repository.key, { at: nowMs(), may })
    may.catch(() => own.delete(repository.key))
    return may
  }
  return {
    async list(session) {
      const all = await listAll()
      const visible = await Promise.all(all.map((one) => mayRead(session, one)))
      return all.filter((_, index) => visible[index]).toSorted((a, b) => a.key.localeCompare(b.key))
    },
    async find(session, owner, name) {
      const key = `${owner}/${name}`.toLowerCase()
      const pick = (all: InstalledRepository[]) => all.find((one) => one.key.toLowerCase() === key)
      const found = pick(await listAll()) ?? pick(await listAll(newMs))
      return found !== undefined && (await mayRead(session, found)) ? found : undefined
    },
  }
}
