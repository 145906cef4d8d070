import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Octokit } from '@octokit/rest'
import { expect, test, vi } from 'vitest'
import { proseIssue } from '../../../src/entrypoints/demo/agents/files.ts'
import {
  type Question,
  startScriptedModel,
  type ScriptedTurn,
} from '../../../src/entrypoints/demo/agents/scripted-model.ts'
import { answer } from '../../../src/entrypoints/demo/agents/what-models-say.ts'
import { readExample } from '../../../src/entrypoints/commands/read/read-example.ts'
import { findInFolder } from '../../support/agents/find-in-folder.ts'
import { createLocalRepository } from '../../support/local-repository.ts'
import { readGit } from '../support/git/git.ts'
import { patienceMs } from '../../support/vitest/patience.ts'

const key = 'sk-canary-7be01f94d3'

/** What is run looks for keys wherever a program can look. */
const snoop = (turn: ScriptedTurn): ScriptedTurn =>
  'use' in turn && turn.use === 'run_command'
    ? {
        ...turn,
        input: {
          command: `env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr '\\0' ' '; echo; echo snooped; ${String(turn.input['command'])}`,
        },
      }
    : turn

/** All roles that a model can have. */
const everyRole = 'agents: { plan_reviewer: model, feasibility: model, splitter: model, analyst: model }\n'

/** What the story's models don't say: of a plan, before people see it. */
function advise(question: Question): ScriptedTurn {
  const say = (value: unknown): ScriptedTurn => ({ say: JSON.stringify(value) })
  if (question.told.includes('You read a plan that somebody else made')) return say({ findings: [] })
  if (!question.told.includes('You estimate tasks of a plan')) return answer(question)
  const estimates = ['T1', 'T2'].map((task) => ({ task, person_days: 0.4, one_shot_pass: true, why: 'one function' }))
  return say({ tasks: estimates })
}

const patience = { timeout: patienceMs(60_000), interval: 100 }

interface Started {
  url: string
  repository: string
  tokens: { maintainer: string }
}

/** Its log stands in the same stream. */
function readStart(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Started> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with exit code ${code}`)))
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('"tokens"')) resolve(JSON.parse(line) as Started)
    })
  })
}

test('with nothing but the address of a server, models in all roles take prose in a repository of one’s own from the label to the final pull request, and its key is nowhere', async () => {
  await using local = await createLocalRepository()
  await local.commit({ ...(await readExample()).files, '.github/countersign.yml': everyRole })
  const told: string[] = []
  await using model = await startScriptedModel((question) => {
    told.push(question.told)
    return snoop(advise(question))
  })
  const said: string[] = []
  const data = join(local.root, 'sandbox')
  const cli = resolve('src/entrypoints/cli.ts')
  const child = spawn(
    process.execPath,
    [cli, 'sandbox', '--port', '0', '--json', '--import', local.source, '--data', data],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        OPENAI_BASE_URL: model.baseUrl,
        OPENAI_API_KEY: key,
        LOG_LEVEL: 'debug',
        AGENTS_DIR: '/nowhere',
      },
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(String(chunk)))
  try {
    const { url, repository, tokens } = await readStart(child)
    const [owner = '', repo = ''] = repository.split('/')
    const { rest } = new Octokit({ auth: tokens.maintainer, baseUrl: url })
    const place = { owner, repo }
    const { data: issue } = await rest.issues.create({ ...place, ...proseIssue, labels: ['countersign'] })
    const at = { ...place, issue_number: issue.number }
    const thread = async () => (await rest.issues.listComments(at)).data.map(({ body }) => body ?? '').join('\n')
    const reviews = async (task: string) => {
      const pulls = (await rest.pulls.list({ ...place, state: 'all' })).data
      const pull = pulls.find(({ head }) => head.ref.endsWith(`/${task}`))
      if (pull === undefined) return { number: 0, states: [] }
      const listed = await rest.pulls.listReviews({ ...place, pull_number: pull.number })
      return { number: pull.number, states: listed.data.map(({ state }) => state) }
    }

    await vi.waitFor(async () => expect(await thread()).toContain('`/answer 1a`'), patience)
    await rest.issues.createComment({ ...at, body: '/answer 1a' })
    await vi.waitFor(async () => expect(await thread()).toContain('by model (no agent is here)'), patience)
    await rest.issues.createComment({ ...at, body: '/approve' })
    await vi.waitFor(
      async () => expect((await reviews('T1')).states).toEqual(['CHANGES_REQUESTED', 'APPROVED']),
      patience,
    )
    await vi.waitFor(async () => expect((await reviews('T2')).number).toBeGreaterThan(0), patience)
    await rest.pulls.createReview({
      ...place,
      pull_number: (await reviews('T2')).number,
      event: 'APPROVE',
      body: 'Yes.',
    })
    await vi.waitFor(async () => expect((await reviews('T2')).states).toContain('APPROVED'), patience)
    await vi.waitFor(async () => expect((await reviews('base')).number).toBeGreaterThan(0), patience)
    const final = await rest.pulls.get({ ...place, pull_number: (await reviews('base')).number })
    expect(final.data).toMatchObject({ state: 'open', draft: false, base: { ref: 'main' } })
    expect(final.data.body).toMatch(/^Closes #/m)
    const labels = async () =>
      (await rest.issues.get(at)).data.labels.map((one) => (typeof one === 'string' ? one : one.name))
    await vi.waitFor(async () => expect(await labels()).toContain('countersign: ready'), patience)
    expect(await thread()).toMatch(/of these [^·]+ for planning/)
    for (const prompt of ['You read a plan that somebody else made', 'You estimate tasks of a plan'])
      expect(told.some((one) => one.includes(prompt))).toBe(true)

    const [bare = ''] = (await readdir(join(data, 'github'), { recursive: true })).filter((path) =>
      path.endsWith(`${repo}.git`),
    )
    const history = await readGit(join(data, 'github', bare), ['log', '-p', '--all'])
    expect(history).toContain('REJECTED.md')
    expect(told.join('\n')).toMatch(/^snooped$/m)
    for (const sink of [told.join('\n'), said.join(''), history, await thread()]) expect(sink).not.toContain(key)
  } finally {
    child.kill('SIGINT')
    if (child.exitCode === null) await once(child, 'exit')
  }
  expect(said.join('')).not.toContain(key)
  expect(await findInFolder(data, key)).toEqual([])
})
