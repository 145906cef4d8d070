const most = 6

/** The lines of a code block as code in a sentence. */
export function showCode(content: string): string {
  const lines = content
    .slice(0, 2_000)
    .split('\n')
    .map((line) => line.trim().replaceAll('`', "'"))
    .filter((line) => line !== '')
  const shown = lines.slice(0, most).map((line) => `\`${line.slice(0, 200)}\``)
  return [...shown, ...(lines.length > most ? ['…'] : [])].join(' ')
}
