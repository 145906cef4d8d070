import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Octokit } from '@octokit/rest'
import { expect, test, vi } from 'vitest'
import { proseIssue } from '../../../demo/agents/files.ts'
import { startScriptedModel } from '../../../demo/agents/scripted-model.ts'
import { answer } from '../../../demo/agents/what-models-say.ts'
import { readExample } from '../../../src/entrypoints/commands/read/read-example.ts'
import { createLocalRepository } from '../../support/local-repository.ts'

const patience = { timeout: 60_000, interval: 100 }

interface Started {
  url: string
  repository: string
  tokens: { maintainer: string }
}

test('with nothing but the address of a server, prose in a repository of one’s own goes from the label to approved pull requests', async () => {
  await using local = await createLocalRepository()
  await local.commit((await readExample()).files)
  await using model = await startScriptedModel(answer)
  const cli = resolve('src/entrypoints/cli.ts')
  const child = spawn(process.execPath, [cli, 'sandbox', '--port', '0', '--json', '--import', local.source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      OPENAI_BASE_URL: model.baseUrl,
      AGENTS_DIR: '/nowhere',
    },
  })
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const { url, repository, tokens } = JSON.parse(line) as Started
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
  } finally {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
})
