import { settings } from './settings.js'

export function pointsFor(cents) {
  return Math.floor(cents / 100) * settings.pointsPerEuro
}

export class Account {
  constructor(owner) {
    this.owner = owner
    this.points = 0
    this.history = []
  }

  earn(cents) {
    const points = pointsFor(cents)
    this.points += points
    this.history.push({ kind: 'earned', points })
    return points
  }

  /** How many coupons the points are good for; what is left stays. */
  redeem() {
    const coupons = Math.floor(this.points / settings.pointsForCoupon)
    this.points -= coupons * settings.pointsForCoupon
    this.history.push({ kind: 'redeemed', coupons })
    return coupons
  }

  /** Owners with the most points first. */
  static rank(accounts) {
    return [...accounts].sort((one, other) => other.points - one.points).map((account) => account.owner)
  }
}
