import { catalogues } from '../language/catalogues.ts'

/** Commands in other languages than English, each as the English one that it is. */
const englishOf = new Map(
  Object.values(catalogues).flatMap(({ commands }) =>
    Object.entries(commands).flatMap(([name, words]) => words.map((word) => [word, name] as const)),
  ),
)

/** Words that a command may begin its arguments with. */
const firstArguments = new Map(
  Object.values(catalogues).flatMap((one) =>
    Object.entries(one.arguments).map(([name, word]) => [word, name] as const),
  ),
)

/** Between characters stand no spaces. */
const form = /^(\p{Script=Han}+|[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_-]))[ \t\u3000]*/u
const firstArgument = /^([\p{L}\p{M}]+)(?=@|[ \t\u3000]|$)/u

/**
 * What follows the slash of a line, with a command of another language as the English one: `批准 T1`, and `批准T1`, are
 * `approve T1`. A name that more of its letters follow without a space is left as it is, and may be anything.
 */
export function readTranslatedCommand(text: string): string {
  const [head = '', word = ''] = form.exec(text) ?? []
  const name = englishOf.get(word)
  if (name === undefined) return text
  const rest = text.slice(head.length)
  if (rest === '') return name
  // A mark behind the name is read as behind an English one.
  if (head === word && /^[。，、；：！？….,:;!?]/.test(rest)) return `${name}${rest}`
  return `${name} ${rest.replace(firstArgument, (said) => firstArguments.get(said) ?? said)}`
}

/** The command whose name begins a word that is none: `批准吧`. */
export function suggestForTranslated(text: string): string | null {
  const word = form.exec(text)?.[1] ?? ''
  const known = [...englishOf.keys()].filter((one) => word.length <= one.length + 3 && word.startsWith(one))
  const longest = known.toSorted((one, other) => other.length - one.length)[0]
  return (longest === undefined ? undefined : englishOf.get(longest)) ?? null
}
