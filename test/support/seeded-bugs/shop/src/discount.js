import { countPieces, subtotal } from './cart.js'
import { roundCents, shareOf } from './money.js'
import { discountSteps } from './settings.js'

/** Rate of the highest step that is reached, 0 below all. */
export function volumeRate(pieces) {
  let rate = 0
  for (const step of discountSteps) {
    if (pieces >= step.pieces) rate = step.rate
  }
  return rate
}

export function volumeDiscount(cart) {
  const rate = volumeRate(countPieces(cart))
  return roundCents(shareOf(subtotal(cart), rate))
}

export function couponDiscount(cart, coupon, today) {
  if (coupon === null) return 0
  if (today > coupon.until) return 0
  return Math.min(coupon.cents, subtotal(cart))
}

/** The better one for the customer; they don't add up. */
export function bestDiscount(cart, coupon, today) {
  return Math.max(volumeDiscount(cart), couponDiscount(cart, coupon, today))
}
