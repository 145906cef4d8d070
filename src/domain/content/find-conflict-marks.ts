const begins = /^<{7} \S/
const divides = /^={7}$/
const ends = /^>{7} \S/
const codeMark = /^ {0,3}(?:`{3}|~{3})/
const markdownName = /\.(?:md|mdx|markdown)$/i

/** The line on which the first merge begins that git left to a person and nobody settled; undefined where none is. Code in Markdown may show one. */
export function findConflictMarks(path: string, text: string): number | undefined {
  const isMarkdown = markdownName.test(path)
  let isCode = false
  let begun: number | undefined
  let isDivided = false
  for (const [index, written] of text.split('\n').entries()) {
    const line = written.replace(/\r$/, '')
    if (isMarkdown && codeMark.test(line)) isCode = !isCode
    if (isCode) continue
    if (begins.test(line)) {
      begun = index + 1
      isDivided = false
    } else if (divides.test(line)) isDivided = begun !== undefined
    else if (ends.test(line) && isDivided) return begun
  }
  return undefined
}
