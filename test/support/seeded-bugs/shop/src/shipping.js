import { cartWeight, subtotal } from './cart.js'
import { settings } from './settings.js'

const zones = {
  DE: { days: 2, extra: 0 },
  AT: { days: 4, extra: 300 },
  CH: { days: 6, extra: 1200 },
}

function zoneOf(country) {
  const zone = zones[country]
  if (zone === undefined) throw new Error('nothing is sent to ' + country)
  return zone
}

export function isHeavy(cart) {
  return cartWeight(cart) >= settings.heavyFromGrams
}

export function shippingCost(cart, country = 'DE') {
  const zone = zoneOf(country)
  if (isHeavy(cart)) return settings.heavyShipping + zone.extra
  if (subtotal(cart) >= settings.freeShippingFrom) return zone.extra
  return settings.baseShipping + zone.extra
}

/** Days on the way; orders after noon leave the next day. */
export function deliveryDays(country, hour) {
  const { days } = zoneOf(country)
  return hour < 12 ? days : days + 1
}
