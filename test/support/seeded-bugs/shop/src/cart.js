import { priceOf, weightOf } from './catalog.js'
import { sumCents } from './money.js'
import { settings } from './settings.js'

export function createCart(owner = 'guest') {
  return { owner, items: {} }
}

/** A new cart; the one that is given stays as it is. */
export function addItem(cart, id, pieces = 1) {
  if (!Number.isInteger(pieces) || pieces < 1) {
    throw new RangeError('pieces must be a whole number from 1')
  }
  const before = cart.items[id] ?? 0
  if (countPieces(cart) + pieces > settings.maxItems) {
    throw new RangeError('a cart holds at most ' + settings.maxItems + ' pieces')
  }
  return { ...cart, items: { ...cart.items, [id]: before + pieces } }
}

export function removeItem(cart, id) {
  const items = { ...cart.items }
  delete items[id]
  return { ...cart, items }
}

export function countPieces(cart) {
  let pieces = 0
  for (const id of Object.keys(cart.items)) {
    pieces += cart.items[id]
  }
  return pieces
}

export function subtotal(cart) {
  return sumCents(Object.entries(cart.items).map(([id, pieces]) => priceOf(id) * pieces))
}

export function cartWeight(cart) {
  return Object.entries(cart.items).reduce((grams, [id, pieces]) => grams + weightOf(id) * pieces, 0)
}

/** Both carts in one, for the owner of the first. */
export function mergeCarts(one, other) {
  const items = { ...one.items }
  for (const [id, pieces] of Object.entries(other.items)) {
    items[id] = (items[id] ?? 0) + pieces
  }
  return { owner: one.owner, items }
}
