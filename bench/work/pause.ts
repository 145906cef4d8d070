import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Issue } from 'github-sandbox'
import { countProcesses } from '../../test/support/count-processes.ts'
import { type Bench, type Figure, measure, type Size } from '../bench.ts'
import { findRepository, hasPlan } from '../stage/drive-issues.ts'
import { openPlant, type Plant } from '../stage/plant.ts'

const name = 'pause'
const latencyMs = 100
const deadlineMs = 120_000
const targetMs = 10_000
const lookEveryMs = 25
/** How often it is paused and resumed. */
const roundsOf: Record<Size, number> = { small: 1, usual: 6, full: 20 }
/** What the command is at, as no other process of the machine is. */
const sleeping = 'sleep 98765.4'

export const pauseBench: Bench = {
  name,
  title: 'how soon /pause is shown, and a command that ignores it is gone',
  about: `A task's command writes half a file, ignores SIGTERM and goes on for ever. Somebody comments \`/pause\`, with ${latencyMs} ms added to each answer; \`/resume\` begins the next round. From before the comment is posted until the status comment says paused, and until no process of the command is left, looked for every ${lookEveryMs} ms; the worst of 6 rounds (1 and 20 with \`--size small\` and \`full\`). A command has 2 s to end before it is killed. \`own process\`: one server with the embedded database. \`two workers\`: an intake, and two workers on one Postgres; which of them decides on the comment is chance, so that in about every second round it isn't the one with the command.`,
  async run(tell, size) {
    tell('one server')
    const own = await pauseOften(roundsOf[size], false)
    tell('two workers')
    const other = await pauseOften(roundsOf[size], true)
    return [...makeFigures('own process', own), ...makeFigures('two workers', other)]
  },
}

interface Reaction {
  shownMs: number
  endedMs: number
}

function makeFigures(title: string, reactions: readonly Reaction[]): Figure[] {
  const figure = (what: string, pick: (one: Reaction) => number) => {
    const ms = Math.round(Math.max(...reactions.map(pick)))
    return measure({ bench: name, case: `${title}, ${what}`, figure: ms, unit: 'ms', target: targetMs })
  }
  return [figure('status says paused', (one) => one.shownMs), figure('command gone', (one) => one.endedMs)]
}

async function pauseOften(rounds: number, postgres: boolean): Promise<Reaction[]> {
  await using plant = await openPlant({ postgres, latencyMs })
  const files = { '.github/countersign.yml': 'run:\n  isolation: none\n' }
  const { repository } = await plant.sandbox.createRepository({ name: 'bench', files })
  if (postgres) {
    await plant.startApp(['--no-work'])
    for (const worker of ['one', 'two']) await plant.start(['worker'], { DATA_DIR: join(plant.appDir, worker) })
  } else await plant.startApp()
  const busy = await begin(plant, repository)
  const reactions: Reaction[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await until(async () => (await busy.countBegun()) === round, `run ${round} to begin`)
    reactions.push(await pause(busy))
    await busy.say('/resume')
  }
  return reactions
}

/** An issue whose only task has an agent at work. */
interface Busy {
  issue: Issue
  say: (text: string) => Promise<unknown>
  countBegun: () => Promise<number>
}

async function begin(plant: Plant, repository: string): Promise<Busy> {
  const begun = join(plant.appDir, '..', 'begun')
  await mkdir(begun, { recursive: true })
  const found = findRepository(plant.sandbox, repository)
  const place = { owner: found.owner, repo: found.name }
  const command = `echo half > note.txt; trap '' TERM; : > ${begun}/$$; while :; do ${sleeping}; done`
  const body = `- [ ] T1: Write \`note.txt\` (executor: shell)\n  - Acceptance:\n    - \`note.txt\` exists\n\nT1:\n\n\`\`\`sh run\n${command}\n\`\`\`\n`
  const { data } = await plant.maintainer.rest.issues.create({ ...place, title: 'A note', body })
  const issue = found.issues.find((one) => one.number === data.number)
  if (issue === undefined) throw new Error(`#${data.number} is not in ${repository}`)
  const where = { ...place, issue_number: issue.number }
  const say = (text: string) => plant.maintainer.rest.issues.createComment({ ...where, body: text })
  await plant.maintainer.rest.issues.addLabels({ ...where, labels: ['countersign'] })
  await until(() => hasPlan(plant.sandbox, issue), 'a plan')
  await say('/approve')
  return { issue, say, countBegun: async () => (await readdir(begun)).length }
}

async function pause({ issue, say }: Busy): Promise<Reaction> {
  const askedMs = performance.now()
  const since = async (isSo: () => boolean | Promise<boolean>, what: string) => {
    await until(isSo, what)
    return performance.now() - askedMs
  }
  const isShown = () => issue.comments.some(({ body }) => /^### \S+ #\d+ paused/m.test(body))
  const shown = since(isShown, 'the status comment to say paused')
  const ended = since(async () => (await countProcesses(sleeping)) === 0, 'the command to end')
  await say('/pause')
  const [shownMs, endedMs] = await Promise.all([shown, ended])
  return { shownMs, endedMs }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs / 1_000} s for ${what}`)
    await wait(lookEveryMs)
  }
}
