import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usualOptions } from '../../../src/adapters/models/gateway/gateway-options.ts'
import { createRemoteGateway } from '../../../src/adapters/models/remote/create-remote-gateway.ts'
import { commandUser, isRoot } from '../../../src/adapters/workspace/isolation/command-user.ts'
import { createLocalRepository, widgets } from '../../support/local-repository.ts'
import { providerKey } from '../../support/models/open-gateway.ts'
import { startScriptedProvider } from '../../support/models/scripted-provider.ts'

const program = new URL('../../../src/entrypoints/models/gateway-main.ts', import.meta.url)

/** What an agent would try: the model by its own address, and everything else. */
const script = `#!/opt/node/bin/node
const { env } = process
const ask = (origin, token = env.TOKEN) => fetch(origin + '/v1/messages', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': token },
  body: JSON.stringify({ model: 'model-1', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }),
}).then(async (answer) => answer.status + ' ' + JSON.stringify(await answer.json()), (error) => String(error.cause?.code))
const said = [await ask(env.ORIGIN), await ask(env.ORIGIN, env.OTHER_TOKEN), await ask(env.PROVIDER), await ask(env.SHARED), await ask('http://api.anthropic.com')]
console.log(said.join('\\n'))
`

test('from within the isolation the gateway answers, and nothing else can be reached', async () => {
  await using provider = await startScriptedProvider(() => ({ kind: 'answer', text: 'Done.' }))
  await using repository = await createLocalRepository()
  await using tree = await repository
    .workspace({ env: { PATH: process.env['PATH'] } })
    .openWorkTree(widgets, await repository.commit({ 'a.txt': 'a\n' }))
  const dir = await mkdtemp(join(tmpdir(), 'models-'))
  // Whoever commands run as may look into it.
  await chmod(dir, 0o755)
  const file = join(dir, 'agent.mjs')
  await writeFile(file, script)
  await chmod(file, 0o755)
  const gateway = createRemoteGateway({
    program,
    start: {
      options: {
        ...usualOptions,
        providers: [
          {
            name: 'scripted',
            kind: 'compatible',
            baseUrl: `${provider.origin}/v1`,
            key: providerKey,
            speaks: ['chat'],
          },
        ],
        models: [{ name: 'model-1', provider: 'scripted', upstream: 'model-1' }],
      },
      ledgerFile: ':memory:',
      socketOwner: isRoot() ? commandUser : null,
    },
    temporary: tmpdir(),
    env: process.env,
    nowMs: Date.now,
    log: () => {},
  })
  const order = { runId: 'run-1', repository: 'acme/widgets', issue: 7, task: 'T1' } as const
  const run = await gateway.open({ ...order, reach: 'socket' })
  const shared = await gateway.open({ ...order, runId: 'run-2', reach: 'loopback' })
  const SHARED = shared.reach.kind === 'loopback' ? shared.reach.origin : ''

  const environment = { TOKEN: run.token, OTHER_TOKEN: shared.token, PROVIDER: provider.origin, SHARED }
  await using agent = await tree.start(
    {
      file,
      folder: dir,
      describe: ({ origin }) => ({ args: [], environment: { ...environment, ORIGIN: origin ?? '' }, home: [] }),
      socket: run.reach.kind === 'socket' ? run.reach.path : null,
    },
    { isolation: 'bubblewrap', maxDiskBytes: 100_000_000, maxMemoryBytes: 1_000_000_000 },
  )
  let said = ''
  for await (const chunk of agent.output) said += Buffer.from(chunk).toString('utf8')
  const ended = await run.end()
  await gateway.close()
  await rm(dir, { recursive: true })

  expect(said.split('\n')).toEqual([
    expect.stringMatching(/^200 .*"text":"Done\."/),
    expect.stringMatching(/^401 /),
    'ECONNREFUSED',
    'ECONNREFUSED',
    'EAI_AGAIN',
    '',
  ])
  expect(agent.complaints()).not.toContain(providerKey)
  expect(ended).toMatchObject({ use: { calls: 1 }, stop: null })
  expect(provider.calls.length).toBe(1)
})
