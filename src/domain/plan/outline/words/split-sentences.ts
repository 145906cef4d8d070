/** Code, quoted text and parentheses, in which no sentence ends. */
const whole =
  /`[^`\n]{1,2000}`|"[^"\n]{1,300}"|“[^”\n]{1,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|\([^()\n]{1,300}\)/g
// From the first of several marks only: else each of them is tried to the end of all.
const end = /(?<![.!?])[.!?]+(?=\s|$)|[。！？]+/g
/** `… "Refresh all." Then …`: the sentence ends with what it quotes. */
const endsQuoted = /[.!?]["”]$/
/** A full stop behind these ends nothing. */
const abbreviated =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|c\.f|resp|approx|no|incl|excl|esp|fig|figs|eq|sect?|ch|vol|ver|pp?|ca|est|ex|Mr|Mrs|Ms|Dr|Prof|St|Nr|bzw|ggf|evtl|inkl|usw|z\.? ?B|d\.? ?h|u\.? ?a|o\.? ?ä|s\.? ?o|vgl|núm|pág|p\. ?ej|Sra?|Mme|env)\.$/i
/** Behind these one ends where the next begins with a capital. */
const mayEnd =
  /(?:^|[\s(])(?:etc|usw|sec|secs|min|mins|max|hrs?|ms|temp|misc|dept|govt|inc|ltd|corp|co|dir|dirs|prod|repo|info|config|param|params|arg|args|char|chars|num|ref|refs|doc|docs|app|apps|admin|[A-Z](?:\.[A-Z])+|v)\.$/i
/** `1.` of a list. */
const number = /^\s*\d{1,3}\.$/

/** The sentences of a line, each with its mark at the end. What is quoted stays whole. Linear. */
export function splitSentences(text: string): string[] {
  const masked = text.replaceAll(whole, (span: string, at: number) => {
    const isEnd = endsQuoted.test(span) && /^\s+\p{Lu}/u.test(text.slice(at + span.length, at + span.length + 4))
    return `_${'x'.repeat(span.length - 2)}${isEnd ? '.' : '_'}`
  })
  const sentences: string[] = []
  let from = 0
  for (const mark of masked.matchAll(end)) {
    const to = mark.index + mark[0].length
    const isShort =
      abbreviated.test(masked.slice(Math.max(from, to - 12), to)) ||
      number.test(masked.slice(from, Math.min(to, from + 12)))
    if (mark[0] === '.' && (isShort || goesOn(masked, from, to))) continue
    // `it plays... if the audio allows it`
    if (/^\.{2,}$/.test(mark[0]) && /^\s+\p{Ll}/u.test(text.slice(to, to + 4))) continue
    sentences.push(text.slice(from, to).trim())
    from = to
  }
  sentences.push(text.slice(from).trim())
  return sentences.filter((sentence) => sentence !== '')
}

/** `the nearest sec. instead of`: behind a word that is often cut short nothing ends where the rest begins small. */
function goesOn(text: string, from: number, to: number): boolean {
  const rest = text.slice(to, to + 4)
  // `z. B.`, `p. ej.`
  if (/(?:^|[\s(])\p{L}\.$/u.test(text.slice(Math.max(from, to - 3), to)) && /^ ?\p{L}{1,2}\./u.test(rest)) return true
  return mayEnd.test(text.slice(Math.max(from, to - 12), to)) && /^\s+[\p{Ll}\d(,;]/u.test(rest)
}
