import { expect, test } from 'vitest'
import { openOrder, sealOrder } from '../../../src/application/state/seal-order.ts'
import { createSigningKey } from '../../../src/application/state/signing-key.ts'
import { buildJobOrder } from '../../support/runs/build-job-order.ts'

const key = createSigningKey('a secret of sixteen')
const order = buildJobOrder()

test('an order is read by who has the public key, and is the same each time that it is sealed', () => {
  const sealed = sealOrder(order, key.sign)

  expect(openOrder(sealed, [createSigningKey('another of sixteen').publicKey, key.publicKey])).toEqual(order)
  expect(sealOrder(order, key.sign)).toBe(sealed)
})

test('no character of it can be changed, and no other key or signature opens it', () => {
  const sealed = sealOrder(order, key.sign)
  const [payload = ''] = sealed.split('.')
  const other = Buffer.from(JSON.stringify({ ...order, task: 'T2' })).toString('base64url')

  for (let at = 0; at < sealed.length; at += 7) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    expect(openOrder(changed, [key.publicKey]), `character ${at}`).toBeUndefined()
  }
  expect(openOrder(sealed, [createSigningKey('another of sixteen').publicKey])).toBeUndefined()
  expect(openOrder(`${other}.${sealed.split('.')[1] ?? ''}`, [key.publicKey])).toBeUndefined()
  // What the same key has signed for something else.
  expect(openOrder(`${payload}.${key.sign(payload)}`, [key.publicKey])).toBeUndefined()
  expect(openOrder(`${payload}.${key.sign(JSON.stringify(order))}`, [key.publicKey])).toBeUndefined()
})

test.each(['', '.', 'a.b', 'a.b.c', `${'A'.repeat(30_000)}.x`, '::set-output name=order::x'])(
  'anything else is no order: %j',
  (text) => {
    expect(openOrder(text, [key.publicKey])).toBeUndefined()
  },
)
