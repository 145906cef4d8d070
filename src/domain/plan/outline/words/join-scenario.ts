/** `Given …`, `When …` and `Then …` on lines of their own are one criterion; undefined where the next begins another. */
export function joinScenario(before: string, text: string): string | undefined {
  const [first, next] = [withoutMarks(before), withoutMarks(text)]
  const word = /^(when|then|and|but)\b/i.exec(next)?.[1]?.toLowerCase()
  if (word === undefined || first.length > 1_000 || !/^(?:given|when)\b/i.test(first)) return undefined
  return word === 'when' && /^when\b|, when\b/i.test(first) ? undefined : `${first}, ${next}`
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\*\*|__/g, '')
}
