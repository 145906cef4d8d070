/** What a provider says a call took. Cached tokens are part of the input, reasoning is part of the output. */
export interface TokenUsage {
  input: number
  cacheRead: number
  cacheWrite: number
  output: number
  reasoning: number
}

/** What a call of unknown usage counts for where a limit is kept: four bytes a token, which is what text comes to. */
export function estimateTokens(requestBytes: number, answerBytes: number): number {
  return Math.ceil((requestBytes + answerBytes) / 4)
}
