import { readFileSync } from 'node:fs'

const prices = JSON.parse(readFileSync(new URL('../data/prices.json', import.meta.url), 'utf8'))

const products = [
  { id: 'tea', name: 'Tea', group: 'food', weightGrams: 250 },
  { id: 'mug', name: 'Mug', group: 'kitchen', weightGrams: 400 },
  { id: 'book', name: 'Book', group: 'books', weightGrams: 600 },
  { id: 'lamp', name: 'Lamp', group: 'home', weightGrams: 2_500 },
  { id: 'chair', name: 'Chair', group: 'home', weightGrams: 11_000 },
  { id: 'pencil', name: 'Pencil', group: 'office', weightGrams: 8 },
  { id: 'poster', name: 'Poster', group: 'home', weightGrams: 90 },
]

const reducedGroups = new Set(['food', 'books'])

export function findProduct(id) {
  const product = products.find((one) => one.id === id)
  if (product === undefined) throw new Error('no product ' + id)
  return product
}

export function priceOf(id) {
  return prices[findProduct(id).id]
}

export function isReduced(id) {
  return reducedGroups.has(findProduct(id).group)
}

export function weightOf(id) {
  return findProduct(id).weightGrams
}

/** Names in alphabetical order, of one group or of all. */
export function listNames(group = null) {
  return products
    .filter((one) => group === null || one.group === group)
    .map((one) => one.name)
    .toSorted()
}
