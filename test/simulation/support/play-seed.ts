import { readWebhook } from '../../../src/adapters/github/webhook/read-webhook.ts'
import { workflowBranch } from '../../../src/domain/records/iss-record.ts'
import { findUnrest } from '../../e2e/support/random/find-unrest.ts'
import { createRandom, type Random } from '../../e2e/support/random/random.ts'
import { writeRandomIssue } from '../../e2e/support/random/offers/write-random-issue.ts'
import { clock, resetClock, world } from './time/clock.ts'
import { appId, bot, GitHub, type Happening, type Pull } from './github/github.ts'
import { repositoryId } from './github/graphql.ts'
import { gitBlobIdOf } from '../../../src/application/bundle/hashes.ts'
import { foreignPath, Judge } from './judge.ts'
import { type FaultRates, Faults, noFaults, type Outage, passing } from './network/network.ts'
import { actAtRandom, ada, bob, eve, listActions, pushVersion, type Scene } from './people/people.ts'
import { createPost, type Post, type PostRates, soundPost } from './network/post.ts'
import { renderEnd } from './render-end.ts'
import { SharedTables } from './network/shared-queues.ts'
import { confirmWithinMs, mac, signWebhook, SimulatedProcess, type Surroundings } from './simulated-process.ts'
import { helpAlong } from './people/wise-person.ts'

export interface Played {
  seed: number
  /** What happened, a line each, with the virtual time. */
  trace: string[]
  faults: string[]
  /** What it came to, without ids and times: the same with faults and without (I14). */
  end: string
  /** What people did, in order. */
  deeds: string[]
  steps: number
  commits: number
  /** How often each kind of fault was tried. */
  tried: Record<string, number>
}

export interface Play {
  seed: number
  processes: number
  /** `wise`: one person who does what is asked; `random`: anybody, anything. */
  people: 'wise' | 'random'
  isTroubled: boolean
}

/** Which way a seed is played. */
export function playOf(seed: number): Play {
  const processes = [1, 3, 1, 2][seed % 4] ?? 1
  return { seed, processes, people: seed % 3 === 0 ? 'wise' : 'random', isTroubled: true }
}

const minuteMs = 60_000
/** So long in virtual time everything may take until it rests, once faults stop (I13). */
const boundMs = 6 * 60 * minuteMs
/** Passes of two processes may end at the same time, where one of them stood still; and what was shown may wait to be confirmed. */
const apartMs = confirmWithinMs + 3 * minuteMs
const maxSteps = 100_000

/** Plays one seed from the opened issue until nothing moves any more; the same seed is the same play. */
export async function playSeed(play: Play): Promise<Played> {
  resetClock()
  const stage = new Stage(play)
  await stage.playTrouble()
  await stage.playCalm()
  return stage.conclude()
}

class Stage {
  readonly #play: Play
  readonly #random: Random
  readonly #trace: string[] = []
  readonly #judge: Judge
  readonly #faults: Faults
  readonly #github: GitHub
  readonly #post: Post
  readonly #scene: Scene
  readonly #around: Surroundings
  readonly #processes: SimulatedProcess[] = []
  readonly #tables = new SharedTables((what) => this.#judge.blame('I3', what))
  readonly #deeds: string[] = []
  #born = 0
  #ids = 0
  /** Commits that there were at the end of each, and when that was. */
  #passes: { commits: number; atMs: number }[] = []
  #isCalm = false
  #hasOvertaken = false

