const indent = '    '
const shortHead = 10
const shortTail = 5

/** What is said, and the output of a program quoted below it: indented, as code is in Markdown. */
export interface QuotedOutput {
  said: string[]
  output: string[]
}

/** Lines of a program's output, to be put below what is said of it. */
export function quoteOutput(lines: readonly string[]): string {
  return lines.map((line) => `${indent}${line}`).join('\n')
}

/** A text in parts: lines, and the output that follows them. */
export function splitOutput(text: string): QuotedOutput[] {
  const parts: QuotedOutput[] = []
  for (const line of text.split('\n')) {
    const part = parts.at(-1)
    if (line.startsWith(indent) && part !== undefined) part.output.push(line.slice(indent.length))
    else if (part === undefined || part.output.length > 0) parts.push({ said: [line], output: [] })
    else part.said.push(line)
  }
  return parts
}

/** The same text with the beginning and the end of long output: what failed is near either. */
export function shortenOutput(text: string): string {
  return splitOutput(text)
    .flatMap(({ said, output }) => {
      const isLong = output.length > shortHead + shortTail + 1
      const shown = isLong ? [...output.slice(0, shortHead), '…', ...output.slice(-shortTail)] : output
      return [...said, ...(shown.length === 0 ? [] : [quoteOutput(shown)])]
    })
    .join('\n')
}
