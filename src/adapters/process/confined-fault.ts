/** What was read cost its reader its life: it took too long, needed too much memory, or crashed it. */
export class ConfinedFault extends Error {
  override readonly name = 'ConfinedFault'
  /** As the rest of a sentence that begins with what was read. */
  readonly why: string
  /** What the reader said last that it reads. */
  readonly what: string | undefined

  constructor(why: string, what: string | undefined) {
    super(`${what ?? 'it'} ${why}`)
    this.why = why
    this.what = what
  }
}
