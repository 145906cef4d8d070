import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Stage } from './stage.ts'

/** What the first version got wrong: it forgot the unit of seconds. */
const wrong = 'return `${seconds % 60}`'
const right = 'return `${seconds % 60} s`'

/** The writer clones, mends the rejected file and pushes it to the task's branch, with git as everybody has it. */
export async function pushFix(stage: Stage, planId: string): Promise<void> {
  const { tokens, logins } = stage.running.sandbox
  const clone = join(stage.dir, 'clone')
  const url = stage.cloneUrl.replace('http://', `http://${logins.writer}:${tokens.writer}@`)
  const branch = `countersign/${planId.replace(/^SOL-/, '').replace(/-(\d+)$/, '/$1')}/T1`
  const env = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
  await execa('git', ['clone', '-q', '--branch', branch, url, clone], { env })
  const file = join(clone, 'src/duration.js')
  const text = await readFile(file, 'utf8')
  if (!text.includes(wrong)) throw new Error('the first version is not the one this story expects')
  await writeFile(file, text.replace(wrong, right))
  const author = ['-c', `user.name=${logins.writer}`, '-c', `user.email=${logins.writer}@example.com`]
  await execa('git', [...author, 'commit', '-qam', 'Keep the unit of seconds'], { cwd: clone, env })
  await execa('git', ['push', '-q'], { cwd: clone, env })
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
