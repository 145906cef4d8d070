export type Range = readonly [start: number, end: number]

/** What has the shape of a secret, whoever's it is. All of them are linear: none goes on to something that may be missing. */
const shapes = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  /\bv1\.[0-9a-f]{40}\b/g,
  // A run's token at the gateway to models.
  /\bcst_[0-9a-f]{16}_[\w-]{43}/g,
  /(?<=\b(?:basic|bearer) )[\w.+/=~-]{16,}/gi,
]
const token = /\b(?:gh[pousr]_|github_pat_)[\w.-]{20,}/g
const anyToken = /(?:gh[pousr]_|github_pat_)[\w.-]{20,}/g
/** How those begin that are looked for in base64 and hexadecimal too. */
export const prefixes = [
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'PRIVATE KEY',
  // What `{"alg`, `{"typ` and `{"kid` come to.
  'eyJhbGci',
  'eyJ0eXAi',
  'eyJraWQi',
]
const dottedRun = /[\w.-]+/g
const tokenBeginning = /\beyJ/
const minPartLength = 10

/** In what was decoded nobody knows where a word began: a token may stand behind any character. */
export function findShapes(text: string, isDecoded: boolean): Range[] {
  const found = [...shapes, isDecoded ? anyToken : token].flatMap((shape) =>
    [...text.matchAll(shape)].map((match): Range => [match.index, match.index + match[0].length]),
  )
  return [...found, ...findWebTokens(text)]
}

/**
 * JSON web tokens: three parts with dots between, of which the first begins with `eyJ`. A run is taken as a whole, once:
 * one expression would look for the end of it from every `eyJ` in it.
 */
function findWebTokens(text: string): Range[] {
  const found: Range[] = []
  for (const run of text.matchAll(dottedRun)) {
    const parts = run[0].split('.')
    let start = run.index
    for (const [at, part] of parts.entries()) {
      const beginning = part.search(tokenBeginning)
      const rest = [part.length - beginning - 'eyJ'.length, parts[at + 1]?.length ?? 0, parts[at + 2]?.length ?? 0]
      if (beginning !== -1 && rest.every((length) => length >= minPartLength)) {
        found.push([start + beginning, run.index + run[0].length])
        break
      }
      start += part.length + 1
    }
  }
  return found
}
