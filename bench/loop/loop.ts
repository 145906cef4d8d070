import { setTimeout as wait } from 'node:timers/promises'
import { type Bench, type Figure, measure, type Size, type Tell } from '../bench.ts'
import { countCommits } from '../requests/commits.ts'
import { findRepository, hasFinal } from '../stage/drive-issues.ts'
import { priceFiles, priceIssue } from './price-issue.ts'
import { type CommandWatch, watchCommands } from './watch-commands.ts'
import { median } from '../stage/median.ts'
import { proposePlan } from '../stage/propose-plan.ts'
import { openStage, type Stage } from '../stage/stage.ts'

const name = 'loop'
const workSeconds = 0.5
const latencyMs = 50
const deadlineMs = 120_000
const roundsOf: Record<Size, number> = { small: 1, usual: 5, full: 15 }
const mostSeconds = 2
const mostCommits = 3

export const loopBench: Bench = {
  name,
  title: "what a loop adds to a task's own work",
  about: `What the loop adds to a task's own work, with ${latencyMs} ms added to each answer of GitHub's. An issue of one task, whose command takes ${workSeconds} s and whose tests are run by \`node --test\`, from the comment that approves it to the final pull request: \`1 iteration\` is right at once; \`2 iterations\` makes a version that fails a test, is debugged, and is repaired by the same command, which is told what debugging found. Overhead is that time without the commands, tests and what debugging tried included, each from its start in isolation to its end; what is left is reading, deciding, git, GitHub and the plan's end. By iteration it is that of all by their number; \`one more\` is how much 2 iterations take above 1. State commits are those on the workflow branch. Those of the approval, the merge and the final pull request are made once for an issue, however many iterations it has: the target is for what one more iteration adds. Median of ${roundsOf.usual} rounds (${roundsOf.full} with \`--size full\`) after one to warm up.`,
  run: runLoop,
}

interface Round {
  overheadSeconds: number
  commits: number
  tests: number
}

async function runLoop(tell: Tell, size: Size): Promise<Figure[]> {
  const watch: CommandWatch = { runs: 0, tests: 0, ms: 0 }
  await using stage = await openStage({ latencyMs, files: priceFiles, replacePorts: watchCommands(watch) })
  const rounds: Record<1 | 2, Round[]> = { 1: [], 2: [] }
  for (let round = 0; round <= roundsOf[size]; round += 1) {
    for (const iterations of [1, 2] as const) {
      tell(`round ${round}, ${iterations === 1 ? 'right at once' : 'repaired'}`)
      const taken = await takeIssue(stage, watch, iterations)
      if (round > 0) rounds[iterations].push(taken)
    }
  }
  const middle = (iterations: 1 | 2, pick: (one: Round) => number) => median(rounds[iterations].map(pick))
  const figure = (title: string, value: number, unit: string): Figure => ({
    bench: name,
    case: title,
    figure: Math.round(value * 100) / 100,
    unit,
  })
  const overhead = (iterations: 1 | 2) => middle(iterations, (one) => one.overheadSeconds)
  const commits = (iterations: 1 | 2) => middle(iterations, (one) => one.commits)
  return [
    ...([1, 2] as const).flatMap((iterations) => {
      const title = iterations === 1 ? '1 iteration' : '2 iterations'
      const each = figure(title, overhead(iterations) / iterations, 's of overhead by iteration')
      return [
        measure({ ...each, target: mostSeconds }),
        figure(title, commits(iterations), 'state commits'),
        figure(
          title,
          middle(iterations, (one) => one.tests),
          'test runs',
        ),
      ]
    }),
    measure({ ...figure('one more', overhead(2) - overhead(1), 's of overhead'), target: mostSeconds }),
    measure({ ...figure('one more', commits(2) - commits(1), 'state commits'), target: mostCommits }),
  ]
}

/** From the approval to the final pull request; throws where it took another number of iterations. */
async function takeIssue(stage: Stage, watch: CommandWatch, iterations: 1 | 2): Promise<Round> {
  const { issue: number, hash } = await proposePlan(stage, priceIssue(iterations, workSeconds))
  const repository = findRepository(stage.running.sandbox, stage.repository)
  const issue = repository.issues.find((one) => one.number === number)
  if (issue === undefined) throw new Error(`there is no issue ${number}`)
  const commitsBefore = await countCommits(stage)
  const before = { ...watch }
  const started = performance.now()
  const body = `/approve plan@${hash}`
  await stage.maintainer.rest.issues.createComment({ ...stage.place, issue_number: number, body })
  while (!hasFinal(repository, issue)) {
    if (performance.now() - started > deadlineMs) throw new Error(`issue ${number} came to no final pull request`)
    await wait(5)
  }
  const ms = performance.now() - started
  await stage.running.idle()
  if (watch.runs - before.runs !== iterations)
    throw new Error(`issue ${number} took ${watch.runs - before.runs} runs, not ${iterations}`)
  return {
    overheadSeconds: (ms - (watch.ms - before.ms)) / 1_000,
    commits: (await countCommits(stage)) - commitsBefore,
    tests: watch.tests - before.tests,
  }
}
