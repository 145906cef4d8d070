/** Counts of OpenAI's `o200k_base`; other models differ by some percent. Loaded when it is asked for: its table is 2 MB. */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  const counted = new Map<string, number>()
  return (text) => {
    const before = counted.get(text)
    if (before !== undefined) return before
    const tokens = countPieces(text, (piece) => countTokens(piece, { allowedSpecial: 'all' }))
    counted.set(text, tokens)
    return tokens
  }
}

/** A word of a million letters takes the tokenizer time in the square: it is handed pieces, which costs a token or two. */
const pieceCharacters = 4_000

function countPieces(text: string, count: (piece: string) => number): number {
  let tokens = 0
  for (let at = 0; at < text.length;) {
    const end = Math.min(text.length, at + pieceCharacters)
    const space = end === text.length ? end : text.lastIndexOf(' ', end)
    const cut = space > at ? space : end
    tokens += count(text.slice(at, cut))
    at = cut
  }
  return tokens
}
