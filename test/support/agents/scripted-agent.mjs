#!/usr/bin/env node
// An agent that speaks the Agent Client Protocol and behaves as BEHAVIOUR says; it runs inside the isolation, alone.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { BEHAVIOUR = 'writes', ORIGIN, TOKEN } = process.env
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const say = (text) =>
  send({
    method: 'session/update',
    params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } },
  })
const waiting = new Map()
let asked = 0
let told
const request = (method, params) =>
  new Promise((resolve) => {
    asked += 1
    waiting.set(`a${asked}`, resolve)
    send({ id: `a${asked}`, method, params: { sessionId: 's1', ...params } })
  })
const askModel = () =>
  fetch(`${ORIGIN}/v1/chat/completions`, { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` }, body: told })
const forever = () => new Promise(() => setInterval(() => {}, 1000))

const behaviours = {
  async writes() {
    await askModel()
    writeFileSync('made.txt', 'made by an agent\n')
  },
  async plans() {
    const update = (update) => send({ method: 'session/update', params: { sessionId: 's1', update } })
    const entry = (content, status) => ({ content, status, priority: 'medium' })
    update({ sessionUpdate: 'plan', entries: [entry('Look', 'completed'), entry('Write', 'in_progress'), 7] })
    update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: `edit with ${TOKEN}`, kind: 'edit' })
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' })
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't2', title: 'npm test' })
    update({ sessionUpdate: 'plan', entries: 'none' })
    await askModel()
  },
  async nothing() {
    await askModel()
    say('All done, trust me.')
  },
  async proxy() {
    await askModel()
    say(`proxy ${process.env.HTTPS_PROXY}, but not for ${process.env.NO_PROXY}`)
  },
  async 'no-model'() {
    writeFileSync('made.txt', 'x\n')
  },
  async crashes() {
    say('Let me look.')
    process.stderr.write('TypeError: undefined is not a function\n')
    process.exit(7)
  },
  async hangs() {
    const { pid } = spawn('sleep', [process.env.SLEEP ?? '600'], { detached: true, stdio: 'ignore' })
    say(`began ${pid}`)
    return forever()
  },
  async deaf() {
    process.removeAllListeners('SIGTERM')
    spawn('sleep', [process.env.SLEEP ?? '600'], { detached: true, stdio: 'ignore' })
    ignoring = true
    return forever()
  },
  async endless() {
    const line = `${'x'.repeat(100_000)}\n`
    for (;;) if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  },
  async 'one-line'() {
    for (;;)
      if (!process.stdout.write('{"x'.repeat(50_000)))
        await new Promise((resolve) => process.stdout.once('drain', resolve))
  },
  async secrets() {
    await askModel()
    say(`my token is ${TOKEN}; the environment is ${JSON.stringify(process.env)}`)
    return 'refusal'
  },
  async outside() {
    await askModel()
    for (const path of ['/opt/agent/x', '/etc/x', '/usr/x', '/x', '../x']) {
      try {
        writeFileSync(path, 'x')
        say(`wrote ${path}. `)
      } catch {
        // As it should be.
      }
    }
    writeFileSync('made.txt', 'x\n')
  },
  async asks() {
    await askModel()
    const calls = [
      ['fs/write_text_file', { path: '/work/made.txt', content: 'x' }],
      ['fs/read_text_file', { path: '/work/a.txt' }],
      ['terminal/create', { command: 'true' }],
      ['some/thing', {}],
    ]
    for (const call of calls) say(`${(await request(...call)).error?.code ?? 'allowed'} `)
    writeFileSync('made.txt', 'x\n')
  },
  async permissions() {
    await askModel()
    for (const kind of ['edit', 'execute', 'fetch', 'switch_mode', 'invented']) {
      const options = ['reject_once', 'allow_always', 'allow_once'].map((one) => ({
        optionId: `id-${one}`,
        name: 'yes',
        kind: one,
      }))
      const answer = await request('session/request_permission', {
        toolCall: { toolCallId: 't', kind, title: 'allow_once' },
        options,
      })
      say(`${kind}: ${answer.result?.outcome.optionId ?? answer.error?.code}; `)
    }
    writeFileSync('made.txt', 'x\n')
  },
  async garbage() {
    await askModel()
    process.stdout.write(
      'npm warn something\n{"broken": \n[]\n"text"\n{"id":77,"result":{}}\n{"jsonrpc":"2.0","method":"x/y"}\n\u0000\u0001\n',
    )
    send({ method: 'session/update', params: { update: 7 } })
    send({ method: 'session/update' })
    writeFileSync('made.txt', 'x\n')
  },
  async 'error-end'() {
    await askModel()
    say('API Error: 500')
  },
  async gives() {
    await askModel()
    writeFileSync('made.txt', 'half\n')
    return 'max_tokens'
  },
  async tells() {
    await askModel()
    writeFileSync('prompt.txt', told)
  },
}

let ignoring = false
const lines = createInterface({ input: process.stdin })
if (BEHAVIOUR !== 'deaf') lines.on('close', () => process.exit(0))
lines.on('line', (line) => void hear(line))

async function hear(line) {
  const message = JSON.parse(line)
  if (ignoring) return
  if (message.method === undefined) return waiting.get(message.id)?.(message)
  if (message.method === 'session/cancel') return void (BEHAVIOUR === 'hangs' && process.exit(0))
  if (message.method === 'initialize')
    return send({ id: message.id, result: { protocolVersion: 1, agentCapabilities: {}, authMethods: [] } })
  if (message.method === 'session/new')
    return BEHAVIOUR === 'no-session'
      ? send({ id: message.id, error: { code: -32000, message: 'Authentication required' } })
      : send({ id: message.id, result: { sessionId: 's1' } })
  if (message.method !== 'session/prompt') return send({ id: message.id, result: {} })
  told = message.params.prompt[0].text
  const stopReason = (await behaviours[BEHAVIOUR]()) ?? 'end_turn'
  send({ id: message.id, result: { stopReason } })
}
