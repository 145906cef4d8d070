/** Something an issue's decision did that its session keeps and the issue's own state doesn't say. */
export type SessionAct =
  /** Somebody had the issues listed (spec 001 §2). */
  | { kind: 'listed' }
  /** An action of spec 001 §2 came to an error. */
  | { kind: 'failed'; action: string; message: string; at: string }
