import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Stage } from './stage.ts'

/** What the first version got wrong: it forgot the unit of seconds. */
const wrong = 'return `${seconds % 60}`'
const right = 'return `${seconds % 60} s`'

const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }

/** A maintainer writes in the issue. */
export async function comment(stage: Stage, issue: number, body: string): Promise<void> {
  await stage.as('maintainer').rest.issues.createComment({ ...stage.place, issue_number: issue, body })
}

/** The writer clones, mends the file whose test failed and pushes it to the task's branch, with git as everybody has it. */
export async function pushFix(stage: Stage, planId: string): Promise<void> {
  const branch = branchOf(planId, 'T1')
  await execa('git', ['clone', '-q', '--branch', branch, writerUrl(stage), join(stage.dir, 'clone')], { env })
  await pushChange(stage, 'Keep the unit of seconds', 'src/duration.js', (text) => {
    if (!text.includes(wrong)) throw new Error('the first version is not the one this story expects')
    return text.replace(wrong, right)
  })
}

/** The writer takes up what the review asked for, in the same clone. */
export async function pushFormat(stage: Stage, planId: string): Promise<void> {
  const clone = join(stage.dir, 'clone')
  const branch = branchOf(planId, 'T2.2')
  await execa('git', ['fetch', '-q', 'origin', branch], { cwd: clone, env })
  await execa('git', ['switch', '-q', '--track', `origin/${branch}`], { cwd: clone, env })
  const example = '\nSo `65` seconds are `1 min`: what is left of a minute is not told.\n'
  await pushChange(stage, 'Say what is left out', 'docs/format.md', (text) => `${text}${example}`)
}

async function pushChange(
  stage: Stage,
  subject: string,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  const { writer } = stage.running.sandbox.logins
  const clone = join(stage.dir, 'clone')
  const file = join(clone, path)
  await writeFile(file, change(await readFile(file, 'utf8')))
  const author = ['-c', `user.name=${writer}`, '-c', `user.email=${writer}@example.com`]
  await execa('git', [...author, 'commit', '-qam', subject], { cwd: clone, env })
  await execa('git', ['push', '-q'], { cwd: clone, env })
}

/** The writer forces the default branch over the one that holds what was approved, and removes the label that says so. */
export async function upset(stage: Stage, issue: number, planId: string): Promise<void> {
  const forced = `origin/main:refs/heads/${branchOf(planId, 'base')}`
  await execa('git', ['push', '-q', '--force', 'origin', forced], { cwd: join(stage.dir, 'clone'), env })
  await stage.running.idle()
  const name = 'countersign: paused'
  await stage.as('writer').rest.issues.removeLabel({ ...stage.place, issue_number: issue, name })
}

/** `SOL-ISS-001-2` and `T1` → `countersign/ISS-001/2/T1`. */
function branchOf(planId: string, leaf: string): string {
  return `countersign/${planId.replace(/^SOL-/, '').replace(/-(\d+)$/, '/$1')}/${leaf}`
}

function writerUrl(stage: Stage): string {
  const { tokens, logins } = stage.running.sandbox
  return stage.cloneUrl.replace('http://', `http://${logins.writer}:${tokens.writer}@`)
}

/** A person's review sends a version back, with what it lacks. */
export async function rejectTask(stage: Stage, number: number): Promise<void> {
  const body = 'Say what becomes of the seconds of 65 s.'
  const event = 'REQUEST_CHANGES'
  await stage.as('maintainer').rest.pulls.createReview({ ...stage.place, pull_number: number, event, body })
}

/** A person's review on the pull request settles what only a person can judge. */
export async function approveTask(stage: Stage, number: number): Promise<void> {
  const body = 'A newcomer gets it.'
  await stage.as('maintainer').rest.pulls.createReview({ ...stage.place, pull_number: number, event: 'APPROVE', body })
}

/** GitHub computes whether a pull request can be merged when it is first asked. */
export async function mergeFinal(stage: Stage, number: number): Promise<void> {
  const maintainer = stage.as('maintainer')
  await maintainer.rest.pulls.get({ ...stage.place, pull_number: number })
  await maintainer.rest.pulls.merge({ ...stage.place, pull_number: number })
}
