import { isReduced, priceOf } from './catalog.js'
import { bestDiscount } from './discount.js'
import { formatCents, roundCents, shareOf, sumCents } from './money.js'
import { settings } from './settings.js'
import { shippingCost } from './shipping.js'

/** VAT that is contained in a gross amount. */
export function containedVat(cents, rate) {
  return roundCents((cents * rate) / (1000 + rate))
}

function buildLine([id, pieces]) {
  const gross = priceOf(id) * pieces
  const rate = isReduced(id) ? settings.reducedVat : settings.vat
  return { id, pieces, gross, vat: containedVat(gross, rate) }
}

export function buildInvoice(cart, { coupon = null, today = '2026-01-01', country } = {}) {
  const lines = Object.entries(cart.items).map(buildLine)
  const goods = sumCents(lines.map((line) => line.gross))
  const discount = bestDiscount(cart, coupon, today)
  const shipping = shippingCost(cart, country)
  return {
    owner: cart.owner,
    lines,
    goods,
    discount,
    shipping,
    vat: sumCents(lines.map((line) => line.vat)),
    total: goods - discount + shipping,
  }
}

/** What comes back when a share of the goods is returned. */
export function refund(invoice, perMille) {
  return roundCents(shareOf(invoice.goods - invoice.discount, perMille))
}

export function renderInvoice(invoice) {
  const rows = invoice.lines.map(
    (line) => line.pieces + ' x ' + line.id + ': ' + formatCents(line.gross, settings.currency),
  )
  const total = 'Total: ' + formatCents(invoice.total, settings.currency)
  return [...rows, total].join('\n')
}
