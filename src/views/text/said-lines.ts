import { splitOutput } from '../../domain/content/output-block.ts'
import { codeFence } from '../markdown/neutralise.ts'

/** What was said or found on several lines, or as a list, a line each: in one paragraph it would run together. Output of programs is left out. */
export function listSaid(said: readonly string[]): string[] {
  return said.flatMap((text) => splitOutput(text).flatMap((part) => cleanLines(part.said)))
}

/** The same as a list, the output of programs below what is said of it. */
export function renderSaidLines(said: readonly string[], render: (line: string) => string): string {
  return said
    .flatMap((text) => splitOutput(text))
    .map((part) => {
      const lines = cleanLines(part.said).map((line) => `- ${render(line)}\n`)
      // Not inside of the list: no line of it can end the fence there.
      const output = part.output.length === 0 ? '' : `\n${codeFence(part.output.join('\n'))}\n\n`
      return `${lines.join('')}${output}`
    })
    .join('')
    .trim()
}

function cleanLines(lines: readonly string[]): string[] {
  return lines.map((text) => text.trim().replace(/^[-*+] /, '')).filter((text) => text !== '')
}
