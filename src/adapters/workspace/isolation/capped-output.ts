/** Keeps the first and the last bytes of an output of any length, and counts all of them. */
export class CappedOutput {
  readonly #halfBytes: number
  #head: Buffer[] = []
  #headBytes = 0
  #tail: Buffer[] = []
  #tailBytes = 0
  #bytes = 0

  constructor(maxBytes: number) {
    this.#halfBytes = Math.max(1, Math.floor(maxBytes / 2))
  }

  get bytes(): number {
    return this.#bytes
  }

  push(chunk: Buffer): void {
    this.#bytes += chunk.length
    const room = this.#halfBytes - this.#headBytes
    const start = chunk.subarray(0, room)
    const rest = chunk.subarray(room)
    if (start.length > 0) {
      this.#head.push(start)
      this.#headBytes += start.length
    }
    if (rest.length === 0) return
    this.#tail.push(rest)
    this.#tailBytes += rest.length
    if (this.#tailBytes > 4 * this.#halfBytes) this.#trimTail()
  }

  /** What was kept; where bytes are missing, whole lines and a note of how many. A token cut in two would pass redaction. */
  render(): string {
    this.#trimTail()
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail)
    const missing = this.#bytes - head.length - tail.length
    if (missing === 0) return Buffer.concat([head, tail]).toString('utf8')
    const headText = head.toString('utf8').replace(/[^\n]{0,4096}$/, '')
    const tailText = tail.toString('utf8').replace(/^[^\n]{0,4096}\n?/, '')

    return `${headText}[… about ${missing} bytes left out …]\n${tailText}`
  }

  #trimTail(): void {
    const tail = Buffer.concat(this.#tail)
    const kept = Buffer.from(tail.subarray(Math.max(0, tail.length - this.#halfBytes)))
    this.#tail = [kept]
    this.#tailBytes = kept.length
  }
}
