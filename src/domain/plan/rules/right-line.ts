/** The end of a refusal: the line of a plan that would stand in the refused one's place. */
export function writeInstead(...lines: readonly string[]): string {
  return `; write ${lines.map((line) => asCode(line)).join(' or ')}`
}

/** A code span that holds what it is given, backticks too. */
function asCode(line: string): string {
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}
