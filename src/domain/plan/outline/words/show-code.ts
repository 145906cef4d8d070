const most = 6

/** The lines of a code block as code in a sentence; '' where it shows only what was typed, and nothing that came of it. */
export function showCode(content: string): string {
  const lines = content
    .slice(0, 2_000)
    .split('\n')
    .map((line) => line.trim().replaceAll('`', "'"))
    .filter((line) => line !== '')
  if (lines.every((line) => /^[$>] /.test(line))) return ''
  const shown = lines.slice(0, most).map((line) => `\`${line.slice(0, 200)}\``)
  return [...shown, ...(lines.length > most ? ['…'] : [])].join(' ')
}
