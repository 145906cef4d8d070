import { recordText } from '../../language/message.ts'

/** A refusal that ends with the line of a plan that would stand in the refused one's place. */
export function writeInstead(problem: string, ...lines: readonly string[]): string {
  return recordText('{problem}; write {code_lines}', { problem, code_lines: asLines(...lines) })
}

/** The lines that would do, each as code. */
export function asLines(...lines: readonly string[]): string {
  return lines.map((line) => asCode(line)).join(' or ')
}

/** A value that its list doesn't have. */
export function notAllowed(field: string, owner: string, value: string, allowed: readonly string[]): string {
  return recordText('{key} of {owner} is {seen}; it may be {words}', {
    key: field,
    owner,
    seen: `\`${value}\``,
    words: allowed.join(', '),
  })
}

/** A code span that holds what it is given, backticks too. */
function asCode(line: string): string {
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}
