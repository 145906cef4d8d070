/** A report that can't be read. Its message names the file and the line. */
export class ReportFault extends Error {
  readonly path: string
  readonly line: number | null
  readonly what: string

  constructor(path: string, line: number | null, what: string) {
    const short = what.slice(0, 200)
    super(`${path}${line === null ? '' : `:${line}`}: ${short}`)
    this.path = path
    this.line = line
    this.what = short
  }
}
