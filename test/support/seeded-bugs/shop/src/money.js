// Amounts are whole cents.

export function roundCents(amount) {
  return Math.round(amount)
}

export function floorCents(amount) {
  return Math.floor(amount)
}

export function shareOf(cents, perMille) {
  return (cents * perMille) / 1000
}

export function sumCents(amounts) {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

export function formatCents(cents, currency) {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return sign + whole + '.' + rest + ' ' + currency
}

/** Parts that add up to the whole, larger ones first. */
export function splitCents(cents, parts) {
  const each = Math.floor(cents / parts)
  const left = cents - each * parts
  const shares = []
  for (let part = 0; part < parts; part += 1) {
    shares.push(part < left ? each + 1 : each)
  }
  return shares
}
