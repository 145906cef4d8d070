// oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addItem, createCart } from '../src/cart.js'
import { buildInvoice, refund, renderInvoice } from '../src/invoice.js'
import { formatCents, splitCents } from '../src/money.js'

const cartOf = (...items) => items.reduce((cart, [id, pieces]) => addItem(cart, id, pieces), createCart('ada'))

describe('invoice', () => {
  test('adds shipping below the limit', () => {
    const { goods, shipping, total } = buildInvoice(cartOf(['mug', 2]))

    assert.deepEqual({ goods, shipping, total }, { goods: 2580, shipping: 490, total: 3070 })
  })

  test('contains both kinds of VAT', () => {
    assert.equal(buildInvoice(cartOf(['mug', 1])).vat, 206)
    assert.equal(buildInvoice(cartOf(['book', 1])).vat, 98)
  })

  test('sends heavy goods for more', () => {
    assert.equal(buildInvoice(cartOf(['chair', 1])).shipping, 1900)
    assert.equal(buildInvoice(cartOf(['chair', 1]), { country: 'CH' }).shipping, 3100)
  })

  test('gives the discount for many from five pieces on', () => {
    assert.equal(buildInvoice(cartOf(['book', 4])).discount, 0)
    assert.equal(buildInvoice(cartOf(['book', 5])).discount, 375)
    assert.equal(buildInvoice(cartOf(['book', 10])).discount, 1500)
  })

  test('takes a coupon until its last day', () => {
    const coupon = { cents: 500, until: '2026-03-31' }

    assert.equal(buildInvoice(cartOf(['mug', 1]), { coupon, today: '2026-03-31' }).discount, 500)
    assert.equal(buildInvoice(cartOf(['mug', 1]), { coupon, today: '2026-04-01' }).discount, 0)
  })

  test('gives back half', () => {
    assert.equal(refund(buildInvoice(cartOf(['book', 1])), 500), 750)
    assert.equal(refund(buildInvoice(cartOf(['pencil', 1])), 129), 15)
  })

  test('is good to read', () => {
    assert.equal(renderInvoice(buildInvoice(cartOf(['tea', 2]))), '2 x tea: 9.00 EUR\nTotal: 13.90 EUR')
  })
})

test('formats negative amounts', () => {
  assert.equal(formatCents(-1205, 'EUR'), '-12.05 EUR')
})

test('splits without losing a cent', () => {
  assert.deepEqual(splitCents(1000, 3), [334, 333, 333])
})
