/** Text of others in a cell or a line: it neither ends the cell nor brings Markdown along. */
export function renderSkillText(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/([|[\]@#])/g, String.raw`\$1`)
    .slice(0, 400)
}

/** A path or a name of others, to stand between backticks. */
export function renderSkillCode(text: string): string {
  return text.replaceAll(/[`|\r\n]/g, '').slice(0, 200)
}
