/** `940`, `84 k`, `1.2 M`. */
export function renderTokens(tokens: number): string {
  if (tokens < 1_000) return String(tokens)
  if (tokens < 999_500) return `${tokens < 9_950 ? Number((tokens / 1_000).toFixed(1)) : Math.round(tokens / 1_000)} k`
  return `${Number((tokens / 1_000_000).toFixed(1))} M`
}

/** `$0.61`; under a cent `< $0.01`. */
export function renderDollars(dollars: number): string {
  return dollars > 0 && dollars < 0.005 ? '< $0.01' : `$${dollars.toFixed(2)}`
}

/** `0.93`. */
export function renderScore(score: number): string {
  return score.toFixed(2)
}

/** `512 B`, `1.9 kB`, `3.4 MB`. */
export function renderBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${Number((bytes / 1_000).toFixed(1))} kB`
  return `${Number((bytes / 1_000_000).toFixed(1))} MB`
}
