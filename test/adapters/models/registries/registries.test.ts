import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { RegistryNetwork } from '../../../../src/adapters/models/registries/open-tunnel.ts'
import { usualRegistryLimits } from '../../../../src/adapters/models/registries/registry.ts'
import { openGateway, type TestGateway } from '../../../support/models/open-gateway.ts'
import { inOrder } from '../../../support/models/scripted-provider.ts'

const npm = { host: 'registry.npmjs.org', isPrivate: false }
const publicAddress = '104.16.3.34'

/** A registry that says what it got, in capitals. */
async function startRegistry(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => socket.write(chunk.toString().toUpperCase()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Names lead to what `names` says; whatever is dialled is the registry, and is written down. */
function fakeNetwork(port: number, names: Record<string, string[]> = { [npm.host]: [publicAddress] }) {
  const dialled: string[] = []
  const network: RegistryNetwork = {
    resolve: (host) => Promise.resolve(names[host] ?? []),
    async dial(address, to) {
      dialled.push(`${address}:${to}`)
      const socket = connect({ port, host: '127.0.0.1' })
      await once(socket, 'connect')
      return socket
    },
  }
  return { network, dialled }
}

type Opened = Awaited<ReturnType<TestGateway['openRun']>>

async function openSocketRun(gateway: TestGateway): Promise<{ run: Opened; path: string }> {
  const run = await gateway.openRun({ reach: 'socket' })
  if (run.socketPath === undefined) throw new Error('no socket')
  return { run, path: run.socketPath }
}

/** Asks by a run's socket, as npm and pip do. */
async function ask(path: string, target: string, password: string | null): Promise<{ status: number; socket: Socket }> {
  const given = Buffer.from(`run:${password}`).toString('base64')
  const headers = password === null ? {} : { 'proxy-authorization': `Basic ${given}` }
  const asked = request({ socketPath: path, method: 'CONNECT', path: target, headers }).end()
  const [answer, socket] = await new Promise<[IncomingMessage, Socket]>((resolve, reject) => {
    asked.once('connect', (response, connection: Socket) => resolve([response, connection]))
    asked.once('error', reject)
  })
  socket.on('error', () => {})
  return { status: answer.statusCode ?? 0, socket }
}

test('a run reaches the registry that is let through, and its record says so', async () => {
  const { network, dialled } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const { run, path } = await openSocketRun(gateway)

  const { status, socket } = await ask(path, 'registry.npmjs.org:443', run.token)
  socket.write('hello')
  const [told] = (await once(socket, 'data')) as [Buffer]

  expect([status, told.toString()]).toEqual([200, 'HELLO'])
  expect(dialled).toEqual([`${publicAddress}:443`])
  expect(gateway.gateway.report(run.id)?.registries).toEqual({ reached: { 'registry.npmjs.org': 1 }, refused: [] })
  socket.destroy()
})

test.each([
  ['another host, as a redirect leads to', 'evil.example:443'],
  ['another port', 'registry.npmjs.org:22'],
  ['no port', 'registry.npmjs.org'],
  ['credentials', 'user:secret@registry.npmjs.org:443'],
  ['a host below it', 'a.registry.npmjs.org:443'],
  ['a host that begins like it', 'registry.npmjs.org.evil.example:443'],
  ['a host that ends like it', 'evilregistry.npmjs.org:443'],
  ['a final dot', 'registry.npmjs.org.:443'],
  ['its address', `${publicAddress}:443`],
  ['an address that tells of machines', '169.254.169.254:443'],
  ['a port twice', 'registry.npmjs.org:443:22'],
  ['letters that look alike', 'registry.npmjѕ.org:443'],
])('refused is %s', async (_what, target) => {
  const { network, dialled } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const { run, path } = await openSocketRun(gateway)

  const { status } = await ask(path, encodeURI(target), run.token)

  expect([status, dialled]).toEqual([403, []])
  const { registries } = gateway.gateway.report(run.id) ?? {}
  expect(registries).toMatchObject({ reached: {}, refused: [expect.any(String)] })
  expect(JSON.stringify(registries)).not.toContain('secret')
})

test.each([['127.0.0.1'], ['10.0.0.7'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.7'], ['fd00::7']])(
  'a name that leads to %s is nobody’s way in, unless it is said to stand there',
  async (address) => {
    const { network, dialled } = fakeNetwork(await startRegistry(), { [npm.host]: [address] })
    await using closed = await openGateway(inOrder(), { registries: [npm], network })
    const refused = await openSocketRun(closed)
    await using own = await openGateway(inOrder(), { registries: [{ ...npm, isPrivate: true }], network })
    const allowed = await openSocketRun(own)

    const first = await ask(refused.path, 'registry.npmjs.org:443', refused.run.token)
    const second = await ask(allowed.path, 'registry.npmjs.org:443', allowed.run.token)

    expect([first.status, second.status, dialled]).toEqual([403, 200, [`${address}:443`]])
    second.socket.destroy()
  },
)

test('of several addresses only a public one is connected to', async () => {
  const { network, dialled } = fakeNetwork(await startRegistry(), { [npm.host]: ['127.0.0.1', publicAddress] })
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const { run, path } = await openSocketRun(gateway)

  const { socket } = await ask(path, 'registry.npmjs.org:443', run.token)

  expect(dialled).toEqual([`${publicAddress}:443`])
  socket.destroy()
})

test('nobody gets through without the token of the run whose socket it is', async () => {
  const { network, dialled } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const [one, other] = [await openSocketRun(gateway), await openSocketRun(gateway)]

  const answers = [
    await ask(one.path, 'registry.npmjs.org:443', null),
    await ask(one.path, 'registry.npmjs.org:443', other.run.token),
    await ask(one.path, '127.0.0.1:8089', null),
  ]

  expect([answers.map(({ status }) => status), dialled]).toEqual([[407, 407, 407], []])
})

test('without a list there is no way at all', async () => {
  const { network, dialled } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { network })
  const { run, path } = await openSocketRun(gateway)

  await expect(ask(path, 'registry.npmjs.org:443', run.token)).rejects.toThrow('socket hang up')
  expect(dialled).toEqual([])
})

test('who sends more than asking takes is cut off, and gets no other connection', async () => {
  const { network } = fakeNetwork(await startRegistry())
  const registryLimits = { ...usualRegistryLimits, sentBytes: 1_000 }
  await using gateway = await openGateway(inOrder(), { registries: [npm], network, registryLimits })
  const { run, path } = await openSocketRun(gateway)

  const { socket } = await ask(path, 'registry.npmjs.org:443', run.token)
  socket.resume()
  socket.write(Buffer.alloc(2_000))
  await once(socket, 'close')
  const again = await ask(path, 'registry.npmjs.org:443', run.token)

  expect(again.status).toBe(403)
})

test('a run that ends takes its connections with it', async () => {
  const { network } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const { run, path } = await openSocketRun(gateway)
  const { socket } = await ask(path, 'registry.npmjs.org:443', run.token)
  const closed = once(socket.resume(), 'close')

  await gateway.gateway.closeRun(run.id)

  expect(await closed).toBeDefined()
})

test('an agent that asks for its model by the proxy finds the gateway there, and nothing else of the loopback', async () => {
  const { network, dialled } = fakeNetwork(await startRegistry())
  await using gateway = await openGateway(inOrder(), { registries: [npm], network })
  const { run, path } = await openSocketRun(gateway)

  const { status, socket } = await ask(path, '127.0.0.1:8089', run.token)
  socket.write(`GET /v1/models HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${run.token}\r\nconnection: close\r\n\r\n`)
  const [told] = (await once(socket, 'data')) as [Buffer]

  expect(status).toBe(200)
  expect(told.toString()).toContain('HTTP/1.1 200 OK')
  expect(dialled).toEqual([])
  socket.destroy()
})
