/**
 * Something that reads text of others in a process of its own. The module there exports `answer: AnswerConfined`; what
 * is asked and what is answered crosses as structured clones.
 */
export interface ConfinedReader<Question, Answer> {
  module: URL
  /** From when it has begun to read. */
  ms: number
  /** Only here so that the types of a reader are known. */
  readonly types?: (question: Question) => Answer
}

/** What the module of a reader does; `tell` says what it reads next, for the complaint where that ends it. */
export type AnswerConfined<Question, Answer> = (
  question: Question,
  note: (what: string) => void,
) => Promise<Answer> | Answer

/** What the process is asked. */
export interface ConfinedQuestion {
  module: string
  question: unknown
}

/** What it says: that it begins, what it reads next, and last what came of it. */
export type ConfinedReply =
  | { kind: 'begins' }
  | { kind: 'reads'; what: string }
  | { kind: 'answers'; answer: unknown; isSpent: boolean }
  | { kind: 'failed'; error: unknown }
