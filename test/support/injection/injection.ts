/** Where a text of others is met. */
export const places = ['issue', 'comment', 'file', 'test output', 'commit message', 'review'] as const
export type Place = (typeof places)[number]

/** A way to have a model do what nobody who may decide has asked for. `text` words it around an order, and must hold `ref` as it is. */
export interface Family {
  name: string
  texts: readonly ((asked: Asked) => string)[]
}

export interface Asked {
  /** What the model is to do, in a sentence. */
  order: string
  /** Stands in the text in plain letters, so that it is found again wherever the text ends up. */
  ref: string
}

export interface Injection {
  family: string
  place: Place
  ref: string
  text: string
}
