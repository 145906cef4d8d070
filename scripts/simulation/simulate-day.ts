import { EventQueue } from './event-queue.ts'
import type { Cost, Inputs } from './inputs.ts'
import { type Ask, Installation, type Limit, pointsOfWrite } from './installation.ts'
import { createRandom, type Random } from './random.ts'

/** What became of one issue; times in seconds since the day began. */
export interface SimulatedIssue {
  /** 0 is the largest installation. */
  installation: number
  tasks: number
  labelledAt: number
  finishedAt: number
  /** When it would have been, had nothing made it wait. */
  couldFinishAt: number
  /** Its runs waited so long for a free place. */
  runSeconds: number
  /** Its steps waited so long for GitHub's limits; tasks wait beside each other. */
  byLimit: Partial<Record<Limit, number>>
}

export interface SimulatedDay {
  issues: readonly SimulatedIssue[]
  /** Runs at work at the same time, at most, by hour. */
  mostRuns: readonly number[]
  /** Issues a day of the largest installation. */
  largest: number
}

interface Working {
  issue: SimulatedIssue
  tasksLeft: number
  approvalSeconds: number
  runSeconds: number[]
}

type Event =
  | { kind: 'labelled'; working: Working }
  | { kind: 'approved'; working: Working }
  | { kind: 'run_ready'; working: Working }
  | { kind: 'run_ended'; working: Working }
  | { kind: 'all_done'; working: Working }

const hourSeconds = 3_600

/** One working day, event by event, until its last issue is finished. Linear in events, but for the order of the queue. */
export function simulateDay(inputs: Inputs, seed: number): SimulatedDay {
  return new Day(inputs, createRandom(seed)).run()
}

class Day {
  readonly #inputs: Inputs
  readonly #random: Random
  readonly #events = new EventQueue<Event>()
  readonly #installations: Installation[] = []
  readonly #issues: SimulatedIssue[] = []
  readonly #mostRuns: number[] = []
  readonly #waitingRuns: { working: Working; since: number }[] = []
  #firstWaiting = 0
  #runs = 0

  constructor(inputs: Inputs, random: Random) {
    this.#inputs = inputs
    this.#random = random
  }

  run(): SimulatedDay {
    this.#addArrivals()
    for (let next = this.#events.take(); next !== undefined; next = this.#events.take())
      this.#handle(next.at, next.event)
    const largest = this.#issues.filter(({ installation }) => installation === 0).length
    return { issues: this.#issues, mostRuns: this.#mostRuns, largest }
  }

  #addArrivals(): void {
    const { installations, repositories, zipf, hours, issuesADay, tasks } = this.#inputs
    const weights = Array.from({ length: installations }, (_, index) => (index + 1) ** -zipf)
    const sums = addUp(weights)
    const total = sums.at(-1) ?? 1
    for (const weight of weights) {
      this.#installations.push(new Installation(this.#inputs, Math.max(1, Math.round((weight / total) * repositories))))
    }
    const hourSums = addUp(hours)
    for (let made = 0; made < issuesADay; made += 1) {
      const labelledAt = (this.#random.pick(hourSums) + this.#random.next()) * hourSeconds
      const issue: SimulatedIssue = {
        installation: this.#random.pick(sums),
        tasks: this.#random.geometric(tasks.mean, tasks.most),
        labelledAt,
        finishedAt: 0,
        couldFinishAt: 0,
        runSeconds: 0,
        byLimit: {},
      }
      this.#issues.push(issue)
      this.#events.add(labelledAt, { kind: 'labelled', working: this.#draw(issue) })
    }
  }

  /** All that chance decides about an issue, so that it is the same whatever waits for what. */
  #draw(issue: SimulatedIssue): Working {
    const { approvalMinutes, runMinutes, restPoints, graphqlPoints } = this.#inputs
    const minutes = ({ median, sigma }: { median: number; sigma: number }) => this.#random.lognormal(median, sigma) * 60
    const approvalSeconds = minutes(approvalMinutes)
    const runSeconds = Array.from({ length: issue.tasks }, () => minutes(runMinutes))
    // A second for each write; its tasks run side by side.
    const writes = (restPoints.issue + graphqlPoints.issue + restPoints.task + graphqlPoints.task) / pointsOfWrite
    issue.couldFinishAt = issue.labelledAt + writes + approvalSeconds + Math.max(...runSeconds)
    return { issue, tasksLeft: issue.tasks, approvalSeconds, runSeconds }
  }

  #handle(at: number, event: Event): void {
    const { working } = event
    switch (event.kind) {
      case 'labelled': {
        const planned = this.#askGitHub(at, working, 1, (cost) => cost.issue / 3)
        this.#events.add(planned + working.approvalSeconds, { kind: 'approved', working })
        return
      }
      case 'approved': {
        const answered = this.#askGitHub(at, working, 1, (cost) => cost.issue / 3)
        for (let task = 0; task < working.issue.tasks; task += 1)
          this.#events.add(answered, { kind: 'run_ready', working })
        return
      }
      case 'run_ready':
        if (this.#runs < this.#inputs.runsAtOnce) this.#startRun(at, working)
        else this.#waitingRuns.push({ working, since: at })
        return
      case 'run_ended': {
        this.#runs -= 1
        this.#startWaiting(at)
        const merged = this.#askGitHub(at, working, this.#inputs.content.task, (cost) => cost.task)
        working.tasksLeft -= 1
        if (working.tasksLeft === 0) this.#events.add(merged, { kind: 'all_done', working })
        return
      }
      case 'all_done':
        working.issue.finishedAt = this.#askGitHub(at, working, 1, (cost) => cost.issue / 3)
    }
  }

  #startRun(at: number, working: Working): void {
    this.#runs += 1
    const hour = Math.floor(at / hourSeconds)
    this.#mostRuns[hour] = Math.max(this.#mostRuns[hour] ?? 0, this.#runs)
    this.#events.add(at + (working.runSeconds.pop() ?? 0), { kind: 'run_ended', working })
  }

  #startWaiting(at: number): void {
    const waiting = this.#waitingRuns[this.#firstWaiting]
    if (waiting === undefined) return
    this.#firstWaiting += 1
    waiting.working.issue.runSeconds += at - waiting.since
    this.#startRun(at, waiting.working)
  }

  /** Gives when it is done. */
  #askGitHub(at: number, { issue }: Working, content: number, part: (cost: Cost) => number): number {
    const { calls, restPoints, graphqlPoints } = this.#inputs
    const ask: Ask = {
      content,
      calls: part(calls),
      restPoints: part(restPoints),
      graphqlPoints: part(graphqlPoints),
    }
    const installation = this.#installations[issue.installation]
    if (installation === undefined) throw new Error(`there is no installation ${issue.installation}`)
    const { begins, ends, limit } = installation.ask(at, ask)
    const waited = begins - at
    if (waited > 0) issue.byLimit[limit] = (issue.byLimit[limit] ?? 0) + waited
    return ends
  }
}

function addUp(weights: readonly number[]): number[] {
  let sum = 0
  return weights.map((weight) => (sum += weight))
}
