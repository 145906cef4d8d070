import type { Passage } from 'github-sandbox'
import { findCallSites } from '../call-sites.ts'
import type { FaultKind } from '../fault-kinds.ts'
import type { AskedSite, FaultTools, HttpFault } from '../http-faults.ts'

export interface FaultChainOptions {
  faults: readonly HttpFault[]
  /** All of them one after the other at each call site, or one of them at each, in turn. */
  spread: 'all at each' | 'one at each'
  isOurs: (actor: string) => boolean
  tools: FaultTools
}

/**
 * The first commit takes three requests in a row, and what fails there is put back for longer each time: two of them fail
 * only when a release is recorded in the same way, after commits of the usual kind.
 */
const notForFirstCommit = new Set([
  'POST /repos/{owner}/{repo}/git/trees (state)',
  'POST /repos/{owner}/{repo}/git/commits (state)',
])
const usualCommit = 'mutation createCommitOnBranch (state)'

/** Lets the first requests of each call site fail. */
export class FaultChain {
  /** Call sites by the faults that they met. */
  readonly struck = new Map<FaultKind, Set<string>>()
  /** How often each fault was brought about. */
  readonly tried = new Map<FaultKind, number>()
  readonly #options: FaultChainOptions
  readonly #come = new Set<string>()
  #turn = 0
  /** Requests of ours that GitHub is at work on, and what waits for their end. */
  #underWay = 0
  #onceQuiet: (() => void)[] = []

  constructor(options: FaultChainOptions) {
    this.#options = options
    for (const { fault } of options.faults) this.struck.set(fault, new Set())
  }

  async rest(): Promise<void> {}

  async intervene(passage: Passage): Promise<Response> {
    if (!this.#options.isOurs(passage.actor)) return passage.carryOut()
    const sites = findCallSites(passage).map((site) => ({ ...site, actor: passage.actor }))
    const due = this.#findDue(sites)
    for (const { name } of sites) this.#come.add(name)
    const tracked = { ...passage, carryOut: () => this.#carryOut(passage) }
    if (due === undefined) return tracked.carryOut()
    for (const { name } of sites) this.struck.get(due.fault)?.add(name)
    this.tried.set(due.fault, (this.tried.get(due.fault) ?? 0) + 1)
    const takeDeadlines = () => {
      const end = this.#options.tools.takeDeadlines()
      return () => this.#whenQuiet(end)
    }
    return due.strike(tracked, { takeDeadlines })
  }

  async #carryOut(passage: Passage): Promise<Response> {
    this.#underWay += 1
    try {
      return await passage.carryOut()
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) for (const act of this.#onceQuiet.splice(0)) act()
    }
  }

  /** GitHub ends a request long before the App's deadline: none is still at work when that comes. */
  #whenQuiet(act: () => void): void {
    if (this.#underWay === 0) act()
    else this.#onceQuiet.push(act)
  }

  /** Where a request stands at several sites, the first fault that one of them hasn't met. */
  #findDue(sites: readonly AskedSite[]): HttpFault | undefined {
    const { faults, spread } = this.#options
    const isFresh = (fault: HttpFault) =>
      sites.some((site) => fault.aims(site) && this.#mayStrike(site.name) && !this.#hasMet(fault, site.name, spread))
    if (spread === 'all at each') return faults.find(isFresh)
    // One that does nothing at this site has its turn at the next.
    const from = this.#turn % faults.length
    const inTurn = [...faults.slice(from), ...faults.slice(0, from)].find(isFresh)
    if (inTurn !== undefined) this.#turn = faults.indexOf(inTurn) + 1
    return inTurn
  }

  #mayStrike(site: string): boolean {
    return !notForFirstCommit.has(site) || this.#come.has(usualCommit)
  }

  #hasMet({ fault }: HttpFault, site: string, spread: FaultChainOptions['spread']): boolean {
    return spread === 'all at each' ? this.struck.get(fault)?.has(site) === true : this.#hasMetAny(site)
  }

  #hasMetAny(site: string): boolean {
    return [...this.struck.values()].some((sites) => sites.has(site))
  }
}
