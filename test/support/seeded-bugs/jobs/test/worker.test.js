// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Store } from '../src/store.js'
import { Worker } from '../src/worker.js'

async function storeWith(jobs) {
  const store = new Store()
  for (const [index, job] of jobs.entries()) await store.put('job:' + index, { state: 'ready', payload: null, ...job })
  return store
}

test('notes what a job came to', async () => {
  const store = await storeWith([{ type: 'double', payload: 21 }])
  const worker = new Worker(store, { handlers: { double: async (value) => value * 2 } })

  assert.equal(await worker.runAll(), 1)
  assert.deepEqual(await store.get('job:0'), { state: 'done', payload: 21, type: 'double', result: 42 })
})

test('notes why a job failed, after three tries', async () => {
  const waits = []
  const store = await storeWith([{ type: 'break' }])
  const handlers = { break: () => Promise.reject(new Error('broken')) }
  const worker = new Worker(store, { handlers, wait: async (ms) => waits.push(ms) })
  await worker.runAll()

  assert.equal((await store.get('job:0')).reason, 'broken')
  assert.deepEqual(waits, [1000, 2000])
})

test('leaves jobs alone that nobody handles', async () => {
  const store = await storeWith([{ type: 'other' }])
  await new Worker(store, { handlers: {} }).runAll()

  assert.equal((await store.get('job:0')).state, 'unknown')
})

test('runs a job once', async () => {
  let runs = 0
  const store = await storeWith([{ type: 'count' }])
  const worker = new Worker(store, { handlers: { count: () => (runs += 1) } })
  await worker.runAll()
  await worker.runAll()

  assert.equal(runs, 1)
})
