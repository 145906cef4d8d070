/** In all there is room for so many installations that each have as much as one may have. */
const installationsAtOnce = 16
/** One of them gets at most this part of what is still free, so that there is some for who comes next. */
const partOfFree = 1 / 4

export interface SlotLimits {
  /** Of one installation, what waits for a limit of GitHub's included. */
  perInstallation: number
  /** Of all, what waits for a limit of GitHub's not included; no such limit unless told. */
  atWork?: number
  /** Beyond both, for those who have nothing at work; none unless told. */
  guests?: number
}

/** A slot that is taken. */
export interface Slot {
  /** It waits for a limit of GitHub's until what is returned is called. */
  wait(): () => void
  leave(): void
}

/**
 * Slots for work side by side in one process, counted by installation: GitHub's limits are counted so too, and one that
 * waits for them must not take the slots of the others.
 */
export class Slots {
  readonly #perInstallation: number
  readonly #atWork: number
  readonly #guests: number
  readonly #taken = new Map<number, number>()
  #count = 0
  #waiting = 0

  constructor({ perInstallation, atWork = Number.POSITIVE_INFINITY, guests = 0 }: SlotLimits) {
    this.#perInstallation = perInstallation
    this.#atWork = atWork
    this.#guests = guests
  }

  /** Nobody gets another one, or nobody but a guest. */
  isFull(forGuests = false): boolean {
    return this.#free() <= 0 || this.#count - this.#waiting >= this.#atWork + (forGuests ? this.#guests : 0)
  }

  /** Installations that have as much as they may have now, with those of their repositories that are guests. */
  findFull(forGuests = false): number[] {
    return [...this.#taken.keys()].filter((installationId) => !this.hasSlotFor(installationId, forGuests))
  }

  hasSlotFor(installationId: number, forGuests = false): boolean {
    const share = Math.max(1, Math.floor(this.#free() * partOfFree))
    const most = Math.min(this.#perInstallation, share) + (forGuests ? this.#guests : 0)
    return !this.isFull(forGuests) && (this.#taken.get(installationId) ?? 0) < most
  }

  take(installationId: number): Slot {
    this.#add(installationId, 1)
    let waits = 0
    let isTaken = true
    const change = (by: 1 | -1) => {
      if (isTaken && waits === (by === 1 ? 0 : 1)) this.#waiting += by
      waits += by
    }
    return {
      wait: () => {
        change(1)
        let isOver = false
        return () => {
          if (!isOver) change(-1)
          isOver = true
        }
      },
      leave: () => {
        if (!isTaken) return
        isTaken = false
        if (waits > 0) this.#waiting -= 1
        this.#add(installationId, -1)
      },
    }
  }

  #free(): number {
    return this.#perInstallation * installationsAtOnce - this.#count
  }

  #add(installationId: number, by: 1 | -1): void {
    this.#count += by
    const taken = (this.#taken.get(installationId) ?? 0) + by
    if (taken === 0) this.#taken.delete(installationId)
    else this.#taken.set(installationId, taken)
  }
}
