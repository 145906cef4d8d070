/** Reads one kind of report line by line. Throws `ReportFault`. */
export interface LineReader {
  /** A line without its end. */
  readLine(line: string): void
  /** True where the lines were a report of tests, all of it added by then. Coverage is none. */
  end(): boolean
}

/** The same for text that is cut anywhere. */
export interface ChunkReader {
  /** False where the rest needn't be read: it is no report. */
  write(text: string): boolean
  /** As of lines. */
  end(): boolean
}

/** Lines of any length above this are left out: memory has an end. */
const maxLineLength = 32 * 1024 * 1024

/** Cuts text into lines for its readers. */
export function splitLines(readers: readonly LineReader[]): ChunkReader {
  let parts: string[] = []
  let length = 0
  const flush = () => {
    const line = parts.join('').replace(/\r$/, '')
    const isWhole = length <= maxLineLength
    parts = []
    length = 0
    if (isWhole) for (const reader of readers) reader.readLine(line)
  }
  return {
    write(text) {
      const lines = text.split('\n')
      for (const [index, part] of lines.entries()) {
        length += part.length
        if (length <= maxLineLength) parts.push(part)
        if (index < lines.length - 1) flush()
      }
      return true
    },
    end() {
      if (length > 0) flush()
      return readers.map((reader) => reader.end()).some(Boolean)
    },
  }
}
