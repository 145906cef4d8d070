#!/usr/bin/env node
// The smallest agent of the Agent Client Protocol: it asks its model CALLS times, writes the last answer into FILE, and
// says that all is well whatever happened.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { ORIGIN, TOKEN, MODEL, FILE = 'made.txt', CALLS = '1' } = process.env
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
const results = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': () => ({ sessionId: 's1' }),
  'session/prompt': ({ prompt }) => work(prompt[0].text),
}

async function work(text) {
  for (let call = 1; call <= Number(CALLS); call += 1) {
    const response = await fetch(`${ORIGIN}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: text }] }),
    })
    const { choices } = await response.json()
    if (choices !== undefined) writeFileSync(FILE, choices[0].message.content)
  }
  return { stopReason: 'end_turn' }
}

const lines = createInterface({ input: process.stdin })
lines.on('close', () => process.exit(0))
lines.on('line', (line) => void hear(line))

async function hear(line) {
  const { id, method, params } = JSON.parse(line)
  if (id !== undefined) answer(id, (await results[method]?.(params)) ?? {})
}
