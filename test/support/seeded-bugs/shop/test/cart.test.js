// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addItem, cartWeight, countPieces, createCart, mergeCarts, removeItem, subtotal } from '../src/cart.js'
import { listNames } from '../src/catalog.js'

test('adds pieces of the same product', () => {
  const cart = addItem(addItem(createCart(), 'tea', 2), 'tea')

  assert.equal(countPieces(cart), 3)
  assert.equal(subtotal(cart), 1350)
})

test('takes a product out again', () => {
  const cart = removeItem(addItem(createCart('ada'), 'mug'), 'mug')

  assert.deepEqual(cart, { owner: 'ada', items: {} })
})

test('refuses less than one piece', () => {
  assert.throws(() => addItem(createCart(), 'tea', 0), RangeError)
  assert.throws(() => addItem(createCart(), 'tea', 1.5), RangeError)
})

test('refuses more than a cart holds', () => {
  const cart = addItem(createCart(), 'pencil', 20)

  assert.throws(() => addItem(cart, 'tea'), /at most 20/)
})

test('weighs what is in it', () => {
  assert.equal(cartWeight(addItem(addItem(createCart(), 'lamp'), 'book', 2)), 3700)
})

test('merging leaves both carts as they were', () => {
  const mine = addItem(createCart('ada'), 'tea')
  const guest = addItem(createCart(), 'tea', 2)

  assert.deepEqual(mergeCarts(mine, guest), { owner: 'ada', items: { tea: 3 } })
  assert.equal(countPieces(mine), 1)
  assert.equal(countPieces(guest), 2)
})

test('lists names of a group', () => {
  assert.deepEqual(listNames('home'), ['Chair', 'Lamp', 'Poster'])
})