  constructor(play: Play) {
    this.#play = play
    this.#random = createRandom(play.seed)
    // Of its own, so that faults don't change what people do.
    const luck = createRandom(play.seed + 1_000_000_007)
    const stillness = createRandom(play.seed + 2_000_000_011)
    const tell = (line: string) => void this.#trace.push(`${clock.nowIso().slice(11, 23)} ${line}`)
    const scale = play.isTroubled ? luck.pick([0.3, 1, 1, 2]) : 0
    this.#judge = new Judge(tell)
    this.#faults = new Faults(
      scale === 0 ? noFaults : chooseRates(play.seed, luck, scale),
      { random: luck, stillness },
      tell,
    )
    if (play.isTroubled) this.#faults.outage = chooseOutage(createRandom(play.seed + 2_000_000_011))
    this.#github = new GitHub([ada, bob, eve], {
      committed: (branch, before, commit, by) => {
        this.#judge.committed(this.#github.git, branch, before, commit, by)
        if (branch.startsWith('countersign/ISS-')) this.#runCi(branch, commit.sha)
      },
      commented: (comment) => this.#judge.commented(comment),
      reviewed: (pull, review) => this.#judge.reviewed(pull, review),
      reported: (run) => this.#judge.reported(run),
      opened: (pull, by) => this.#judge.opened(pull, by),
      mergeAsked: (pull) => this.#overtakeMerge(pull),
      merging: (pull, by) => this.#judge.merging(pull, by),
      happened: (happening: Happening) => this.#post.send(happening),
    })
    this.#post = createPost({
      faults: this.#faults,
      rates: scale === 0 ? soundPost : choosePostRates(luck, scale),
      pick: () => this.#pickProcess(),
      tell,
      acknowledged: (event, guid, body) => this.#lookAtAcknowledged(event, guid, body),
    })
    clock.isIdle = () => !this.#tables.hasDue(clock.nowMs)
    this.#around = {
      seed: play.seed,
      github: this.#github,
      tables: this.#tables,
      faults: this.#faults,
      executors: {
        began: (request) => this.#judge.began(request),
        ended: (request) => this.#judge.ended(request),
      },
      deliveries: this.#post,
      newId: () => this.#newId(),
      tell,
      crashed: (process) => {
        tell(`☠ ${process.name} is killed`)
        this.#processes.splice(this.#processes.indexOf(process), 1)
        clock.after(1_000 + luck.whole(90_000), () => this.#startProcess(), world)
      },
      // One of them reconciles the repository; the others come to nothing at once.
      reconciled: (_process, { repositories }) => {
        if (repositories > 0) this.#passes.push({ commits: this.#judge.commits, atMs: clock.nowMs })
      },
    }
    this.#scene = this.#openIssue()
    for (let index = 0; index < play.processes; index += 1) this.#startProcess()
  }

  #openIssue(): Scene {
    const { seed } = this.#play
    const config = `run:\n  isolation: none\n  max_attempts: ${this.#random.pick([2, 3])}\n  parallel: ${this.#random.pick([1, 4])}\nreview:\n  ci_timeout_minutes: 20\n`
    const { git } = this.#github
    const blob = (text: string) => ({ blob: git.writeBlob(new TextEncoder().encode(text)), mode: '100644' as const })
    const tree = new Map([
      ['README.md', blob('Widgets\n')],
      ['.github/countersign.yml', blob(config)],
    ])
    git.move('main', git.commit(tree, [], 'start', ada.login).sha)
    const issue = this.#github.openIssue(`Seed ${seed}`, this.#writeIssue(), ada)
    const scene = { github: this.#github, issue, random: this.#random, state: () => this.#judge.stateOf('ISS-001') }
    clock.after(1_000, () => this.#github.label(issue, 'countersign', ada), world)
    return scene
  }

  /**
   * Where tasks write the same file, which one comes first decides what becomes of both: not for what is compared. Nor
   * what only a waiver helps.
   */
  #writeIssue(): string {
    for (;;) {
      const text = writeRandomIssue(this.#random, this.#play.seed)
      if (this.#play.people === 'random' || !/shared|\(minor\)/.test(text)) return text
    }
  }

  #startProcess(): void {
    this.#born += 1
    const process = new SimulatedProcess(`p${this.#born}`, this.#around)
    this.#processes.push(process)
    clock.after(0, () => process.start(), process)
  }

  #pickProcess(): SimulatedProcess | undefined {
    return this.#processes.length === 0 ? undefined : this.#faults.random.pick(this.#processes)
  }

  #newId(): string {
    this.#ids += 1
    const time = clock.nowMs.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`
  }

  /**
   * Somebody pushes between the approval and the merge, before the first one that is asked for: by chance nobody ever is
   * that fast. In few plays, so that the others stay as they are.
   */
  #overtakeMerge({ headRef }: Pull): void {
    const { seed, people, isTroubled } = this.#play
    const isEager = seed % 20 === 11 && people === 'random' && isTroubled && !this.#hasOvertaken
    const node = listActions(this.#scene).find(({ branch }) => branch === headRef)
    if (!isEager || node === undefined) return
    this.#hasOvertaken = true
    this.#noteDeed(pushVersion(this.#scene, node, 'poor'))
  }

  /** CI looks at what is pushed, and says what it found some minutes later. */
  #runCi(branch: string, sha: string): void {
    if (branch.endsWith('/base')) return
    const { git } = this.#github
    const { parents, tree } = git.get(sha)
    const base = git.head(branch.replace(/[^/]+$/, 'base'))
    const merged = base === undefined ? undefined : git.get(base).tree
    // Whether others were merged first follows from chance, which must not decide (I14).
    const changes = git
      .diff(git.get(parents[0] ?? sha).tree, tree)
      .filter(({ path, after }) => after?.blob !== merged?.get(path)?.blob)
    const texts = changes.flatMap(({ after }) => (after === undefined ? [] : [this.#github.text(after.blob)]))
    const passed = !texts.some((text) => text.includes('poor'))
    clock.after(
      30_000 + (Number.parseInt(sha.slice(0, 4), 16) % 300_000),
      () => this.#github.finishCi(branch, sha, passed),
      world,
    )
  }

  /** I2: what means something to us is stored before it is acknowledged. */
  #lookAtAcknowledged(event: string, guid: string, body: string): void {
    if (this.#tables.hasStored(guid, () => signWebhook(body))) return
    const context = {
      ourLogins: [bot.login],
      appId,
      holdsMarker: mac.holdsMarker,
      toOwnTime: (time: string) => time,
      now: clock.nowIso(),
    }
    if (readWebhook(event, JSON.parse(body), context).messages.length === 0) return
    this.#judge.blame('I2', `${guid} (${event}) was acknowledged and is not stored`)
  }

  /** People act, and everything goes wrong that can. */
  async playTrouble(): Promise<void> {
    const acts = this.#play.people === 'wise' ? 0 : 5 + this.#random.whole(12)
    for (let act = 0; act < acts; act += 1) {
      const gapMs = this.#random.chance(0.4) ? this.#random.whole(8_000) : this.#random.whole(4 * minuteMs)
      await this.#runUntil(clock.nowMs + (act === 0 ? 10_000 : gapMs))
      if (this.#faults.overtakes()) this.#commitForeign()
      this.#noteDeed(actAtRandom(this.#scene))
    }
    if (this.#play.people === 'wise') await this.#letHelp(45, false)
    await this.#runUntil(this.#faults.outage?.untilMs ?? 0)
  }

  /** The wise person looks in every few minutes. */
  async #letHelp(rounds: number, untilRest: boolean): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      await this.#runUntil(clock.nowMs + 6 * minuteMs + 1_234)
      if (this.#judge.faults.length > 0) return
      const deed = this.#isBusy() ? undefined : helpAlong(this.#scene)
      if (deed !== undefined) this.#noteDeed(deed)
      const isOver = this.#scene.state().record?.phase === 'completed'
      if (isOver || (untilRest && deed === undefined && this.#isAtRest())) return
    }
  }

  #noteDeed(deed: string): void {
    this.#deeds.push(deed)
    this.#trace.push(`${clock.nowIso().slice(11, 23)} ☺ ${deed}`)
  }

  /** No faults any more: everything that was begun comes to its end (I13). */
  async playCalm(): Promise<void> {
    this.#isCalm = true
    this.#faults.rates = noFaults
    this.#faults.outage = undefined
    this.#post.rates = soundPost
    this.#passes = []
    if (this.#play.people === 'wise') await this.#letHelp(60, true)
    const endMs = clock.nowMs + boundMs
    while (!this.#isAtRest() && clock.nowMs < endMs && this.#judge.faults.length === 0) {
      if (!(await this.#step())) break
    }
    if (!this.#isAtRest() && this.#judge.faults.length === 0)
      this.#judge.blame('I13', `no rest within ${boundMs / minuteMs} virtual minutes`)
  }

  async #runUntil(endMs: number): Promise<void> {
    // So that there is something to step to.
    clock.after(endMs - clock.nowMs, () => {}, world)
    while (clock.nowMs < endMs && this.#judge.faults.length === 0 && (await this.#step()));
  }

  async #step(): Promise<boolean> {
    if (clock.steps > maxSteps) {
      this.#judge.blame('I13', `no end after ${maxSteps} steps`)
      return false
    }
    return clock.step()
  }

  #isBusy(): boolean {
    return this.#post.underWay > 0 || this.#judge.isExecuting
  }

  /** Two passes came to nothing, further apart than leases last and confirmations wait, and nothing is on its way. */
  #isAtRest(): boolean {
    const last = this.#passes.at(-1)
    if (!this.#isCalm || last?.commits !== this.#judge.commits) return false
    if (!this.#passes.some(({ commits, atMs }) => commits === last.commits && last.atMs - atMs >= apartMs)) return false
    const { execution } = this.#scene.state()
    const waitsForCi = Object.values(execution?.nodes ?? {}).some(
      (one) => one.kind === 'CHECK' && one.deadline !== null,
    )
    // What a pass found is a delivery first.
    return !this.#isBusy() && !waitsForCi && this.#tables.countWaiting() === 0
  }

  #commitForeign(): void {
    const { git } = this.#github
    const head = git.head(workflowBranch)
    if (head === undefined) return
    const bytes = new TextEncoder().encode(`${clock.nowMs}\n`)
    const blob = gitBlobIdOf(bytes)
    git.blobs.set(blob, bytes)
    const trailers = mac.trailers({
      repositoryId,
      parent: head,
      ops: [`foreign/${clock.nowMs}`],
      changes: [{ path: foreignPath, blob }],
    })
    const tree = new Map(git.get(head).tree).set(foreignPath, { blob, mode: '100644' })
    const commit = git.commit(tree, [head], ['ISS-900: elsewhere', '', ...trailers].join('\n'), bot.login)
    this.#github.advance(workflowBranch, head, commit, bot)
  }

  async conclude(): Promise<Played> {
    const { seed } = this.#play
    const state = this.#scene.state()
    if (this.#judge.faults.length === 0) {
      for (const fault of findUnrest(state)) this.#judge.blame('I13', fault)
      for (const fault of [...this.#findUnheard(), ...this.#findUnheardPushes()]) this.#judge.blame('I3', fault)
      const waiting = this.#tables.countWaiting()
      if (waiting > 0) this.#judge.blame('I13', `${waiting} deliveries wait for ever`)
      for (const { state, fault } of this.#tables.rows.values())
        if (state === 'dead' && passing.test(fault ?? '')) this.#judge.blame('I13', `a delivery is dead of ${fault}`)
    }
    return {
      seed,
      trace: this.#trace,
      faults: this.#judge.faults,
      end: renderEnd(this.#github, state),
      deeds: this.#deeds,
      steps: clock.steps,
      commits: this.#judge.commits,
      tried: Object.fromEntries(this.#faults.tried),
    }
  }

  /** What a person pushed last is a version, or was refused as one. */
  #findUnheardPushes(): string[] {
    const { record, execution } = this.#scene.state()
    if (record?.phase !== 'working' || execution === undefined) return []
    return listActions(this.#scene).flatMap(({ id, branch, state }) => {
      const head = this.#github.git.head(branch)
      if (head === undefined || state === 'DONE' || state === 'CANCELLED') return []
      // A branch is made where the integration branch stands, which a person may have merged into.
      const base = record.base_branch === null ? undefined : this.#github.git.head(record.base_branch)
      const isKnown =
        (base !== undefined && this.#github.git.isAncestor(head, base)) ||
        this.#github.git.get(head).author === bot.login ||
        execution.artifacts.some((one) => one.commit_sha === head) ||
        record.applied.some(({ key }) => key.endsWith(`:${head}`))
      return isKnown ? [] : [`nobody heard of the push to ${id}`]
    })
  }

  /** Where nothing is registered, and where something was given up, a comment says so and the state doesn't. */
  #wasAnswered(since: string): boolean {
    return this.#github.comments.some(
      ({ user, body, created_at }) =>
        user === bot && created_at >= since && !/^<!-- countersign:(?:say ISS-|plan|status)/.test(body),
    )
  }

  /** Nothing that a person with a role asked for in the issue went unheard; before it was registered, nobody owes an answer. */
  #findUnheard(): string[] {
    const since = this.#scene.state().record?.frozen.at ?? ''
    return this.#github.comments
      .filter(({ user, body, number }) => user === ada && body.startsWith('/') && number === this.#scene.issue.number)
      .filter(({ id }) => !this.#judge.hasApplied('ISS-001', `comment:${id}`))
      .filter(({ created_at }) => created_at > since.slice(0, 19) && !this.#wasAnswered(created_at))
      .map(({ body, created_at }) => `nobody heard ${body} of ${created_at}`)
  }
}

function chooseRates(seed: number, luck: Random, scale: number): FaultRates {
  const some = (rate: number) => (luck.chance(0.7) ? rate * scale : 0)
  // Of plays with more than one process: what the others do meanwhile is what matters.
  const still = seed % 10 === 9 ? 0.008 * scale : 0
  return {
    still,
    before: some(0.03),
    after: some(0.03),
    hang: some(0.004),
    stale: some(0.15),
    crash: some(0.006),
  }
}

/** Of every fourth play: a few minutes or an hour in which GitHub is away, while people go on there. */
function chooseOutage(random: Random): Outage | undefined {
  if (!random.chance(0.25)) return undefined
  const fromMs = clock.nowMs + random.whole(15 * minuteMs)
  return { fromMs, untilMs: fromMs + (2 + random.whole(59)) * minuteMs }
}

function choosePostRates(random: Random, scale: number): PostRates {
  const some = (rate: number) => (random.chance(0.7) ? rate * scale : 0)
  return {
    lost: random.chance(0.05) ? 1 : some(0.1),
    failed: some(0.1),
    doubled: some(0.15),
    replayed: some(0.05),
    late: some(0.15),
  }
}
