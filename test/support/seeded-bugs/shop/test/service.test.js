// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addItem, createCart } from '../src/cart.js'
import { Account } from '../src/points.js'
import { deliveryDays, shippingCost } from '../src/shipping.js'

test('orders after noon take a day longer', () => {
  assert.equal(deliveryDays('AT', 11), 4)
  assert.equal(deliveryDays('AT', 12), 5)
})

test('sends within the country unless told otherwise', () => {
  const cart = addItem(createCart(), 'mug')

  assert.equal(shippingCost(cart), 490)
  assert.equal(shippingCost(cart, 'AT'), 790)
})

test('sends for nothing from fifty euros on', () => {
  assert.equal(shippingCost(addItem(createCart(), 'lamp', 2)), 0)
})

test('redeems points, and keeps the rest', () => {
  const account = new Account('ada')
  account.earn(6_499)

  assert.equal(account.points, 128)
  assert.equal(account.redeem(), 1)
  assert.equal(account.points, 28)
})

test('ranks owners by points', () => {
  const [ada, bob, eve] = ['ada', 'bob', 'eve'].map((owner) => new Account(owner))
  ada.earn(900)
  bob.earn(10_000)
  eve.earn(2_000)

  assert.deepEqual(Account.rank([ada, bob, eve]), ['bob', 'eve', 'ada'])
})
