const mark = '[redacted]'
/** Shorter ones would be found in ordinary words. */
const minLength = 8

/** What has the shape of a secret, whoever's it is. All of them are linear. */
const shapes = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*-----END [A-Z ]{0,30}PRIVATE KEY-----/g,
  /\b(?:gh[pousr]_|github_pat_)[\w.-]{20,}/g,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g,
  /(?<=\b(?:basic|bearer) )[\w.+/=~-]{16,}/gi,
]
const encodedRun = /[\w+/-]{24,}={0,2}/g

/**
 * Takes secrets out of text: given ones by value (plain, escaped as in JSON, in base64, URL-encoded), then whatever has
 * the shape of a token or private key, in base64 too (design 7 "tokens in logs").
 */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const values = secrets.filter((value): value is string => value !== undefined && value.length >= minLength)
  // Longest first, so that no part of one is left over.
  const forms = [...new Set(values.flatMap(formsOf))].toSorted((a, b) => b.length - a.length)
  const redactPlain = (text: string) => {
    let clean = text
    for (const form of forms) clean = clean.replaceAll(form, mark)
    for (const shape of shapes) clean = clean.replaceAll(shape, mark)
    return clean
  }
  return (text) =>
    redactPlain(text).replaceAll(encodedRun, (run) => {
      const decoded = Buffer.from(run, 'base64').toString('latin1')
      return redactPlain(decoded) === decoded ? run : mark
    })
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value)
  // A key's lines may come one by one.
  const lines = value.includes('\n') ? value.split('\n').filter((line) => line.length >= 32 && !/^-+/.test(line)) : []
  return [
    value,
    escaped(value),
    escaped(escaped(value)),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    encodeURIComponent(value),
    ...lines,
  ]
}

/** As it stands within a JSON string. */
function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}
