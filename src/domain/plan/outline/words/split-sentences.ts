/** Code, quoted text and parentheses, in which no sentence ends. */
const whole =
  /`[^`\n]{1,2000}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|\([^()\n]{1,300}\)/g
// From the first of several marks only: else each of them is tried to the end of all.
const end = /(?<![.!?])[.!?]+(?=\s|$)|[。！？]+/g
/** A full stop behind these ends nothing. */
const abbreviated = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|resp|approx|no|incl|Mr|Mrs|Dr|St)\.$/i
/** `1.` of a list. */
const number = /^\s*\d{1,3}\.$/

/** The sentences of a line, each with its mark at the end. What is quoted stays whole. Linear. */
export function splitSentences(text: string): string[] {
  const masked = text.replaceAll(whole, (span) => `_${'x'.repeat(span.length - 2)}_`)
  const sentences: string[] = []
  let from = 0
  for (const mark of masked.matchAll(end)) {
    const to = mark.index + mark[0].length
    const isShort =
      abbreviated.test(masked.slice(Math.max(from, to - 12), to)) ||
      number.test(masked.slice(from, Math.min(to, from + 12)))
    if (mark[0] === '.' && isShort) continue
    sentences.push(text.slice(from, to).trim())
    from = to
  }
  sentences.push(text.slice(from).trim())
  return sentences.filter((sentence) => sentence !== '')
}
