/** A report that can't be read. Its message names the file and the line. */
export class ReportFault extends Error {
  constructor(path: string, line: number | null, message: string) {
    super(`${path}${line === null ? '' : `:${line}`}: ${message.slice(0, 200)}`)
  }
}
