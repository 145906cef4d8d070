const words = [
  'please',
  'pls',
  'plz',
  'thanks',
  'thank you',
  'thx',
  'cheers',
  '🙏',
  '👍',
  '🎉',
  '🚀',
  '❤️',
  '✅',
  ':+1:',
]
const marks = /[.,;:!…。，、；：！]/
/** Longer than any of the words. */
const longest = 20

/** A command's words without the marks and the courtesies that they end with: `T2, please!` is `T2`. */
export function withoutCourtesy(text: string): string {
  let rest = text.trimEnd()
  // Three is more than anybody says; a line of nothing else is not read to its end.
  for (let round = 0; round < 3; round += 1) {
    rest = withoutMarks(rest)
    const end = rest.slice(-longest).toLowerCase()
    const word = words.find((one) => end.endsWith(one) && !/[\w@-]/.test(rest.at(-one.length - 1) ?? ''))
    if (word === undefined) break
    rest = rest.slice(0, -word.length).trimEnd()
  }
  return withoutMarks(rest)
}

function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && marks.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end).trimEnd()
}
