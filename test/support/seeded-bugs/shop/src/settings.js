// Settings of the shop. Amounts are cents, rates per mille.
export const settings = {
  currency: 'EUR',
  locale: 'de',

  // VAT
  vat: 190,
  reducedVat: 70,

  // Shipping
  freeShippingFrom: 5000,
  baseShipping: 490,
  heavyShipping: 1900,
  heavyFromGrams: 10_000,

  // Carts
  maxItems: 20,
  cartMinutes: 45,

  // Loyalty
  pointsPerEuro: 2,
  pointsForCoupon: 100,
}

/** Steps of the discount for many: from so many pieces on, so many per mille. */
export const discountSteps = [
  { pieces: 5, rate: 50 },
  { pieces: 10, rate: 100 },
]
