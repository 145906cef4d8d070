const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }

/**
 * What we write for GitHub, as a terminal shows it: character references as their characters, and HTML of ours gone. No
 * control character comes of it, whatever the references name.
 */
export function readInTerminal(markdown: string): string {
  return markdown
    .replaceAll(/<!--[^]*?-->\n?/g, '')
    .replaceAll(/<details><summary>(.*?)<\/summary>\n?/g, '$1:\n')
    .replaceAll(/<\/details>\n?/g, '')
    .replaceAll(/<br>/g, ' — ')
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<\/?(?:b|sub|i|em|strong)>/g, '')
    .replaceAll('\u2060', '')
    .replaceAll(/&(?:#(\d{1,7})|([a-z]{2,6}));/g, (whole, number: string | undefined, name: string | undefined) =>
      number === undefined ? (named[name ?? ''] ?? whole) : readNumber(Number(number), whole),
    )
    .replaceAll(/\n{3,}/g, '\n\n')
}

function readNumber(code: number, whole: string): string {
  if (code > 0x10_ff_ff) return whole
  const character = String.fromCodePoint(code)
  if (character === '\u2060') return ''
  return /^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(character) ? character : whole
}
